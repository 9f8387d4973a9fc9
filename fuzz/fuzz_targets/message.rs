//! A message from a peer: its envelope, its parameters, its `_meta`, its URI.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_runtime::protocol::call::Call;
use mcp_runtime::protocol::jsonrpc::{Incoming, parse};
use mcp_runtime::protocol::params::string;
use mcp_runtime::protocol::uri_template::UriTemplate;

fuzz_target!(|text: &[u8]| {
    if let Ok(Incoming::Request(request)) = parse(text)
        && let Ok(call) = Call::read(request)
    {
        let _ = call.meta.required();
        if let (Ok(uri), Ok(template)) = (string(call.params.uri, "uri"), UriTemplate::parse("a://{b}/{+c}{?d,e}")) {
            let _ = template.matches(&uri.0);
        }
    }
});
