//! A static file server for localhost: one thread per connection, GET and HEAD, nothing else.
//!
//! It behaves like a plain static host (no rewriting, no special headers), so that what works here
//! works there; it never leaves its directory, and it can put the page under a sub-path for tests.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// Longest request head that is read; browsers stay far below.
const HEAD_LIMIT: u64 = 64 * 1024;

/// Takes a port on localhost; 0 takes any free one.
pub fn listen(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("port {port} is taken; choose another with --port N"))
}

/// Serves until the process ends.
pub fn forever(listener: TcpListener, root: &Path) -> Result<()> {
    println!(
        "serving {} at http://{}/",
        root.display(),
        listener.local_addr()?
    );
    accept(&listener, &Arc::new(Site::new(root, "/")));
    Ok(())
}

/// Serves in the background, for as long as the process lives, and returns the page's address.
pub fn background(root: &Path, mount: &str) -> Result<String> {
    let listener = listen(0)?;
    let address = format!("http://{}{mount}", listener.local_addr()?);
    let site = Arc::new(Site::new(root, mount));
    thread::spawn(move || accept(&listener, &site));
    Ok(address)
}

fn accept(listener: &TcpListener, site: &Arc<Site>) {
    for stream in listener.incoming().flatten() {
        let site = Arc::clone(site);
        // A browser that goes away in the middle of an answer is nobody's error.
        thread::spawn(move || site.talk(stream).ok());
    }
}

/// A directory and the path under which it appears.
struct Site {
    root: PathBuf,
    mount: String,
}

/// A request line and whether the connection stays open.
struct Request {
    method: String,
    target: String,
    keep_alive: bool,
}

impl Site {
    fn new(root: &Path, mount: &str) -> Self {
        Self {
            root: root.to_path_buf(),
            mount: mount.to_string(),
        }
    }

    fn talk(&self, stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        stream.set_nodelay(true)?;
        let mut reader = BufReader::new(stream.try_clone()?);
        let mut writer = stream;
        while let Some(request) = read_request(&mut reader)? {
            self.answer(&request, &mut writer)?;
            if !request.keep_alive {
                break;
            }
        }
        Ok(())
    }

    fn answer(&self, request: &Request, writer: &mut impl Write) -> io::Result<()> {
        let head_only = request.method == "HEAD";
        let (status, kind, body) = if !head_only && request.method != "GET" {
            (
                "405 Method Not Allowed",
                "text/plain; charset=utf-8",
                b"GET and HEAD only\n".to_vec(),
            )
        } else {
            match self
                .file(&request.target)
                .and_then(|path| Some((fs::read(&path).ok()?, path)))
            {
                Some((body, path)) => ("200 OK", media_type(&path), body),
                None => (
                    "404 Not Found",
                    "text/plain; charset=utf-8",
                    b"not found\n".to_vec(),
                ),
            }
        };
        // Fingerprinted files never change; everything else is asked for again.
        let cache = if request.target.contains("/assets/") {
            "max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        let connection = if request.keep_alive {
            "keep-alive"
        } else {
            "close"
        };
        write!(
            writer,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: {cache}\r\n\
             X-Content-Type-Options: nosniff\r\nConnection: {connection}\r\n\r\n",
            body.len()
        )?;
        if !head_only {
            writer.write_all(&body)?;
        }
        writer.flush()
    }

    /// The file behind a request target, or `None` where there is none inside the directory.
    fn file(&self, target: &str) -> Option<PathBuf> {
        let path = target.split(['?', '#']).next()?;
        let path = decode(path.strip_prefix(&self.mount)?)?;
        let path = Path::new(&path);
        // No `..`, no absolute path: every component is a plain name.
        if !path
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
        {
            return None;
        }
        let file = self.root.join(path);
        let file = if file.is_dir() {
            file.join("index.html")
        } else {
            file
        };
        // A symbolic link must not lead out either.
        let file = fs::canonicalize(file).ok()?;
        file.starts_with(fs::canonicalize(&self.root).ok()?)
            .then_some(file)
    }
}

/// Reads one request head; `None` where the other side has closed or does not speak HTTP.
fn read_request(reader: &mut impl BufRead) -> io::Result<Option<Request>> {
    let mut head = reader.take(HEAD_LIMIT);
    let mut line = String::new();
    head.read_line(&mut line)?;
    let mut words = line.split_whitespace();
    let (Some(method), Some(target), Some(version)) = (words.next(), words.next(), words.next())
    else {
        return Ok(None);
    };
    let mut keep_alive = version == "HTTP/1.1";
    loop {
        let mut header = String::new();
        if head.read_line(&mut header)? == 0 {
            return Ok(None);
        }
        let header = header.trim().to_ascii_lowercase();
        if header.is_empty() {
            break;
        }
        // A body would be taken for the next request.
        if header == "connection: close" || header.starts_with("content-length:") {
            keep_alive = false;
        }
    }
    Ok(Some(Request {
        method: method.to_string(),
        target: target.to_string(),
        keep_alive,
    }))
}

/// Resolves `%xx`; `None` where that gives no text.
fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
        } else {
            byte
        });
    }
    String::from_utf8(bytes)
        .ok()
        .filter(|path| !path.contains('\0'))
}

fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("lks" | "xsts" | "txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::path::Path;

    use super::{Site, background, decode};

    /// A site in this crate's own directory: it has a `src` with this file in it.
    fn site(mount: &str) -> Site {
        Site::new(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), mount)
    }

    #[test]
    fn files_of_the_directory_are_found_and_nothing_else() {
        let site = site("/");
        assert!(site.file("/serve.rs?x=1#y").is_some());
        assert!(site.file("/%73erve.rs").is_some());
        for outside in [
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "//etc/passwd",
            "/..%2fCargo.toml",
            "serve.rs",
            "/",
            "/%",
        ] {
            assert_eq!(site.file(outside), None, "{outside}");
        }
    }

    #[test]
    fn a_mounted_site_answers_under_its_path_only() {
        let site = site("/deep/down/");
        assert!(site.file("/deep/down/serve.rs").is_some());
        assert_eq!(site.file("/serve.rs"), None);
        assert_eq!(site.file("/deep/down/../down/serve.rs"), None);
    }

    #[test]
    fn percent_signs_are_resolved_or_refused() {
        assert_eq!(decode("a%20b").as_deref(), Some("a b"));
        assert_eq!(decode("%E2%82%AC").as_deref(), Some("€"));
        for bad in ["%", "%4", "%zz", "%ff", "%00"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }

    #[test]
    fn one_connection_carries_several_requests() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let address = background(&root, "/m/").unwrap();
        let host = address
            .trim_start_matches("http://")
            .trim_end_matches("/m/");
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "HEAD /m/serve.rs HTTP/1.1\r\n\r\n").unwrap();
        write!(
            stream,
            "GET /m/args.rs HTTP/1.1\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        assert_eq!(text.matches("HTTP/1.1 200 OK").count(), 2);
        assert!(text.ends_with(&fs::read_to_string(root.join("args.rs")).unwrap()));
    }
}
