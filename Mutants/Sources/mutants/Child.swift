import Foundation

/// Writes a line to standard output at once, also into a pipe.
func report(_ line: some CustomStringConvertible) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// A child process.
enum Child {
    /// The end of a process.
    enum End: Equatable {
        case exit(Int32)
        case signal(Int32)
        /// The process was ended because it took too long.
        case timeout
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - output: The file that receives its output and its errors.
    ///   - variables: The environment variables that are added.
    ///   - seconds: The time after which it is ended; nil for no limit.
    static func run(
        _ program: String, _ words: [String], output: URL, variables: [String: String] = [:], in folder: URL? = nil,
        seconds: Double? = nil
    ) throws -> End {
        guard FileManager.default.createFile(atPath: output.path, contents: nil) else {
            throw ToolError("cannot write \(output.path)")
        }
        let file = try FileHandle(forWritingTo: output)
        defer { try? file.close() }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = file
        process.standardError = file
        try process.run()
        let end = seconds.map { Date().addingTimeInterval($0) }
        while let end, process.isRunning {
            if Date() > end {
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                return .timeout
            }
            usleep(10_000)
        }
        process.waitUntilExit()
        let status = process.terminationStatus
        return process.terminationReason == .uncaughtSignal ? .signal(status) : .exit(status)
    }
}
