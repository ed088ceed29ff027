import ChatCore
import ChatScenario
import ChatSystem
import ChatTestKit
import Dispatch
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The program of all mutants. The tool copies this file into the mutated package.
///
///     mutant-run trace TABLE SEEDS   prints each case with its time and the mutants that it executes
///     mutant-run run PLAN            runs the cases of a file until the first failure or for 20 seconds
@main
struct MutantProgram {
    /// The exit statuses of a run.
    enum Status {
        static let survived: Int32 = 0
        static let caught: Int32 = 1
        static let unusable: Int32 = 2
        static let hung: Int32 = 3
        static let outOfMemory: Int32 = 4
    }

    /// The processor time for a whole run, in milliseconds. A busy machine changes no result.
    private static let runTime: Int64 = 20_000
    /// The processor time after which one case hangs, in milliseconds.
    private static let caseTime: Int64 = 5_000
    /// The time after which one case hangs that uses no processor, in milliseconds.
    private static let waitTime: Int64 = 20_000
    /// The time after which no further case begins, in milliseconds.
    private static let wholeTime: Int64 = 120_000
    /// The memory of a run, in megabytes.
    private static let memory = 1_500

    /// The time and the processor time at which the current case began.
    private static let caseBegan = Atomic<Int64>(0)
    private static let caseUse = Atomic<Int64>(0)

    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch words.first {
            case "trace" where words.count == 3: try trace(table: words[1], seeds: UInt64(words[2]) ?? 0)
            case "run" where words.count == 2: try run(plan: words[1])
            default: throw Unusable(reason: "usage: mutant-run trace TABLE SEEDS | run PLAN")
            }
        } catch {
            StandardStream.error.write("mutant-run: \(error)\n")
            CurrentProcess.exit(Status.unusable)
        }
    }

    struct Unusable: Error { let reason: String }

    private static func player() throws -> MutantPlayer {
        try MutantPlayer(folder: "scenarios") { try EmbeddedServer(seed: 0) }
    }

    /// Runs one case, such as `scenario FILE:LINE`, `linear FILE:LINE`, `ranking FILE` or `seed NUMBER NODES`.
    ///
    /// - Returns: The failure; nil if the case passed.
    private static func failure(of words: [Substring], _ player: MutantPlayer) -> String? {
        switch (words.first, words.count) {
        case ("scenario", 2): return player.play(String(words[1]), isLinear: false)
        case ("linear", 2): return player.play(String(words[1]), isLinear: true)
        case ("ranking", 2): return rankingFailure(String(words[1]))
        case ("seed", 3):
            guard let seed = UInt64(words[1]), let nodes = Int(words[2]) else { return "no such case" }
            let history = History(seed: seed, steps: 150, nodes: nodes, worlds: nodes == 1 ? 1 : 2)
            return Simulation(history).run().map { "\($0)" }
        default: return "no such case"
        }
    }

    private static func rankingFailure(_ path: String) -> String? {
        do {
            let text = String(decoding: try FileSystem.bytes(ofFile: path, max: 1_000_000), as: UTF8.self)
            let outcome = try RankingFixture(text).outcome()
            return outcome.isAsExpected ? nil : outcome.report
        } catch {
            return "\(error)"
        }
    }

    private static func run(plan: String) throws {
        let text = String(decoding: try FileSystem.bytes(ofFile: plan, max: 100_000_000), as: UTF8.self)
        let began = Clocks.steady()
        caseBegan.store(began, ordering: .relaxed)
        watch()
        let player = try player()
        for line in text.split(separator: "\n") {
            if usage().milliseconds > runTime || Clocks.steady() - began > wholeTime { break }
            caseBegan.store(Clocks.steady(), ordering: .relaxed)
            caseUse.store(usage().milliseconds, ordering: .relaxed)
            StandardStream.output.write("\(line)\n")
            if let failure = failure(of: line.split(separator: " "), player) {
                StandardStream.output.write("failed: \(failure)\n")
                CurrentProcess.exit(Status.caught)
            }
        }
        CurrentProcess.exit(Status.survived)
    }

    /// Ends the process from a second thread if a case hangs or the memory grows too large.
    private static func watch() {
        DispatchQueue.global().async {
            while true {
                usleep(200_000)
                let (milliseconds, megabytes) = usage()
                let use = milliseconds - caseUse.load(ordering: .relaxed)
                let passed = Clocks.steady() - caseBegan.load(ordering: .relaxed)
                // Not `exit`, which waits for locks that the first thread may hold.
                if megabytes > memory { _exit(Status.outOfMemory) }
                if use > caseTime || passed > waitTime { _exit(Status.hung) }
            }
        }
    }

    /// Returns the processor time and the largest memory of this process.
    private static func usage() -> (milliseconds: Int64, megabytes: Int) {
        var usage = rusage()
        // RUSAGE_SELF, whose type differs between the systems.
        getrusage(0, &usage)
        let seconds = Int64(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        let microseconds = Int64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        return (seconds * 1_000 + microseconds / 1_000, Int(usage.ru_maxrss) / 1_024)
    }

    private static func trace(table path: String, seeds: UInt64) throws {
        setenv("UNDERSTUDY_MUTANT_TABLE", path, 1)
        let file = open(path, O_RDWR)
        let size = Int(lseek(file, 0, SEEK_END))
        guard file >= 0, size > 0, let table = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            table != MAP_FAILED
        else { throw Unusable(reason: "the table \(path) cannot be mapped") }
        let executed = table.assumingMemoryBound(to: UInt8.self)
        let player = try player()
        let places = try player.places()
        var cases = places.map { "scenario \($0)" } + places.map { "linear \($0)" }
        let rankings = "Tests/Rankings"
        for name in try FileSystem.names(inFolder: rankings) where name.hasSuffix(".ranking") {
            cases.append("ranking \(rankings)/\(name)")
        }
        if seeds > 0 {
            for seed in 1...seeds { cases += ["seed \(seed) 1", "seed \(seed) 2"] }
        }
        for name in cases {
            memset(table, 0, size)
            let began = Clocks.steady()
            if let failure = failure(of: name.split(separator: " "), player) {
                // It would catch every mutant.
                StandardStream.error.write("mutant-run: \(name) fails without a mutant: \(failure)\n")
                continue
            }
            let numbers = (0..<size).filter { executed[$0] != 0 }.map { "\($0)" }.joined(separator: ",")
            StandardStream.output.write("\(Clocks.steady() - began)\t\(name)\t\(numbers)\n")
        }
    }
}
