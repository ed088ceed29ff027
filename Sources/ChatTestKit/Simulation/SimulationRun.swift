import ChatSystem

/// Runs one seed after the other and reports the results.
struct SimulationRun {
    var seeds: ClosedRange<UInt64> = 1...1_000
    var minutes: Int64 = 0
    var steps: Set<Int>?
    var length = 150
    var nodes = 1
    var defect: Defect?
    var traces = false
    /// The folder of the log's file; nil for a log in memory.
    var folder: String?

    /// The number of seeds after which the run reports its progress.
    private static let progress = 5_000

    init() {}

    /// Reads the options of the command; nil if one has an invalid value.
    init?(_ words: OptionWords) {
        if let text = words.value("--seeds") {
            let ends = text.split(separator: ".", omittingEmptySubsequences: true).compactMap { UInt64($0) }
            guard ends.count == 2, ends[0] <= ends[1] else { return nil }
            seeds = ends[0]...ends[1]
        }
        if let text = words.value("--seed") {
            guard let seed = UInt64(text) else { return nil }
            seeds = seed...seed
        }
        if let text = words.value("--minutes") {
            guard let number = Int64(text), number > 0 else { return nil }
            minutes = number
            if words.value("--seeds") == nil { seeds = 1...UInt64.max }
        }
        if let text = words.value("--length") {
            guard let number = Int(text), (1...100_000).contains(number) else { return nil }
            length = number
        }
        if let text = words.value("--nodes") {
            guard let number = Int(text), (1...5).contains(number) else { return nil }
            nodes = number
        }
        if let text = words.value("--steps") {
            let numbers = text.split(separator: ",").compactMap { Int($0) }
            guard numbers.count == text.split(separator: ",").count else { return nil }
            steps = Set(numbers)
        }
        if let name = words.value("--defect") {
            guard let named = Defect(rawValue: name) else { return nil }
            defect = named
        }
        nodes = max(nodes, defect?.nodes ?? 1)
        folder = words.value("--folder")
        traces = words.has("--trace")
    }

    /// Runs the seeds.
    ///
    /// - Returns: The exit status: 0 without a failure, 1 after a failure, 2 if a log file cannot be created.
    func run(say: @escaping (String) -> Void) -> Int32 {
        let began = Clocks.steady()
        let end = began + minutes * 60_000
        var (count, lived, facts) = (0, Int64(0), Int64(0))
        var seed = seeds.lowerBound
        while seed <= seeds.upperBound, minutes == 0 || Clocks.steady() < end {
            guard let simulation = self.simulation(of: history(seed)) else {
                say("cannot create a log file in \(folder ?? "")")
                return 2
            }
            if traces { simulation.trace = say }
            let failure = simulation.run()
            count += 1
            lived += simulation.lived
            facts += simulation.model.end
            if let failure {
                tell(failure, of: seed, say)
                return 1
            }
            if count % Self.progress == 0 { say("\(count) seeds so far, no failure") }
            if seed == .max { break }
            seed += 1
        }
        let took = max(Clocks.steady() - began, 1)
        let weeks = lived / (7 * 86_400_000)
        say("\(count) seeds, no failure: \(weeks) simulated weeks, \(facts) records")
        say("\(Int64(count) * 1_000 / took) seeds a second, \(lived / took) times as fast as real time")
        return 0
    }

    private func history(_ seed: UInt64) -> History {
        let all = History(
            seed: seed, steps: length, nodes: nodes, worlds: defect?.worlds ?? (nodes == 1 ? 1 : 2))
        return steps.map(all.keeping) ?? all
    }

    private func simulation(of history: History) -> Simulation? {
        guard let folder else { return Simulation(history, defect: defect) }
        let path = folder + "/simulation.sqlite"
        for file in [path, path + "-wal"] { FileSystem.remove(file) }
        return try? Simulation(history, path: path)
    }

    private func tell(_ failure: Simulation.Failure, of seed: UInt64, _ say: @escaping (String) -> Void) {
        say("seed \(seed) failed \(failure)")
        var shrinker = Shrinker { self.simulation(of: $0)?.run() != nil }
        let short = shrinker.shortest(of: history(seed), failingAfter: failure.step)
        let simulation = self.simulation(of: short)
        simulation?.trace = say
        say("\nThe shortest history that still fails, found in \(shrinker.runs) runs:")
        if let last = simulation?.run() { say("\(last)") }
        let numbers = short.steps.isEmpty ? "0" : short.steps.map { "\($0.number)" }.joined(separator: ",")
        let others =
            (length == 150 ? "" : " --length \(length)") + (nodes == 1 ? "" : " --nodes \(nodes)")
            + (folder.map { " --folder \($0)" } ?? "") + (defect.map { " --defect \($0.rawValue)" } ?? "")
        say("\nReplay it:\n  script/simulate --seed \(seed) --steps \(numbers)\(others)")
    }
}
