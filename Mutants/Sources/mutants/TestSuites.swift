import Foundation

/// The suites of `Tests` that test the mutated modules, as cases.
struct TestSuites {
    let package: MutatedPackage

    /// The targets whose suites run.
    private static let targets = ["ChatCoreTests", "ChatEngineTests", "ChatSessionTests"]
    private static let standard = ["--testing-library", "swift-testing"]

    /// True if the suites are built.
    var areBuilt: Bool { FileManager.default.fileExists(atPath: package.suites.path) }

    /// Runs each suite without a mutant, and writes its time and the mutants that it executes.
    ///
    /// - Parameters:
    ///   - size: The number of the last mutant.
    ///   - file: The file that receives a line for each suite that passes, in the form of the program's trace.
    func trace(size: Int, into file: URL) throws {
        let table = package.folder.appending(path: "table")
        let output = package.folder.appending(path: "output-suite.txt")
        var lines = ""
        for suite in try names() {
            try Data(count: size + 1).write(to: table)
            let began = Date()
            let end = try run(suite, ["UNDERSTUDY_MUTANT_TABLE": table.path], output: output, seconds: 120)
            guard end == .exit(0) else {
                report("\(suite) fails without a mutant and is left out")
                continue
            }
            let executed = try Data(contentsOf: table)
            let numbers = executed.indices.filter { executed[$0] != 0 }.map { "\($0)" }.joined(separator: ",")
            lines += "\(Int(Date().timeIntervalSince(began) * 1_000))\tsuite \(suite)\t\(numbers)\n"
        }
        try lines.write(to: file, atomically: true, encoding: .utf8)
    }

    /// Runs one suite.
    func run(_ suite: String, _ variables: [String: String], output: URL, seconds: Double) throws -> Child.End {
        try Child.run(
            package.suites.path, Self.standard + ["--filter", "^\(suite)/"], output: output, variables: variables,
            in: package.root, seconds: seconds)
    }

    /// Returns the names of all suites, such as `ChatCoreTests.LinkTests`.
    private func names() throws -> [String] {
        let output = package.folder.appending(path: "output-suite.txt")
        let end = try Child.run(package.suites.path, Self.standard + ["--list-tests"], output: output, in: package.root)
        guard end == .exit(0) else { throw ToolError("the suites cannot be listed: see \(output.path)") }
        let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
        let names = text.split(separator: "\n").compactMap { line -> String? in
            let suite = line.prefix { $0 != "/" }
            guard suite.count < line.count, Self.targets.contains(String(suite.prefix { $0 != "." })) else {
                return nil
            }
            return String(suite)
        }
        return Set(names).sorted()
    }
}
