#if canImport(Darwin)
    import Darwin
#else
    import CSystem
    import Glibc
#endif

extension Syscalls {
    /// What a read or write came to.
    package enum Transfer {
        /// That many bytes moved.
        case bytes(Int)
        /// Nothing now: wait until the descriptor is ready.
        case wouldBlock
        /// The other side is gone, or will send no more.
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
                    self = errno == EAGAIN ? .wouldBlock : .ended(words(errno))
                }
                return
            }
        }
    }

    /// Reads what is there.
    package static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
        buffer.withUnsafeMutableBytes { bytes in
            Transfer { systemRead(descriptor, bytes.baseAddress, bytes.count) }
        }
    }

    /// Writes all, waiting where the reader is slow. Safe in a signal handler.
    ///
    /// - Parameter patience: how many milliseconds to wait at a time at the most; for ever unless told otherwise.
    /// - Returns: 0, or the error number of what kept it from writing all.
    package static func writeAll(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, patience: Int32 = -1
    ) -> Int32 {
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = systemWrite(descriptor, base, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&ready, 1, patience) == 0 { return EAGAIN }
            } else if count == 0 || errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// Writes all, waiting where the reader is slow.
    ///
    /// - Returns: 0, or the error number of what kept it from writing all.
    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32, patience: Int32 = -1) -> Int32 {
        bytes.withUnsafeBytes { writeAll($0, to: descriptor, patience: patience) }
    }

    /// Writes a line, unless nobody takes it now: a pipe that is full and is not read must keep nobody waiting.
    ///
    /// - Returns: whether it was written. A line of up to 4,096 bytes is, or is not, as a whole.
    package static func writeIfTaken(_ text: String, to descriptor: Int32) -> Bool {
        let ready = Readiness.wait(for: [Interest(descriptor: descriptor, reads: false, writes: true)], milliseconds: 0)
        return ready[0].canWrite && writeAll(Array(text.utf8), to: descriptor, patience: 0) == 0
    }

    /// Closes; the kernel has released the number even where it says it was interrupted, so it is never tried again.
    ///
    /// - Returns: 0, or the error number of what was not written after all.
    @discardableResult
    package static func close(_ descriptor: Int32) -> Int32 { systemClose(descriptor) == 0 ? 0 : errno }

    /// A second number for the same open file, which is not inherited; each is closed by itself.
    package static func duplicate(_ descriptor: Int32) throws(SystemFailure) -> Int32 {
        let second = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard second >= 0 else { throw SystemFailure(reason: words(errno)) }
        return second
    }

    /// A pipe whose ends never block, and are not inherited.
    package static func makePipe() throws(SystemFailure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        #if os(Linux)
            // At once, for a program that another thread starts meanwhile must not keep an end open.
            let made = pipe2(&ends, O_NONBLOCK | O_CLOEXEC) == 0
        #else
            let made = pipe(&ends) == 0
            if made { for end in ends { neverBlock(end) } }
        #endif
        guard made else { throw SystemFailure(reason: "a pipe cannot be created: \(words(errno))") }
        return (ends[0], ends[1])
    }

    /// What Linux can do as it makes a descriptor.
    static func neverBlock(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
}

/// The streams that a process begins with.
package enum StandardStream: Int32 {
    case input, output, error

    /// Its descriptor.
    package var descriptor: Int32 { rawValue }

    /// Whether a person may be at it.
    package var isTerminal: Bool { Syscalls.isTerminal(rawValue) }

    /// Who made the characters that act on a terminal.
    package enum Origin {
        /// Others may have: on a terminal all of them are escaped.
        case others
        /// This program made the controls of ASCII, to colour or to replace a line; others may have made the rest.
        case styled
        /// This program made all of them.
        case own
    }

    /// Writes all of a text, waiting where the reader is slow.
    ///
    /// - Returns: nil, or why nobody got all of it.
    @discardableResult
    package func write(_ text: String, of origin: Origin = .others) -> String? {
        var text = text
        if origin != .own, isTerminal {
            text = TerminalText.escaped(text, keepsControls: origin == .styled)
        }
        let code = Syscalls.writeAll(Array(text.utf8), to: rawValue)
        return code == 0 ? nil : Syscalls.words(code)
    }
}

// The calls, by names that no method hides.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
