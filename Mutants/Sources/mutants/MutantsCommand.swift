import Foundation

/// The command of `script/mutants`.
@main
struct MutantsCommand {
    /// The fewest mutants that the sources must have.
    private static let fewest = 1_000

    private let package: MutatedPackage
    private let words: [String]

    static func main() {
        let root = URL(filePath: FileManager.default.currentDirectoryPath)
        let command = MutantsCommand(
            package: MutatedPackage(root: root), words: Array(CommandLine.arguments.dropFirst()))
        do {
            exit(try command.run())
        } catch {
            FileHandle.standardError.write(Data("script/mutants: \(error)\n".utf8))
            exit(2)
        }
    }

    private func run() throws -> Int32 {
        switch words.first {
        case "--check" where words.count == 1: return try check()
        case "--write" where words.count == 1: try package.write(files())
        case "--drop" where words.count == 2:
            let log = try String(contentsOf: URL(filePath: words[1]), encoding: .utf8)
            report("\(try package.drop(files(), errorsOf: log)) mutants are left out")
        case "--build" where words.count == 1: try package.build(files(), withSuites: false)
        case "--build-suites" where words.count == 1: try package.build(files(), withSuites: true)
        case "--minutes" where words.count >= 2: try campaign()
        case "--survivors" where words.count == 1: try listSurvivors()
        default: throw ToolError("unknown option: see script/mutants --help")
        }
        return 0
    }

    private func files() throws -> [MutatedFile] { try SourceFolders(root: package.root).files() }

    private func check() throws -> Int32 {
        let mutants = try files().flatMap(\.mutants)
        report(MutantCounts(mutants: mutants))
        let ids = Set(mutants.map(\.id))
        guard ids.count == mutants.count else { throw ToolError("two mutants have the same identifier") }
        let unknown = try reasons().keys.filter { !ids.contains($0) }.sorted()
        for id in unknown { report("\(Self.reasonList): there is no mutant \(id)") }
        return mutants.count >= Self.fewest && unknown.isEmpty ? 0 : 1
    }

    private func campaign() throws {
        guard let minutes = Double(words[1]), minutes > 0 else { throw ToolError("the minutes are a number above 0") }
        var jobs = ProcessInfo.processInfo.activeProcessorCount
        if words.count == 4, words[2] == "--jobs", let number = Int(words[3]), number > 0 { jobs = number }
        try Campaign(package: package, minutes: minutes, jobs: jobs).run()
    }

    // MARK: Survivors

    /// The list of the mutants that change nothing that anyone can observe, each with its reason.
    private static let reasonList = "script/support/mutants-equal.txt"

    /// Returns the reasons by identifier.
    private func reasons() throws -> [String: String] {
        let text = try String(contentsOf: package.root.appending(path: Self.reasonList), encoding: .utf8)
        var reasons: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let space = line.firstIndex(of: " ") else { throw ToolError("no reason in: \(line)") }
            reasons[String(line[..<space])] = line[space...].trimmingCharacters(in: .whitespaces)
        }
        return reasons
    }

    private func listSurvivors() throws {
        let reasons = try reasons()
        let mutants = try package.built()
        let results = Campaign.results(of: package)
        var open = 0
        for mutant in mutants {
            guard let result = results[mutant], result.verdict.isSurvivor else { continue }
            if reasons[mutant.id] == nil { open += 1 }
            report("Sources/\(mutant.file):\(mutant.line): \(mutant.kind.sentence) (\(result.verdict.rawValue))")
            report("    \(mutant.source.prefix(160))")
            report("    \(mutant.id)")
            if let reason = reasons[mutant.id] { report("    equal: \(reason)") }
        }
        report(results.summary(of: mutants))
        report("\(open) survivors have neither a test nor a reason")
    }
}
