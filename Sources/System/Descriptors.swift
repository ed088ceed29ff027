#if canImport(Darwin)
    import Darwin
#else
    import CSystem
    import Glibc
#endif

/// The calls on open descriptors. Each one is repeated if a signal interrupted it, and returns the cases that its caller
/// must distinguish.
package enum Descriptors {
    /// The result of a read or a write.
    package enum Transfer {
        /// The number of bytes that were transferred.
        case bytes(Int)
        /// No bytes: the caller waits until the descriptor is ready.
        case wouldBlock
        /// The peer has gone, or sends no more. The text is the reason.
        case ended(String)

        init(of call: () -> Int) {
            while true {
                let count = call()
                if count > 0 {
                    self = .bytes(count)
                } else if count == 0 {
                    self = .ended("the peer closed it")
                } else if errno == EINTR {
                    continue
                } else {
                    self = errno == EAGAIN ? .wouldBlock : .ended(SystemFailure.words(errno))
                }
                return
            }
        }
    }

    /// Reads the available bytes, up to the size of the buffer.
    package static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
        buffer.withUnsafeMutableBytes { bytes in
            Transfer { systemRead(descriptor, bytes.baseAddress, bytes.count) }
        }
    }

    /// Writes all bytes, and waits for a slow reader. Safe in a signal handler.
    ///
    /// - Parameter patience: The maximum of each wait, in milliseconds; a negative number waits for ever.
    /// - Returns: 0, or the error number if not all bytes were written.
    package static func writeAll(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, timeout: Int32 = -1
    ) -> Int32 {
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = systemWrite(descriptor, base, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&ready, 1, timeout) == 0 { return EAGAIN }
            } else if count == 0 || errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// Writes all bytes, and waits for a slow reader.
    ///
    /// - Parameter patience: The maximum of each wait, in milliseconds; a negative number waits for ever.
    /// - Returns: 0, or the error number if not all bytes were written.
    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32, timeout: Int32 = -1) -> Int32 {
        bytes.withUnsafeBytes { writeAll($0, to: descriptor, timeout: timeout) }
    }

    /// Writes a line if the descriptor accepts it without a wait. A full pipe without a reader must not block the
    /// caller.
    ///
    /// - Returns: True if the line was written. A line of up to 4,096 bytes is written completely or not at all.
    package static func writeIfTaken(_ text: String, to descriptor: Int32) -> Bool {
        let ready = Readiness.wait(for: [Interest(descriptor: descriptor, reads: false, writes: true)], milliseconds: 0)
        return ready[0].canWrite && writeAll(Array(text.utf8), to: descriptor, timeout: 0) == 0
    }

    /// Closes a descriptor. It is never retried after an interruption, because the kernel has released the number by
    /// then.
    ///
    /// - Returns: 0, or the error number of an earlier write that failed.
    @discardableResult
    package static func close(_ descriptor: Int32) -> Int32 { systemClose(descriptor) == 0 ? 0 : errno }

    /// Returns another descriptor of the same open file, which child processes do not inherit. The caller closes each
    /// of both.
    package static func duplicate(_ descriptor: Int32) throws(SystemFailure) -> Int32 {
        let second = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard second >= 0 else { throw SystemFailure(reason: SystemFailure.words(errno)) }
        return second
    }

    /// Creates a pipe whose ends do not block and are not inherited.
    package static func makePipe() throws(SystemFailure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        #if os(Linux)
            // Set at creation, so that a program started by another thread never inherits an end.
            let made = pipe2(&ends, O_NONBLOCK | O_CLOEXEC) == 0
        #else
            let made = pipe(&ends) == 0
            if made { for end in ends { neverBlock(end) } }
        #endif
        guard made else { throw SystemFailure(reason: "a pipe cannot be created: \(SystemFailure.words(errno))") }
        return (ends[0], ends[1])
    }

    /// Makes a descriptor non-blocking and not inherited, on systems that cannot do so at creation.
    static func neverBlock(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Returns true if the descriptor is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Returns the size of a terminal; nil if it is unknown.
    package static func windowSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return nil
        }
        return (Int(window.ws_col), Int(window.ws_row))
    }
}

/// The standard streams of the process.
package enum StandardStream: Int32 {
    case input, output, error

    /// The descriptor of the stream.
    package var descriptor: Int32 { rawValue }

    /// True if the stream is a terminal.
    package var isTerminal: Bool { Descriptors.isTerminal(rawValue) }

    /// The origin of the characters in a text that act on a terminal.
    package enum Origin {
        /// Others may have written them: on a terminal all of them are escaped.
        case others
        /// This program wrote the ASCII controls, for colors or to replace a line. Others may have written the rest.
        case styled
        /// This program wrote all of them.
        case own
    }

    /// Writes a text, and waits for a slow reader.
    ///
    /// - Returns: The reason if not all of the text was written; nil if it was.
    @discardableResult
    package func write(_ text: String, of origin: Origin = .others) -> String? {
        var text = text
        if origin != .own, isTerminal {
            text = TerminalText.escaped(text, allowsControls: origin == .styled)
        }
        let code = Descriptors.writeAll(Array(text.utf8), to: rawValue)
        return code == 0 ? nil : SystemFailure.words(code)
    }
}

// The system calls, under names that no method hides.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
