import Foundation

/// The copy of the package with all mutants in it, below `.build/mutants`.
struct MutatedPackage {
    /// The root of the original package.
    let root: URL

    var folder: URL { root.appending(path: ".build/mutants") }
    var copy: URL { folder.appending(path: "package") }
    /// The program that runs one mutant, in a release build: a scenario takes a millisecond instead of 30.
    var program: URL { scratch(ofSuites: false).appending(path: "release/mutant-run") }
    /// The tests of the mutated modules, in a debug build.
    var suites: URL { scratch(ofSuites: true).appending(path: "debug/understudyPackageTests.xctest") }
    /// The mutants of the last build.
    var list: URL { folder.appending(path: "mutants.json") }
    /// The identifiers and texts of the mutants that do not compile.
    private var dropList: URL { folder.appending(path: "dropped.txt") }

    /// The folders that the copy needs, besides `Sources`.
    private static let tests = [
        "ChatCoreTests", "ChatEngineTests", "ChatSessionTests", "ServerTestSupport", "TestExtent", "TestSupport",
    ]

    /// The lines at the end of the copy's manifest: only what the program and the tests of the mutated modules need.
    private static let manifestEnd = """

        package.targets.append(
            .executableTarget(
                name: "mutant-run", dependencies: ["ChatCore", "ChatScenario", "ChatSystem", "ChatTestKit"],
                path: "Sources/Programs/mutant-run", swiftSettings: house))
        var needed: Set = ["mutant-run", "ChatCoreTests", "ChatEngineTests", "ChatSessionTests"]
        var open = Array(needed)
        while let name = open.popLast() {
            for case .byNameItem(let other, _) in package.targets.first(where: { $0.name == name })?.dependencies ?? []
            where needed.insert(other).inserted {
                open.append(other)
            }
        }
        package.targets = package.targets.filter { needed.contains($0.name) }
        package.products = []

        """

    private func scratch(ofSuites: Bool) -> URL { folder.appending(path: ofSuites ? "build" : "release") }

    // MARK: Mutants that do not compile

    /// Reads the mutants that an earlier build dropped.
    func dropped() -> Set<String> {
        let text = (try? String(contentsOf: dropList, encoding: .utf8)) ?? ""
        return Set(text.split(separator: "\n").map(String.init))
    }

    /// The line of a mutant in the list of dropped mutants. Another text at the same identifier is another mutant.
    static func key(_ mutant: Mutant) -> String { "\(mutant.id) \(mutant.source)" }

    /// Drops the mutants that a compiler's errors are about.
    ///
    /// - Parameter log: The output of the compiler.
    /// - Returns: The number of the dropped mutants.
    func drop(_ files: [MutatedFile], errorsOf log: String) throws -> Int {
        let old = dropped()
        var new: Set<String> = []
        var texts: [String: MutatedText] = [:]
        for line in log.split(separator: "\n") {
            guard let error = CompilerError(line),
                let file = files.first(where: { error.path.hasSuffix("Sources/\($0.path)") })
            else { continue }
            let text = texts[file.path] ?? text(of: file, old)
            texts[file.path] = text
            let suspects = text.suspects(line: error.line, column: error.column).map { file.mutants[$0] }
            new.formUnion(
                (suspects.isEmpty ? Self.statements(of: file, before: error.line, old) : suspects).map(Self.key))
        }
        try write((old.union(new).sorted().joined(separator: "\n") + "\n").data(using: .utf8) ?? Data(), to: dropList)
        return new.count
    }

    /// Returns the dropped statements of the declaration around a line, for an error that is not at its cause, such as a
    /// value that is used before it is set.
    private static func statements(of file: MutatedFile, before line: Int, _ dropped: Set<String>) -> [Mutant] {
        let function = file.mutants.last { $0.line <= line }?.function
        return file.mutants.filter {
            $0.function == function && [.droppedCall, .droppedAssignment].contains($0.kind)
                && !dropped.contains(key($0))
        }
    }

    private func text(of file: MutatedFile, _ dropped: Set<String>) -> MutatedText {
        let indices = file.mutants.indices.filter { dropped.contains(Self.key(file.mutants[$0])) }
        return MutatedText(file, without: Set(indices))
    }

    // MARK: Writing and building

    /// Writes the copy. A file that would not change keeps its time, so that it is not compiled again.
    func write(_ files: [MutatedFile]) throws {
        let dropped = dropped()
        var contents: [String: Data] = [:]
        for path in try SourceFolders.paths(in: root.appending(path: "Sources")) {
            contents["Sources/\(path)"] = try Data(contentsOf: root.appending(path: "Sources/\(path)"))
        }
        for folder in Self.tests {
            for path in try SourceFolders.paths(in: root.appending(path: "Tests/\(folder)")) {
                contents["Tests/\(folder)/\(path)"] = try Data(
                    contentsOf: root.appending(path: "Tests/\(folder)/\(path)"))
            }
        }
        for file in files { contents["Sources/\(file.path)"] = Data(text(of: file, dropped).bytes) }
        let parts = root.appending(path: "Mutants/Program")
        for folder in SourceFolders.all {
            contents["Sources/\(folder)/Mutant.swift"] = try Data(contentsOf: parts.appending(path: "Mutant.swift"))
        }
        contents["Sources/Scenario/MutantPlayer.swift"] = try Data(
            contentsOf: parts.appending(path: "MutantPlayer.swift"))
        contents["Sources/Programs/mutant-run/MutantProgram.swift"] = try Data(
            contentsOf: parts.appending(path: "MutantProgram.swift"))
        let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
            .replacing("    .treatAllWarnings(as: .error),\n", with: "")
        contents["Package.swift"] = Data((manifest + Self.manifestEnd).utf8)
        for (path, data) in contents { try write(data, to: copy.appending(path: path)) }
        // Only in the folders that are copies: the others are links.
        for folder in ["Sources"] + Self.tests.map({ "Tests/\($0)" }) {
            for path in try SourceFolders.paths(in: copy.appending(path: folder))
            where contents["\(folder)/\(path)"] == nil {
                try FileManager.default.removeItem(at: copy.appending(path: "\(folder)/\(path)"))
            }
        }
        try link()
    }

    /// Links the folders that tests read, such as `docs`, into the copy.
    private func link() throws {
        let files = FileManager.default
        for (folder, own) in [("", ["Sources", "Tests"]), ("Tests/", Self.tests)] {
            for name in try files.contentsOfDirectory(atPath: root.appending(path: folder).path)
            where !own.contains(name) && !name.hasPrefix(".") && name != "Package.swift" {
                let link = copy.appending(path: folder + name)
                guard !files.fileExists(atPath: link.path) else { continue }
                try files.createSymbolicLink(at: link, withDestinationURL: root.appending(path: folder + name))
            }
        }
    }

    private func write(_ data: Data, to file: URL) throws {
        if let old = try? Data(contentsOf: file), old == data { return }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    /// Builds the program, without the mutants that do not compile.
    ///
    /// - Parameter withSuites: True to build the tests of the mutated modules instead.
    func build(_ files: [MutatedFile], withSuites: Bool) throws {
        let log = folder.appending(path: "build.log")
        while true {
            try write(files)
            let words =
                [
                    "build", "--package-path", copy.path, "--scratch-path", scratch(ofSuites: withSuites).path,
                    "-Xswiftc",
                    "-suppress-warnings",
                ]
                + ["-Xswiftc", "-continue-building-after-errors"]
                + (withSuites ? ["--build-tests"] : ["-c", "release", "--product", "mutant-run"])
            let end = try Child.run("/usr/bin/env", ["swift"] + words, output: log)
            if end == .exit(0) { break }
            let count = try drop(files, errorsOf: String(contentsOf: log, encoding: .utf8))
            guard count > 0 else { throw ToolError("the mutated package does not compile: see \(log.path)") }
            report("\(count) mutants do not compile and are left out")
        }
        let dropped = dropped()
        let mutants = files.flatMap(\.mutants).filter { !dropped.contains(Self.key($0)) }
        try write(JSONEncoder().encode(mutants), to: list)
        report("\(mutants.count) mutants in one program: \(program.path)")
    }

    /// Returns the mutants of the last build.
    func built() throws -> [Mutant] {
        guard let data = try? Data(contentsOf: list) else { throw ToolError("first run script/mutants --build") }
        return try JSONDecoder().decode([Mutant].self, from: data)
    }
}

/// An error in the output of the compiler: `PATH:LINE:COLUMN: error: …`.
struct CompilerError {
    let path: String
    let line: Int
    let column: Int

    init?(_ text: Substring) {
        guard let range = text.firstRange(of: ": error: ") else { return nil }
        let parts = text[..<range.lowerBound].split(separator: ":")
        guard parts.count >= 3, let line = Int(parts[parts.count - 2]), let column = Int(parts[parts.count - 1]) else {
            return nil
        }
        path = parts.dropLast(2).joined(separator: ":")
        (self.line, self.column) = (line, column)
    }
}

/// An error of the tool, in one sentence.
struct ToolError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
