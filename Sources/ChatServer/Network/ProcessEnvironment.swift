#if canImport(Glibc)
    import Glibc
#endif

/// The environment that this process was started in.
public enum ProcessEnvironment {
    /// All variables; of one that comes twice, the first.
    public static var variables: [String: String] {
        var variables: [String: String] = [:]
        // Read once at the start, before anything of this program could change it.
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2, variables[String(pair[0])] == nil { variables[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        return variables
    }
}

/// The end of this process.
public enum ProcessExit {
    /// Ends the process with that status.
    public static func end(_ status: Int32) -> Never { exit(status) }
}
