//! Reading a server's own resources from inside one of its functions.

use crate::context::{BoxFuture, Context, ReadResource};
use crate::dispatch::Dispatcher;
use crate::error::{Error, Result};
use crate::output::Step;
use crate::protocol::content::ResourceContents;
use crate::protocol::mrtr::InputResponses;

impl ReadResource for Dispatcher {
    fn read_resource<'a>(
        &'a self,
        ctx: &'a Context,
        uri: &'a str,
    ) -> BoxFuture<'a, Result<Vec<ResourceContents>>> {
        Box::pin(async move {
            let Some((resource, variables)) = self.parts.catalog.resource(uri) else {
                return Err(Error::resource_not_found(uri));
            };
            let ctx = ctx.in_round(None, InputResponses::new());
            match resource.read(&ctx, uri, &variables).await? {
                Step::Complete(result) => Ok(result.contents),
                Step::InputRequired(_) => Err(Error::new(format!(
                    "resource {uri} asks a question, which Context::read_resource cannot carry: take its \
                     resolvers here instead"
                ))),
            }
        })
    }
}
