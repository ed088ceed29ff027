import Glibc

/// Measures `chat-server` beside its peers, and prints what came out. It asserts nothing: a machine that is busy makes
/// every time longer, so that only the ratios of one run say something.
@main
struct ChatBench {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        do throws(BenchError) {
            guard let options = try Options(Array(CommandLine.arguments.dropFirst())) else {
                return print(Options.help, terminator: "")
            }
            System.raiseFileLimit()
            try run(options)
        } catch {
            System.say("chat-bench: \(error)")
            exit(1)
        }
    }

    private static func run(_ options: Options) throws(BenchError) {
        let report = try servers(options)
        let shelf = try shelf(options)
        let growths = try growths(options)
        try nodes(options)
        try play(options)
        try redraw(options)
        for text in [report.text(options.format), shelf.text(options.format)] where !text.isEmpty { print(text) }
        if let chart = options.chart {
            try System.write(growths.isEmpty ? report.chart : GrowthChart.svg(growths), toFile: chart)
        }
    }

    private static func servers(_ options: Options) throws(BenchError) -> Report {
        let measures = Measures(options: options)
        var report = Report(options.contenders)
        for round in 1...options.rounds {
            // Another begins each time, so that the first place is nobody's; and all do one work before the next, so that
            // what else the machine does is much the same for all of them.
            let first = (round - 1) % options.contenders.count
            let turn = options.contenders[first...] + options.contenders[..<first]
            for work in ["fan-out", "rooms", "latency", "idle"] where options.measures(work) {
                System.say("round \(round) of \(options.rounds): \(work)")
                for contender in turn {
                    try measures.measure(work, contender) { report.add($0, contender, round: round, $1, load: $2) }
                }
            }
        }
        guard options.measures("start") else { return report }
        for round in 1...options.starts {
            for contender in options.contenders {
                report.add(.start, contender, round: round, try measures.start(contender))
                let isFirst = options.contenders.first { $0.program == contender.program }?.name == contender.name
                guard isFirst, let time = try measures.version(contender) else { continue }
                report.add(.version, contender, round: round, time)
            }
        }
        return report
    }

    private static func shelf(_ options: Options) throws(BenchError) -> Growth {
        var growth = Growth("A shelf, as it grows", of: "links", sizes: options.shelves)
        guard options.measures("shelf") else { return growth }
        for round in 1...options.rounds {
            for links in options.shelves {
                System.say("round \(round) of \(options.rounds): a shelf of \(links) links")
                try ShelfMeasures(options: options, links: links).run { growth.add($1, $0, at: links) }
            }
        }
        return growth
    }

    private static func growths(_ options: Options) throws(BenchError) -> [Growth] {
        var growths: [Growth] = []
        for subject in GrowthMeasures.Subject.allCases where options.measures(subject) {
            let sizes = Array(subject.sizes.prefix(options.growthSizes))
            var growth = Growth(subject.title, of: "", sizes: sizes)
            for round in 1...options.rounds {
                for size in sizes {
                    System.say("round \(round) of \(options.rounds): \(size) \(subject.rawValue)")
                    try GrowthMeasures(options: options).run(subject, size: size) { growth.add($1, $0, at: size) }
                }
            }
            // At once: the largest take minutes, and what was measured before is not lost by them.
            print(growth.text(options.format))
            growths.append(growth)
        }
        return growths
    }

    private static func nodes(_ options: Options) throws(BenchError) {
        guard options.only.contains("nodes") else { return }
        guard !options.database.isEmpty else { throw BenchError("nodes are measured on a --database") }
        for servers in NodeMeasures.servers {
            var growth = Growth("\(servers) on one database", of: "worlds", sizes: NodeMeasures.worlds)
            for round in 1...options.rounds {
                for worlds in NodeMeasures.worlds {
                    System.say("round \(round) of \(options.rounds): \(servers) servers, \(worlds) worlds")
                    for isApart in servers > 1 ? [true, false] : [false] {
                        try NodeMeasures(options: options).run(servers: servers, worlds: worlds, isApart: isApart) {
                            growth.add($1, $0, at: worlds)
                        }
                    }
                }
            }
            print(growth.text(options.format))
        }
    }

    private static func play(_ options: Options) throws(BenchError) {
        guard options.measures("play") else { return }
        let measures = PlayMeasures(options: options)
        var folder = FolderTable()
        var story = Growth("A story with a hundred persons, as it grows", of: "steps", sizes: options.storySteps)
        for round in 1...options.rounds {
            System.say("round \(round) of \(options.rounds): scenarios")
            let runs = try measures.folder()
            folder.add("read, every step looked up", runs.reading)
            folder.add("read and played", runs.ours)
            if let peer = runs.peer { folder.add("behave, with steps that do nothing", peer) }
            for steps in options.storySteps {
                let run = try measures.story(steps: steps, isTraced: false)
                story.add(run.cpu, .init(title: "The whole process", unit: "ms of CPU"), at: steps)
                story.add(run.cpu / Double(steps), .init(title: "A step", unit: "ms of CPU"), at: steps)
                let traced = try measures.story(steps: steps, isTraced: true)
                story.add(traced.wall, .init(title: "The whole process, with its trace", unit: "ms"), at: steps)
            }
        }
        for text in [folder.text(options.format), story.text(options.format)]
        where !text.isEmpty { print(text) }
    }

    private static func redraw(_ options: Options) throws(BenchError) {
        guard options.measures("redraw") else { return }
        var table = Comparison("A terminal of 120 columns and 40 rows")
        for round in 1...options.rounds {
            for program in ScreenProgram.allCases where program.isThere(options) {
                System.say("round \(round) of \(options.rounds): the screen of \(program.name)")
                try RedrawMeasures(program: program, options: options).run { table.add($1, $0, of: program.name) }
            }
        }
        print(table.text(options.format))
    }
}
