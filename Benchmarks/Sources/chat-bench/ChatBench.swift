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
        var growth = Growth(of: "links", sizes: options.shelves)
        if options.measures("shelf") {
            for round in 1...options.rounds {
                for links in options.shelves {
                    System.say("round \(round) of \(options.rounds): a shelf of \(links) links")
                    try ShelfMeasures(options: options, links: links).run { growth.add($1, $0, at: links) }
                }
            }
        }
        for table in [fanOut, fanOutCost, single, rooms, messages, roomsCost, start, resident, proportional] {
            let text = table.text(options.contenders, asMarkdown: options.asMarkdown)
            if !text.isEmpty { print(text) }
        }
        let text = growth.text(asMarkdown: options.asMarkdown)
        if !text.isEmpty { print(text) }
        if options.only == ["shelf"] { return }
        print(options.asMarkdown ? "What an acknowledgement promises:\n" : "What an acknowledgement promises")
        for contender in options.contenders { print("- \(contender.name): \(contender.promise).") }
    }
}
