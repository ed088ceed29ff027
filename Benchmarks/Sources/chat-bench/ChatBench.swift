import Glibc

/// Measures `chat-server` beside its peer, and prints what came out. It asserts nothing: a machine that is busy makes
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
        let measures = Measures(options: options)
        var fanOut = Table("Fan-out to \(options.receivers)", unit: "deliveries/s", moreIsBetter: true)
        var fanOutCost = Table("Fan-out, the server's CPU", unit: "µs a delivery", moreIsBetter: false, digits: 2)
        var single = Table("Fan-out, one message at a time", unit: "deliveries/s", moreIsBetter: true)
        var rooms = Table("Rooms of 3", unit: "deliveries/s", moreIsBetter: true)
        var messages = Table("Rooms of 3", unit: "acknowledged messages/s", moreIsBetter: true)
        var roomsCost = Table("Rooms of 3, the server's CPU", unit: "µs a delivery", moreIsBetter: false, digits: 2)
        var start = Table("Start to first login", unit: "ms", moreIsBetter: false, digits: 2)
        var resident = Table("An idle connection, resident", unit: "bytes", moreIsBetter: false)
        var proportional = Table("An idle connection, proportional", unit: "bytes", moreIsBetter: false)
        for round in 1...options.rounds {
            for contender in options.contenders {
                System.say("round \(round) of \(options.rounds): \(contender.name)")
                if options.measures("fan-out") {
                    let throughput = try measures.fanOut(
                        contender, window: options.fanOutWindow, messages: options.fanOutMessages)
                    fanOut.add(throughput.deliveries, contender)
                    fanOutCost.add(throughput.cost, contender)
                    let slow = try measures.fanOut(contender, window: 1, messages: options.singleMessages)
                    single.add(slow.deliveries, contender)
                }
                if options.measures("rooms") {
                    let throughput = try measures.rooms(contender)
                    rooms.add(throughput.deliveries, contender)
                    messages.add(throughput.messages, contender)
                    roomsCost.add(throughput.cost, contender)
                }
                if options.measures("idle") {
                    let memory = try measures.idle(contender)
                    resident.add(memory.resident, contender)
                    proportional.add(memory.proportional, contender)
                }
            }
        }
        if options.measures("start") {
            for _ in 1...options.starts {
                for contender in options.contenders { start.add(try measures.start(contender), contender) }
            }
        }
        var growth = Growth("A shelf, as it grows", of: "links", sizes: options.shelves)
        if options.measures("shelf") {
            for round in 1...options.rounds {
                for links in options.shelves {
                    System.say("round \(round) of \(options.rounds): a shelf of \(links) links")
                    try ShelfMeasures(options: options, links: links).run { growth.add($1, $0, at: links) }
                }
            }
        }
        try play(options)
        try redraw(options)
        for table in [fanOut, fanOutCost, single, rooms, messages, roomsCost, start, resident, proportional] {
            let text = table.text(options.contenders, asMarkdown: options.asMarkdown)
            if !text.isEmpty { print(text) }
        }
        let text = growth.text(asMarkdown: options.asMarkdown)
        if !text.isEmpty { print(text) }
        let measuresServers = ["fan-out", "rooms", "start", "idle"].contains { options.measures($0) }
        guard measuresServers else { return }
        print(options.asMarkdown ? "What an acknowledgement promises:\n" : "What an acknowledgement promises")
        for contender in options.contenders { print("- \(contender.name): \(contender.promise).") }
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
                let run = try measures.story(steps: steps)
                story.add(run.cpu, .init(title: "The whole process", unit: "ms of CPU"), at: steps)
                story.add(run.cpu / Double(steps), .init(title: "A step", unit: "ms of CPU"), at: steps)
            }
        }
        for text in [folder.text(asMarkdown: options.asMarkdown), story.text(asMarkdown: options.asMarkdown)]
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
        print(table.text(asMarkdown: options.asMarkdown))
    }
}
