//! A client for the terminal: orders a title from a bookshop and puts its questions to whoever types.
//!
//! `cargo run --example shopper -- http://127.0.0.1:8000/mcp Neuromancer` orders from a URL;
//! `cargo run --example shopper -- target/debug/examples/bookshop Dune` starts the shop itself.

use std::io::{self, BufRead as _, Write as _};
use std::process::{Command, ExitCode};

use mcp::{Client, ElicitAction, ElicitParams, ElicitResult};
use serde_json::{Map, Value, json};

#[tokio::main]
async fn main() -> mcp::Result<ExitCode> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [shop, title] = &args[..] else {
        eprintln!("usage: shopper <URL | PROGRAM> <TITLE>");
        return Ok(ExitCode::from(2));
    };
    let client =
        if shop.starts_with("http") { Client::connect(shop) } else { Client::spawn(Command::new(shop)) };
    let client = client.client_info("shopper", env!("CARGO_PKG_VERSION")).on_elicitation(ask).await?;
    let result = client.call_tool("order_book", json!({ "title": title })).await?;
    println!("{}", result.as_text());
    client.close().await;
    Ok(if result.is_error { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Puts a question to the person at the terminal, on a thread that may wait for the keyboard.
async fn ask(question: ElicitParams) -> mcp::Result<ElicitResult> {
    Ok(tokio::task::spawn_blocking(move || put(&question)).await??)
}

fn put(question: &ElicitParams) -> io::Result<ElicitResult> {
    match question {
        ElicitParams::Form { message, requested_schema } => {
            println!("{message}");
            fill(&requested_schema["properties"])
        }
        ElicitParams::Url { message, url, .. } => {
            println!("{message}\n{url}");
            let action =
                if prompt("Open it? (y/n)")? == "y" { ElicitAction::Accept } else { ElicitAction::Decline };
            Ok(ElicitResult { action, content: None })
        }
    }
}

/// Asks for each field; an empty line dismisses the question.
fn fill(fields: &Value) -> io::Result<ElicitResult> {
    let mut content = Map::new();
    for (name, field) in fields.as_object().into_iter().flatten() {
        let label = field["description"].as_str().unwrap_or(name);
        let text = match field["type"].as_str() {
            Some("boolean") => prompt(&format!("{label} (y/n)"))?,
            _ => prompt(label)?,
        };
        if text.is_empty() {
            return Ok(ElicitResult { action: ElicitAction::Cancel, content: None });
        }
        let value = match field["type"].as_str() {
            Some("boolean") => Value::from(text.starts_with('y')),
            Some("number" | "integer") => serde_json::from_str(&text).unwrap_or(Value::String(text)),
            _ => Value::String(text),
        };
        content.insert(name.clone(), value);
    }
    Ok(ElicitResult { action: ElicitAction::Accept, content: Some(content) })
}

fn prompt(label: &str) -> io::Result<String> {
    print!("{label} ");
    io::stdout().flush()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim().to_owned())
}
