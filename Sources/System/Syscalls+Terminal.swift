#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension Syscalls {
    /// Whether a person may be at a descriptor.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The size of a terminal; nil where it does not say.
    package static func windowSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return nil
        }
        return (Int(window.ws_col), Int(window.ws_row))
    }
}
