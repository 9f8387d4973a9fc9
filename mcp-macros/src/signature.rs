//! The signature of a function, valid by construction.

use std::collections::HashSet;

use quote::ToTokens;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{
    FnArg, Ident, Lifetime, Pat, Path, ReturnType, Safety, Signature as Syntax, Type, TypeFnPtr,
    TypeImplTrait, TypeReference, Visibility, parse_quote_spanned,
};

use crate::argument::Argument;
use crate::diag::Diag;
use crate::function::{RawFunction, RawParam};
use crate::role::Role;

/// A free function with plain parameters.
pub struct Signature {
    pub role: Role,
    pub ident: Ident,
    pub vis: Visibility,
    pub is_async: bool,
    /// Whether it runs on the blocking pool.
    pub blocking: bool,
    pub params: Vec<Param>,
    /// The type it returns, `()` where none is written.
    pub ret: Type,
}

/// A parameter.
pub struct Param {
    pub ident: Ident,
    /// Its type, without a leading `&`.
    pub ty: Type,
    /// Whether there was a leading `&`.
    pub by_ref: bool,
    pub source: Source,
}

/// Where the value of a parameter comes from.
pub enum Source {
    /// Its type says: an argument, or injected.
    Unmarked(Argument),
    /// A resolver.
    Resolver(Path),
}

impl Param {
    /// The parameter's name.
    pub fn name(&self) -> String {
        self.ident.unraw().to_string()
    }
}

impl Argument {
    /// The name on the wire.
    pub fn wire_name(&self, param: &Param) -> String {
        self.name.as_ref().map_or_else(|| param.name(), syn::LitStr::value)
    }
}

impl Signature {
    /// The function's name, as names on the wire are written.
    pub fn name(&self) -> String {
        self.ident.unraw().to_string()
    }

    /// The parameters that no resolver fills.
    pub fn unmarked(&self) -> impl Iterator<Item = (&Param, &Argument)> {
        self.params.iter().filter_map(|param| match &param.source {
            Source::Unmarked(argument) => Some((param, argument)),
            Source::Resolver(_) => None,
        })
    }

    /// The resolvers that fill the others.
    pub fn takes(&self) -> impl Iterator<Item = &Path> {
        self.params.iter().filter_map(|param| match &param.source {
            Source::Unmarked(_) => None,
            Source::Resolver(path) => Some(path),
        })
    }

    /// Checks a function's signature; `blocking` is the option of that name.
    pub fn check(
        function: &RawFunction,
        role: Role,
        blocking: Option<proc_macro2::Span>,
        diag: &Diag,
    ) -> Option<Self> {
        let syntax = &function.item.sig;
        let checker = Checker { role, diag };
        let plain = checker.modifiers(syntax);
        let waits = checker.blocking(syntax, blocking);
        let params: Vec<Option<Param>> = function.params.iter().map(|param| checker.param(param)).collect();
        let params: Option<Vec<Param>> = params.into_iter().collect();
        let ret = checker.ret(&syntax.output, &syntax.ident);
        let (params, ret) = (params?, ret?);
        let distinct = checker.names(&params);
        (plain && waits && distinct).then(|| Self {
            role,
            ident: syntax.ident.clone(),
            vis: function.vis().clone(),
            is_async: syntax.asyncness.is_some(),
            blocking: blocking.is_some(),
            params,
            ret,
        })
    }
}

struct Checker<'a> {
    role: Role,
    diag: &'a Diag,
}

impl Checker<'_> {
    /// What may not stand before the name, or makes the function more than a free plain one.
    fn modifiers(&self, syntax: &Syntax) -> bool {
        let noun = self.role.noun();
        let mut sound = true;
        let mut wrong = |tokens: &dyn ToTokens, text: String| {
            self.diag.error(tokens.to_token_stream(), text);
            sound = false;
        };
        if let Some(token) = &syntax.constness {
            wrong(token, format!("a {noun} is not `const`: it runs when it is called for"));
        }
        if let Safety::Unsafe(token) = &syntax.safety {
            wrong(token, format!("a {noun} is not `unsafe`: clients call it; wrap what is unsafe inside"));
        }
        if let Some(abi) = &syntax.abi {
            wrong(abi, format!("a {noun} is a Rust function: remove `extern`"));
        }
        if !syntax.generics.params.is_empty() {
            let text =
                format!("a {noun} has no generic parameters: write the types, and borrow with a plain `&`");
            wrong(&syntax.generics.params, text);
        }
        if let Some(clause) = &syntax.generics.where_clause {
            wrong(clause, format!("a {noun} has no generic parameters, and so no `where`"));
        }
        for input in &syntax.inputs {
            if let FnArg::Receiver(receiver) = input {
                let text = format!(
                    "a {noun} is a free function without `self`: take a `State<T>` for what it shares"
                );
                wrong(receiver, text);
            }
        }
        if let Some(variadic) = &syntax.variadic {
            wrong(variadic, format!("a {noun} has a fixed number of parameters"));
        }
        sound
    }

    fn blocking(&self, syntax: &Syntax, blocking: Option<proc_macro2::Span>) -> bool {
        let (Some(span), Some(_)) = (blocking, &syntax.asyncness) else { return true };
        let text = "`blocking` is for plain functions: remove `async`, or remove `blocking`";
        self.diag.push(syn::Error::new(span, text));
        false
    }

    fn param(&self, raw: &RawParam) -> Option<Param> {
        let ident = self.ident(&raw.pat);
        let ty = self.ty(&raw.ty, raw.resolve.get().is_some());
        let source = self.source(raw);
        let (ident, (ty, by_ref), source) = (ident?, ty?, source?);
        Some(Param { ident, ty, by_ref, source })
    }

    fn ident(&self, pat: &Pat) -> Option<Ident> {
        match pat {
            Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => Some(pat.ident.clone()),
            other => {
                let text = "a parameter is a plain name, by which it is known: take it apart in the body";
                self.diag.error(other, text);
                None
            }
        }
    }

    /// The type, and whether it is borrowed; a resolver's value may itself be borrowed for ever.
    fn ty(&self, ty: &Type, resolved: bool) -> Option<(Type, bool)> {
        let (target, by_ref) = match ty {
            Type::Reference(TypeReference { mutability: Some(_), .. }) => {
                let text = "a parameter cannot be changed for others to see: take it by value or as `&T`";
                self.diag.error(ty, text);
                return None;
            }
            Type::Reference(TypeReference { lifetime: Some(lifetime), .. }) if lifetime.ident == "static" => {
                if resolved {
                    return Some((ty.clone(), false));
                }
                self.diag.error(ty, "a parameter is borrowed for one call: write a plain `&`");
                return None;
            }
            // The target of a lifetime that is not declared here is the compiler's to report.
            Type::Reference(reference) => (&*reference.elem, true),
            other => (other, false),
        };
        let borrowed = "a parameter is borrowed as a whole or not at all: take `T` or `&T`, with nothing borrowed inside";
        self.no_borrow_inside(target, borrowed).then(|| (target.clone(), by_ref))
    }

    fn source(&self, raw: &RawParam) -> Option<Source> {
        match (raw.resolve.get(), &raw.arg) {
            (Some(_), Some(arg)) => {
                let text = "a parameter with `#[resolve(..)]` is no argument, and has no options of one";
                self.diag.error(&arg.attribute, text);
                None
            }
            (Some(path), None) => Some(Source::Resolver(path.clone())),
            (None, arg) => Argument::check(arg.as_ref(), &raw.doc, self.diag).map(Source::Unmarked),
        }
    }

    fn ret(&self, output: &ReturnType, ident: &Ident) -> Option<Type> {
        match output {
            ReturnType::Default => Some(parse_quote_spanned!(ident.span()=> ())),
            ReturnType::Type(_, ty) => {
                let text = format!(
                    "a {} returns what it owns, since its parameters end with the call: for `&str`, return `String`",
                    self.role.noun(),
                );
                self.no_borrow_inside(ty, &text).then(|| (**ty).clone())
            }
        }
    }

    /// Two arguments with one name on the wire; the compiler reports two parameters with one name.
    fn names(&self, params: &[Param]) -> bool {
        let mut seen = HashSet::new();
        let mut sound = true;
        for param in params {
            let Source::Unmarked(argument) = &param.source else { continue };
            if seen.insert(argument.wire_name(param)) {
                continue;
            }
            sound = false;
            let text = format!("a second argument with the name `{}`", argument.wire_name(param));
            match &argument.name {
                Some(name) => self.diag.error(name, text),
                None => self.diag.error(&param.ident, text),
            }
        }
        sound
    }

    /// What cannot be written anywhere inside a type that is to stand outside of its function.
    fn no_borrow_inside(&self, ty: &Type, borrowed: &str) -> bool {
        let mut inside = Inside { role: self.role, diag: self.diag, borrowed, sound: true };
        inside.visit_type(ty);
        inside.sound
    }
}

struct Inside<'a> {
    role: Role,
    diag: &'a Diag,
    borrowed: &'a str,
    sound: bool,
}

impl<'ast> Visit<'ast> for Inside<'_> {
    fn visit_type_impl_trait(&mut self, node: &'ast TypeImplTrait) {
        let text = format!("a {} names its types: write the type instead of `impl Trait`", self.role.noun());
        self.diag.error(node, text);
        self.sound = false;
    }

    fn visit_type_reference(&mut self, node: &'ast TypeReference) {
        if node.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static") {
            visit::visit_type_reference(self, node);
        } else {
            self.diag.error(node, self.borrowed);
            self.sound = false;
        }
    }

    fn visit_lifetime(&mut self, node: &'ast Lifetime) {
        if node.ident != "static" {
            self.diag.error(node, self.borrowed);
            self.sound = false;
        }
    }

    /// What a function borrows is its own affair.
    fn visit_type_fn_ptr(&mut self, _: &'ast TypeFnPtr) {}
}
