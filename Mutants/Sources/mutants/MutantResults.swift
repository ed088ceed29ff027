import Foundation

/// The end of a mutant's run.
enum Verdict: String, Codable, CaseIterable {
    /// A case failed.
    case caught
    /// The process crashed.
    case crashed
    /// A case did not end.
    case hung
    /// The process used too much memory.
    case outOfMemory
    /// All cases passed, or those that the time allowed.
    case survived
    /// No case executes the mutant.
    case unreached

    /// True if a campaign did not find the mutant.
    var isSurvivor: Bool { self == .survived || self == .unreached }
}

/// The result of one mutant.
struct MutantResult: Codable {
    let id: String
    /// The changed text. The result of another text does not count.
    let source: String
    let verdict: Verdict
    /// The case that ended the run, and its failure.
    var by = ""
    /// The seconds that the run took.
    var seconds = 0.0
    /// The time of the result, in seconds since 1970.
    var at = 0.0
}

/// The results of all campaigns, one JSON object a line. A later line replaces an earlier one of the same mutant.
struct MutantResults {
    let file: URL
    private(set) var byID: [String: MutantResult] = [:]

    /// Reads the results.
    init(file: URL) {
        self.file = file
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        for line in text.split(separator: "\n") {
            guard let result = try? JSONDecoder().decode(MutantResult.self, from: Data(line.utf8)) else { continue }
            byID[result.id] = result
        }
    }

    /// Returns the result of a mutant; nil if it has none, or one of another text.
    subscript(mutant: Mutant) -> MutantResult? {
        guard let result = byID[mutant.id], result.source == mutant.source else { return nil }
        return result
    }

    /// Adds a result to the file.
    mutating func add(_ result: MutantResult) throws {
        byID[result.id] = result
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = try encoder.encode(result) + Data("\n".utf8)
        if !FileManager.default.fileExists(atPath: file.path) {
            try line.write(to: file)
            return
        }
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: line)
        try handle.close()
    }

    /// The numbers of a campaign, in a few lines.
    func summary(of mutants: [Mutant]) -> String {
        let results = mutants.compactMap { self[$0] }
        let survivors = results.count { $0.verdict.isSurvivor }
        let counts = Verdict.allCases.map { verdict in
            "\(results.count { $0.verdict == verdict }) \(verdict.rawValue)"
        }
        let caught = results.count - survivors
        let share = results.isEmpty ? "" : ", \(Double(caught * 1_000 / results.count) / 10) % caught"
        return "\(results.count) of \(mutants.count) mutants ran\(share)\n\(counts.joined(separator: ", "))"
    }
}
