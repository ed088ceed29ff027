import Dispatch
import Foundation
import Synchronization

/// A campaign, which runs mutants until its time is over and stores each result at once.
struct Campaign {
    let package: MutatedPackage
    let minutes: Double
    /// The number of mutants that run at a time.
    let jobs: Int

    private struct State {
        var results: MutantResults
        var waiting: [Mutant]
        var count = 0
        var problem: String?
    }

    /// The seconds after which no further suite of `Tests` begins for a mutant.
    private static let suiteSeconds = 20.0
    /// The seconds after which one suite hangs.
    private static let suiteHangs = 90.0

    /// The file of the results.
    static func results(of package: MutatedPackage) -> MutantResults {
        MutantResults(file: package.folder.appending(path: "results.jsonl"))
    }

    func run() throws {
        let mutants = try package.built()
        let trace = try MutantTrace(of: package, mutants: mutants)
        let results = Self.results(of: package)
        let newest = try MutantTrace.newest(package)
        let newestOfAll = max(newest, MutantTrace.time(of: package.suites))
        let end = Date().addingTimeInterval(minutes * 60)
        let waiting = order(mutants, results, newest: newestOfAll)
        report("\(waiting.count) of \(mutants.count) mutants are waiting")
        let state = Mutex(State(results: results, waiting: waiting.reversed()))
        DispatchQueue.concurrentPerform(iterations: jobs) { worker in
            while Date() < end, let mutant = state.withLock({ $0.problem == nil ? $0.waiting.popLast() : nil }) {
                do {
                    // Only the suites have changed since a survivor's last run.
                    let hasRun = results[mutant].map { $0.at >= newest } ?? false
                    let result = try run(mutant, trace, skipsProgram: hasRun, worker)
                    try state.withLock { state in
                        try state.results.add(result)
                        state.count += 1
                        if state.count % 100 == 0 { report(state.results.summary(of: mutants)) }
                    }
                } catch {
                    state.withLock { $0.problem = "\(error)" }
                }
            }
        }
        let last = state.withLock { ($0.results.summary(of: mutants), $0.problem) }
        report(last.0)
        if let problem = last.1 { throw ToolError(problem) }
    }

    /// Returns the mutants without a result, and the survivors of an older program, of older suites or of older
    /// scenarios. Their order does not depend on their places, so that the first ones are a fair sample.
    private func order(_ mutants: [Mutant], _ results: MutantResults, newest: Double) -> [Mutant] {
        let waiting = mutants.filter { mutant in
            results[mutant].map { $0.verdict.isSurvivor && $0.at < newest } ?? true
        }
        return waiting.map { (hash: Self.hash($0.id), mutant: $0) }.sorted { $0.hash < $1.hash }.map(\.mutant)
    }

    /// A hash that is the same in each run: FNV-1a, mixed so that similar texts have unlike hashes.
    private static func hash(_ text: String) -> UInt64 {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return (hash ^ (hash >> 31)) &* 0x9e37_79b9_7f4a_7c15
    }

    /// Runs the cases of a mutant in the program, and then the suites, until the first failure.
    private func run(
        _ mutant: Mutant, _ trace: MutantTrace, skipsProgram: Bool, _ worker: Int
    ) throws -> MutantResult {
        let began = Date()
        let (plan, suites) = (trace.plan(for: mutant), trace.suites(for: mutant))
        if plan.isEmpty, suites.isEmpty { return result(mutant, .unreached, began) }
        if !plan.isEmpty, !skipsProgram {
            let (verdict, by) = try runProgram(mutant, plan, worker)
            if !verdict.isSurvivor { return result(mutant, verdict, began, by: by) }
        }
        let suitesBegan = Date()
        for suite in suites where Date().timeIntervalSince(suitesBegan) < Self.suiteSeconds {
            let (verdict, by) = try runSuite(mutant, suite, worker)
            if !verdict.isSurvivor { return result(mutant, verdict, began, by: by) }
        }
        return result(mutant, .survived, began)
    }

    private func runProgram(_ mutant: Mutant, _ plan: [String], _ worker: Int) throws -> (Verdict, by: String) {
        let file = package.folder.appending(path: "plan-\(worker).txt")
        let output = package.folder.appending(path: "output-\(worker).txt")
        try plan.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
        let end = try Child.run(
            package.program.path, ["run", file.path], output: output, variables: variables(mutant), in: package.root,
            seconds: 300)
        let last = try Self.text(of: output).split(separator: "\n").suffix(2).joined(separator: " ")
        let by = String(last.prefix(300))
        switch end {
        case .exit(0): return (.survived, by)
        case .exit(1): return (.caught, by)
        case .exit(2): throw ToolError("the program cannot run a mutant: see \(output.path)")
        case .exit(3), .timeout: return (.hung, by)
        case .exit(4): return (.outOfMemory, by)
        case .exit, .signal: return (.crashed, by)
        }
    }

    private func runSuite(_ mutant: Mutant, _ suite: String, _ worker: Int) throws -> (Verdict, by: String) {
        let output = package.folder.appending(path: "output-\(worker).txt")
        let end = try TestSuites(package: package).run(
            suite, variables(mutant), output: output, seconds: Self.suiteHangs)
        switch end {
        case .exit(0): return (.survived, "")
        case .timeout: return (.hung, "suite \(suite)")
        case .exit:
            let failed = try Self.text(of: output).split(separator: "\n").first { $0.contains("recorded an issue") }
            return (.caught, "suite \(suite): \((failed ?? "").prefix(250))")
        case .signal: return (.crashed, "suite \(suite)")
        }
    }

    private func variables(_ mutant: Mutant) -> [String: String] {
        ["UNDERSTUDY_MUTANT": "\(mutant.number)", "SWIFT_BACKTRACE": "enable=no"]
    }

    private func result(_ mutant: Mutant, _ verdict: Verdict, _ began: Date, by: String = "") -> MutantResult {
        MutantResult(
            id: mutant.id, source: mutant.source, verdict: verdict, by: by,
            seconds: (Date().timeIntervalSince(began) * 10).rounded() / 10, at: Date().timeIntervalSince1970.rounded())
    }

    private static func text(of file: URL) throws -> String {
        String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
}
