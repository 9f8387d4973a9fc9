//! Sets `pinned` where the compiler is the one whose words the `.stderr` files hold.

use std::env;
use std::process::Command;

/// The compiler of `rust-toolchain.toml`.
const PINNED: &str = "rustc 1.95.0 ";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(pinned)");
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output();
    if version.is_ok_and(|version| version.stdout.starts_with(PINNED.as_bytes())) {
        println!("cargo::rustc-cfg=pinned");
    }
}
