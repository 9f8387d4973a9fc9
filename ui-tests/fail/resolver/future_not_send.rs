//! A resolver that holds what cannot leave its thread.
//~ 1 error

use std::sync::Mutex;

static STOCK: Mutex<u32> = Mutex::new(7);

async fn pause() {}

#[mcp::resolver]
async fn check_stock() -> Result<u32, String> {
    let stock = STOCK.lock().map_err(|error| error.to_string())?;
    pause().await;
    Ok(*stock)
}

fn main() {}
