//! Server-sent events, read as their bytes come in (the HTML standard's event stream).

use std::time::Duration;

/// The most bytes that one event may have.
pub(super) const MOST_BYTES: usize = 64 * 1024 * 1024;

/// Reads a stream of events.
#[derive(Debug, Default)]
pub(super) struct Parser {
    /// The start of a line whose end has not come yet.
    line: Vec<u8>,
    /// Whether the last line ended in a carriage return, whose line feed may follow.
    after_return: bool,
    /// Whether a line has been read; before the first there may be a byte order mark.
    begun: bool,
    event: Vec<u8>,
    data: Vec<u8>,
    /// The id of the last event that had one.
    last_id: Option<String>,
    /// How long to wait before asking for the rest of a broken stream.
    retry: Option<Duration>,
}

/// An event is larger than [`MOST_BYTES`].
#[derive(Debug, PartialEq)]
pub(super) struct TooLarge;

impl Parser {
    /// Reads the next bytes; gives back the data of the messages that they complete.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Result<Vec<Vec<u8>>, TooLarge> {
        let mut messages = Vec::new();
        let mut rest = bytes;
        if self.after_return && !rest.is_empty() {
            self.after_return = false;
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            self.line.extend_from_slice(&rest[..end]);
            let after = &rest[end + 1..];
            if rest[end] == b'\r' {
                self.after_return = after.is_empty();
                rest = after.strip_prefix(b"\n").unwrap_or(after);
            } else {
                rest = after;
            }
            let line = std::mem::take(&mut self.line);
            messages.extend(self.take_line(&line));
            self.check_size()?;
        }
        self.line.extend_from_slice(rest);
        self.check_size()?;
        Ok(messages)
    }

    /// The id of the last event that had one.
    pub(super) fn last_id(&self) -> Option<&str> {
        self.last_id.as_deref()
    }

    /// How long the server wants to be left alone before it is asked for the rest.
    pub(super) fn retry(&self) -> Option<Duration> {
        self.retry
    }

    /// Starts on a new stream that continues this one.
    pub(super) fn restart(&mut self) {
        let last_id = self.last_id.take();
        *self = Self { last_id, retry: self.retry, ..Self::default() };
    }

    fn check_size(&self) -> Result<(), TooLarge> {
        let size = self.line.len() + self.data.len() + self.event.len();
        if size > MOST_BYTES { Err(TooLarge) } else { Ok(()) }
    }

    /// Takes a line without its end; gives back the data of the message that it ends.
    fn take_line(&mut self, mut line: &[u8]) -> Option<Vec<u8>> {
        if !self.begun {
            self.begun = true;
            line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        }
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            let mut data = std::mem::take(&mut self.data);
            data.pop();
            let is_message = event.is_empty() || event == b"message";
            return (is_message && !data.is_empty()).then_some(data);
        }
        let (field, value) = match line.iter().position(|byte| *byte == b':') {
            Some(colon) => (&line[..colon], &line[colon + 1..]),
            None => (line, &line[line.len()..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match field {
            b"data" => {
                self.data.extend_from_slice(value);
                self.data.push(b'\n');
            }
            b"event" => self.event = value.to_vec(),
            b"id" if !value.contains(&0) => {
                self.last_id = std::str::from_utf8(value).ok().map(str::to_owned);
            }
            b"retry" => {
                let digits = value.iter().all(u8::is_ascii_digit);
                let millis = std::str::from_utf8(value).ok().filter(|_| digits);
                if let Some(millis) = millis.and_then(|text| text.parse().ok()) {
                    self.retry = Some(Duration::from_millis(millis));
                }
            }
            // A comment, which keeps the connection alive, or a field that nobody knows.
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(stream: &str) -> Vec<String> {
        let messages = Parser::default().feed(stream.as_bytes()).unwrap();
        messages.into_iter().map(|data| String::from_utf8(data).unwrap()).collect()
    }

    #[test]
    fn reads_every_line_ending_and_ignores_comments() {
        assert_eq!(read("event: message\r\ndata: {}\r\n\r\n"), ["{}"]);
        assert_eq!(read("\u{feff}data:a\rdata: b\r\r:\n\n: ping\ndata:  c\n\n"), ["a\nb", " c"]);
        assert_eq!(read("data: unfinished\n"), [""; 0]);
    }

    #[test]
    fn only_messages_with_data_come_out() {
        assert_eq!(read("event: endpoint\ndata: /x\n\nevent:\ndata: 1\n\ndata\n\nid: 7\ndata:\n\n"), ["1"]);
    }

    #[test]
    fn the_last_id_and_the_wait_are_kept_for_the_stream_that_continues() {
        let mut parser = Parser::default();
        parser.feed(b"id: e-1\nretry: 25\ndata:\n\nretry: soon\nid: \0\ndata: half").unwrap();
        parser.restart();
        assert_eq!(parser.feed(b"data: whole\n\n").unwrap(), [b"whole"]);
        assert_eq!(parser.last_id(), Some("e-1"));
        assert_eq!(parser.retry(), Some(Duration::from_millis(25)));
    }

    #[test]
    fn an_endless_event_is_given_up() {
        let mut parser = Parser::default();
        let megabyte = vec![b'x'; 1024 * 1024];
        let outcome = (0..65).try_for_each(|_| parser.feed(&megabyte).map(drop));
        assert_eq!(outcome, Err(TooLarge));
    }

    proptest! {
        #[test]
        fn chunks_do_not_matter(
            bytes in proptest::collection::vec(
                prop_oneof![
                    Just(b"data: a\r\n".to_vec()), Just(b"data:b\n".to_vec()), Just(b"\r".to_vec()),
                    Just(b"\n".to_vec()), Just(b"\r\n".to_vec()), Just(b"event: x\n".to_vec()),
                    Just(b"event: message\r".to_vec()), Just(b"id: 1\n".to_vec()),
                    Just(b"retry: 10\n".to_vec()), Just(b": hm\n".to_vec()),
                    Just("\u{feff}".as_bytes().to_vec()), proptest::collection::vec(any::<u8>(), 0..9),
                ],
                0..40,
            ),
            cuts in proptest::collection::vec(1usize..7, 0..60),
        ) {
            let stream = bytes.concat();
            let mut whole = Parser::default();
            let expected = whole.feed(&stream).unwrap();
            let mut parser = Parser::default();
            let mut messages = Vec::new();
            let mut rest = &stream[..];
            for cut in cuts {
                let (chunk, after) = rest.split_at(cut.min(rest.len()));
                messages.extend(parser.feed(chunk).unwrap());
                rest = after;
            }
            messages.extend(parser.feed(rest).unwrap());
            prop_assert_eq!(messages, expected);
            prop_assert_eq!(parser.last_id(), whole.last_id());
            prop_assert_eq!(parser.retry(), whole.retry());
        }
    }
}
