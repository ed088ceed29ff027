import ChatSystem

/// The command `chat-simulator`, which runs one seed after the other until a simulation fails.
public enum SimulationCommand {
    static let description = CommandDescription(
        "chat-simulator", "simulate people, devices, apps and faults on the real server",
        help: """
            Runs the real server in one thread through weeks of simulated time. Simulated people use it with several
            devices and apps, while connections break, servers are killed and disks fail. A seed decides everything
            that happens in a run. A failure is printed as the shortest history that still fails, with the command that
            replays it.

            usage: script/simulate [options]

              --seeds A..B    runs these seeds (default: 1..1000)
              --minutes M     stops after M minutes; without --seeds, runs as many seeds as fit
              --seed N        runs only this seed
              --steps LIST    runs only these steps of each history, such as 3,17,42
              --length N      the number of steps of a history (default: 150)
              --nodes N       the number of servers on one log, 1 to 5 (default: 1); two or more share two worlds
              --folder DIR    stores the log as an SQLite file in DIR, on a simulated disk that fails
              --defect NAME   plants a defect, which the checks must find
              --defects       lists the defects, each with the number of seeds that it takes to find it
              --trace         prints each step of each run
              --help          prints this text

            exit status: 0 no failure, 1 a failure was found, 2 bad usage

            """)

    /// Runs the command.
    ///
    /// - Parameter words: The words after the program's name.
    /// - Returns: The exit status.
    public static func run(_ words: [String]) -> Int32 {
        do throws(OptionFault) {
            let words = try OptionWords(words, of: description)
            if words.wantsHelp {
                StandardStream.output.write(description.help)
                return 0
            }
            if words.has("--defects") {
                for defect in Defect.allCases {
                    StandardStream.output.write("\(defect.rawValue) (\(defect.seeds)): \(defect.sentence)\n")
                }
                return 0
            }
            guard let run = SimulationRun(words) else { return refuse("an option has an invalid value: see --help") }
            return run.run { StandardStream.output.write($0 + "\n") }
        } catch {
            return refuse(error.line(of: "chat-simulator", help: "chat-simulator --help"))
        }
    }

    private static func refuse(_ line: String) -> Int32 {
        StandardStream.error.write("chat-simulator: \(line)\n")
        return 2
    }
}

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
