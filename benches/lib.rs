//! What the benchmarks share: a load of HTTP requests over kept connections, and a process's CPU time.

use std::io;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// What a load measured.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Requests answered per second.
    pub rate: f64,
    /// CPU time of the server per request, in microseconds.
    pub cpu: f64,
}

/// Sends `request` over `connections` kept connections for `time`, each as soon as the answer to the
/// one before is there, and reads the CPU time of the process `pid` around it.
///
/// # Errors
/// A connection failed, or an answer was not 200.
pub async fn load(
    address: &str,
    pid: u32,
    request: &[u8],
    connections: usize,
    time: Duration,
) -> io::Result<Measured> {
    let before = cpu_time(pid)?;
    let start = Instant::now();
    let mut tasks = JoinSet::new();
    for _ in 0..connections {
        let (address, request) = (address.to_owned(), request.to_owned());
        tasks.spawn(async move { drive(&address, &request, start + time).await });
    }
    let mut answered = 0_u32;
    while let Some(count) = tasks.join_next().await {
        answered += count.map_err(io::Error::other)??;
    }
    let seconds = start.elapsed().as_secs_f64();
    let cpu = cpu_time(pid)?.saturating_sub(before);
    Ok(Measured { rate: f64::from(answered) / seconds, cpu: cpu.as_secs_f64() * 1e6 / f64::from(answered) })
}

async fn drive(address: &str, request: &[u8], end: Instant) -> io::Result<u32> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut buffer = Vec::with_capacity(4096);
    let mut answered = 0;
    while Instant::now() < end {
        stream.write_all(request).await?;
        read_answer(&mut stream, &mut buffer).await?;
        answered += 1;
    }
    Ok(answered)
}

/// Reads one answer with a `content-length`.
async fn read_answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> io::Result<()> {
    buffer.clear();
    loop {
        if stream.read_buf(buffer).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let Some(head) = buffer.windows(4).position(|bytes| bytes == b"\r\n\r\n") else { continue };
        let text = String::from_utf8_lossy(&buffer[..head]).to_ascii_lowercase();
        if !text.starts_with("http/1.1 200") {
            return Err(io::Error::other(format!(
                "not answered with 200: {}",
                String::from_utf8_lossy(buffer)
            )));
        }
        let length =
            text.split("content-length: ").nth(1).and_then(|rest| rest.lines().next()?.trim().parse().ok());
        let length: usize = length.ok_or_else(|| io::Error::other("an answer without content-length"))?;
        while buffer.len() < head + 4 + length {
            if stream.read_buf(buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        return Ok(());
    }
}

/// The CPU time a process has used, user and system.
///
/// # Errors
/// The system has no `/proc`, or the process is gone.
pub fn cpu_time(pid: u32) -> io::Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The second field is the name in parentheses, which may hold spaces; times are the 14th and 15th.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks: u64 =
        fields.get(11..13).unwrap_or_default().iter().filter_map(|field| field.parse::<u64>().ok()).sum();
    // A tick is 10 ms on every Linux that matters here.
    Ok(Duration::from_millis(ticks * 10))
}

/// The middle of some numbers.
#[must_use]
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
