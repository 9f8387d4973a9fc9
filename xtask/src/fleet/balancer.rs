//! The load balancer: an haproxy in front of the instances, and what it logged.

use std::fs::{self, DirBuilder, File};
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::os::unix::fs::DirBuilderExt as _;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

use crate::Failure;
use crate::fleet::until::until;

/// Where Debian has it, which need not be in everybody's `PATH`.
const PROGRAMS: [&str; 2] = ["haproxy", "/usr/sbin/haproxy"];

const LIMIT: Duration = Duration::from_secs(20);

/// A pool of servers: its name, and the addresses of its servers in their order.
pub(super) type Pool = (&'static str, Vec<String>);

/// A running haproxy; dropping it ends it.
pub(super) struct Balancer {
    process: Child,
    pools: [&'static str; 2],
    url: String,
    log: PathBuf,
    home: Home,
}

/// A private folder with a short path: that of a socket has to fit into 108 bytes.
struct Home(PathBuf);

impl Balancer {
    /// Starts it over these pools. Requests for `tool` go to the second one, all others to the first.
    pub(super) fn start(pools: [Pool; 2], tool: &str, logs: &Path) -> Result<Self, Failure> {
        let home = Home(std::env::temp_dir().join(format!("mcp-fleet-{}", std::process::id())));
        DirBuilder::new().mode(0o700).create(&home.0)?;
        // The system chooses the port, and haproxy gets the socket as its standard input.
        let socket = TcpListener::bind("127.0.0.1:0")?;
        let url = format!("http://{}/mcp", socket.local_addr()?);
        let config = logs.join("haproxy.cfg");
        fs::write(&config, configuration(&pools, tool, &home.admin()))?;
        let log = logs.join("haproxy.log");
        let start = |program: &str| -> std::io::Result<Child> {
            Command::new(program)
                .arg("-db")
                .arg("-f")
                .arg(&config)
                .stdin(OwnedFd::from(socket.try_clone()?))
                .stdout(File::create(&log)?)
                .stderr(File::create(logs.join("haproxy-notices.log"))?)
                .spawn()
        };
        let process = match start(PROGRAMS[0]) {
            Err(error) if error.kind() == ErrorKind::NotFound => start(PROGRAMS[1]),
            started => started,
        };
        let process =
            process.map_err(|error| format!("haproxy: {error}; on Debian: apt-get install haproxy"))?;
        let names = [pools[0].0, pools[1].0];
        let mut balancer = Self { process, pools: names, url, log, home };
        until("haproxy did not start", LIMIT, || {
            if let Some(status) = balancer.process.try_wait()? {
                return Err(format!("haproxy: {status}; see {}", logs.display()).into());
            }
            Ok(balancer.home.admin().exists())
        })?;
        for (pool, addresses) in &pools {
            for (index, address) in addresses.iter().enumerate() {
                balancer.wait_for(pool, index, address)?;
            }
        }
        Ok(balancer)
    }

    /// Where clients reach the pools.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Tells it that a server is at another address now, and waits until it sends requests there.
    pub(super) fn moved(&self, pool: &str, index: usize, address: &str) -> Result<(), Failure> {
        let (ip, port) = address.rsplit_once(':').ok_or_else(|| format!("{address} has no port"))?;
        self.tell(&format!("set server {pool}/{} addr {ip} port {port}", server(index)))?;
        self.wait_for(pool, index, address)
    }

    /// How many requests a server has that are not answered.
    pub(super) fn unanswered(&self, pool: &str, index: usize) -> Result<usize, Failure> {
        self.sessions(pool, &server(index))
    }

    /// Waits until no request is under way, and then ends it and returns what it logged.
    pub(super) fn stop(self) -> Result<String, Failure> {
        until("requests were still under way", LIMIT, || {
            let sessions = self.pools.map(|pool| self.sessions(pool, "BACKEND"));
            Ok(sessions.into_iter().sum::<Result<usize, Failure>>()? == 0)
        })?;
        // It has one thread: a request that is off its table is in its log.
        Ok(fs::read_to_string(&self.log)?)
    }

    fn sessions(&self, pool: &str, server: &str) -> Result<usize, Failure> {
        let table = self.tell("show stat")?;
        Ok(cell(&table, pool, server, "scur").ok_or("haproxy counts no sessions")?.parse()?)
    }

    fn wait_for(&self, pool: &str, index: usize, address: &str) -> Result<(), Failure> {
        let server = server(index);
        until(&format!("haproxy did not take {pool}/{server} at {address} into use"), LIMIT, || {
            let table = self.tell("show stat")?;
            let cell = |column| cell(&table, pool, &server, column);
            Ok(cell("status") == Some("UP") && cell("addr") == Some(address))
        })
    }

    /// Has one command executed and returns the answer.
    fn tell(&self, command: &str) -> Result<String, Failure> {
        let mut admin = UnixStream::connect(self.home.admin())?;
        admin.set_read_timeout(Some(LIMIT))?;
        admin.write_all(format!("{command}\n").as_bytes())?;
        let mut answer = String::new();
        admin.read_to_string(&mut answer)?;
        Ok(answer)
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Home {
    fn admin(&self) -> PathBuf {
        self.0.join("admin")
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        // What is left behind in the folder for temporary files is not worth a failure.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Plain round robin: no stickiness, and a leg that fails is not sent to another server. Each leg is
/// logged with the server that it went to, the status, the request's id and its argument `title`.
fn configuration(pools: &[Pool; 2], tool: &str, admin: &Path) -> String {
    let mut text = format!(
        "global
    nbthread 1
    maxconn 256
    log stdout format raw local0
    stats socket unix@{admin} mode 600 level admin

defaults
    mode http
    balance roundrobin
    retries 0
    no option redispatch
    option http-buffer-request
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    default-server check inter 50ms fall 1 rise 1

frontend fleet
    bind fd@0
    log global
    http-request capture req.body,json_query('$.id','int') len 20
    http-request capture req.body,json_query('$.params.arguments.title') len 64
    log-format \"leg %s %ST %[capture.req.hdr(0)] %[capture.req.hdr(1)]\"
    use_backend {second} if {{ req.hdr(mcp-name) {tool} }}
    default_backend {first}
",
        admin = admin.display(),
        first = pools[0].0,
        second = pools[1].0,
    );
    for (pool, addresses) in pools {
        text += &format!("\nbackend {pool}\n");
        for (index, address) in addresses.iter().enumerate() {
            text += &format!("    server {} {address}\n", server(index));
        }
    }
    text
}

fn server(index: usize) -> String {
    format!("instance-{}", index + 1)
}

/// Finds a cell of the table that `show stat` prints.
fn cell<'a>(table: &'a str, pool: &str, server: &str, column: &str) -> Option<&'a str> {
    let mut lines = table.lines();
    let header = lines.find_map(|line| line.strip_prefix("# "))?;
    let column = header.split(',').position(|name| name == column)?;
    let row = lines.find(|line| {
        let mut cells = line.split(',');
        cells.next() == Some(pool) && cells.next() == Some(server)
    })?;
    row.split(',').nth(column)
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn a_cell_is_found_by_its_names() {
        let table = "# pxname,svname,scur,status\nshop,one,3,UP\nshop,two,0,DOWN\nbar,one,1,UP\n";
        assert_eq!(cell(table, "shop", "two", "status"), Some("DOWN"));
        assert_eq!(cell(table, "bar", "one", "scur"), Some("1"));
        assert_eq!(cell(table, "bar", "two", "scur"), None);
        assert_eq!(cell(table, "bar", "one", "addr"), None);
    }
}
