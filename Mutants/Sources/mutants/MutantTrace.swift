import Foundation

/// The cases that execute each mutant, from a run without a mutant.
struct MutantTrace {
    /// One case, such as a scenario or a seed of the simulation.
    struct Case {
        let name: String
        let milliseconds: Int
        /// The number of mutants that it executes.
        let executed: Int

        /// The first word: `scenario`, `linear`, `ranking`, `seed` or `suite`.
        var kind: Substring { name.prefix { $0 != " " } }
        /// The file of a scenario.
        var file: String { String(name.prefix { $0 != ":" }) }
    }

    private var cases: [Case] = []
    /// The indices of cases by the mutants that they execute.
    private var byMutant: [Int: [Int]] = [:]

    /// The number of seeds of the simulation, each with one server and with two.
    private static let seeds = 20

    /// Reads the trace of the program, and makes it first if the program or a scenario is newer.
    init(of package: MutatedPackage, mutants: [Mutant]) throws {
        let file = package.folder.appending(path: "trace.txt")
        let newest = try Self.newest(package)
        if Self.time(of: file) < newest {
            report("tracing the mutants that each scenario and each seed executes")
            let table = package.folder.appending(path: "table")
            try Data(count: (mutants.map(\.number).max() ?? 0) + 1).write(to: table)
            let part = package.folder.appending(path: "trace.part")
            let end = try Child.run(
                package.program.path, ["trace", table.path, "\(Self.seeds)"], output: part,
                variables: ["UNDERSTUDY_MUTANT_TABLE": table.path], in: package.root)
            guard end == .exit(0) else { throw ToolError("the trace failed: see \(part.path)") }
            _ = try? FileManager.default.removeItem(at: file)
            try FileManager.default.moveItem(at: part, to: file)
        }
        read(try String(contentsOf: file, encoding: .utf8))
        try readSuites(of: package, mutants: mutants)
    }

    private mutating func readSuites(of package: MutatedPackage, mutants: [Mutant]) throws {
        let suites = TestSuites(package: package)
        guard suites.areBuilt else { return }
        let file = package.folder.appending(path: "trace-suites.txt")
        if Self.time(of: file) < Self.time(of: package.suites) {
            report("tracing the mutants that each suite executes")
            try suites.trace(size: mutants.map(\.number).max() ?? 0, into: file)
        }
        read(try String(contentsOf: file, encoding: .utf8))
    }

    /// The number of scenarios between two seeds.
    private static let stretch = 40

    /// The most scenarios that are also played line by line, if others execute a mutant: they rarely fail alone.
    private static let linear = 20

    /// Returns the names of the cases of the program that execute a mutant. Scenarios of many files come first, the
    /// quickest of each, with seeds between them.
    func plan(for mutant: Mutant) -> [String] {
        let all = (byMutant[mutant.number] ?? []).map { cases[$0] }
        var seeds = all.filter { $0.kind == "seed" }[...]
        var plan: [String] = []
        for (index, scenario) in Self.spread(all.filter { $0.kind == "scenario" || $0.kind == "ranking" }).enumerated()
        {
            if index % Self.stretch == Self.stretch - 1, let seed = seeds.popFirst() { plan.append(seed.name) }
            plan.append(scenario.name)
        }
        plan += seeds.map(\.name)
        let linear = Self.spread(all.filter { $0.kind == "linear" }).map(\.name)
        return plan + linear.prefix(plan.isEmpty ? linear.count : Self.linear)
    }

    /// Returns the names of the suites that execute a mutant. The quick ones that execute little else come first.
    func suites(for mutant: Mutant) -> [String] {
        let suites = (byMutant[mutant.number] ?? []).map { cases[$0] }.filter { $0.kind == "suite" }
        return suites.sorted { $0.milliseconds * $0.executed < $1.milliseconds * $1.executed }
            .map { String($0.name.dropFirst("suite ".count)) }
    }

    /// Returns the quickest case of each file, then the second of each, and so on.
    private static func spread(_ cases: [Case]) -> [Case] {
        var files: [String: Int] = [:]
        let quickest = cases.sorted { $0.milliseconds < $1.milliseconds }
        let ranked = quickest.enumerated().map { index, item in
            files[item.file, default: 0] += 1
            return (round: files[item.file, default: 0], index: index, item: item)
        }
        return ranked.sorted { ($0.round, $0.index) < ($1.round, $1.index) }.map(\.item)
    }

    private mutating func read(_ text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard parts.count == 3, let milliseconds = Int(parts[0]) else {
                report("\(line)")
                continue
            }
            let numbers = parts[2].utf8.split(separator: UInt8(ascii: ",")).compactMap { Int(Substring($0)) }
            for number in numbers { byMutant[number, default: []].append(cases.count) }
            cases.append(Case(name: String(parts[1]), milliseconds: milliseconds, executed: numbers.count))
        }
    }

    /// Returns the time of the program or of the newest scenario.
    static func newest(_ package: MutatedPackage) throws -> Double {
        let folder = package.root.appending(path: "scenarios")
        let scenarios = try SourceFolders.paths(in: folder).map { time(of: folder.appending(path: $0)) }
        return max(scenarios.max() ?? 0, time(of: package.program))
    }

    /// Returns the time of a file's last change in seconds since 1970; 0 if it does not exist.
    static func time(of file: URL) -> Double {
        let values = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (values?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    }
}
