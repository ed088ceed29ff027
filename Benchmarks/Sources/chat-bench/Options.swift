/// What the command line asks for.
struct Options {
    /// Where the programs are that are measured, by the name that a contender has for its own.
    private var programs: [String: String] = [:]
    /// The chat-client that plays scenarios, and the folder of them.
    var client = ""
    var scenarios = "scenarios"
    /// Empty where there is no peer to play beside; and the same scenarios as it wants them.
    var behave = ""
    var behaveFolder = ""
    /// Empty where there is no peer to type into.
    var weechat = ""
    /// The address of a PostgreSQL database to measure the server on as well; empty for none.
    var database = ""
    /// Where the stores are put: on a disk, for a sync in memory costs nothing.
    var directory = "."
    var rounds = 7
    var starts = 20
    var format = Format.text
    /// Where the chart is put; nil if none is wanted.
    var chart: String?
    /// Which measurements; all if empty.
    var only: [String] = []

    var receivers = 100
    /// How long messages are said in a round.
    var seconds = 0.5
    var fanOutWindow = 64
    var rooms = 333
    var latencyReceivers = 10
    var latencyRate = 1_000
    var latencyMessages = 1_500
    var idleRooms = 1_000
    var shelves = [1_000, 10_000, 100_000]
    var shelfConversations = 2_000
    var shelfRepetitions = 100
    var storySteps = [10, 100, 1_000, 4_000]
    var growthRepetitions = 100
    /// How many of the sizes of what grows are measured.
    var growthSizes = Int.max

    /// The messages of a short and of a long conversation that a terminal shows.
    var conversations = (short: 1_000, long: 100_000)
    var keys = 400
    var floodRate = 1_000
    var pastes = 2
    var pasteBytes = 1_000_000

    /// How many rooms of three there are at several servers.
    var nodeRooms = 1_000

    static let measurements = ["fan-out", "rooms", "latency", "idle", "start", "shelf", "play", "redraw"]

    /// Those that are measured only if they are asked for, since they take long; `growth` is all of them.
    static let growths = GrowthMeasures.Subject.allCases.map(\.word)

    private static let knownPrograms = Set((Contenders.all + Contenders.inDatabase("")).map(\.program)).sorted()

    static let help = """
        chat-bench: measures chat-server and chat-client, alone or beside others, on the same work in the same run.

        USAGE
          chat-bench --peer chat-server=FILE [options]

        OPTIONS
          --peer NAME=FILE  a server to measure: \(Self.knownPrograms.joined(separator: ", "))
          --client FILE     the chat-client whose play and screen are measured
          --weechat FILE    the weechat whose screen is measured beside it
          --scenarios DIR   the scenarios that it plays
          --behave FILE     the behave to play them beside it, with steps that do nothing
          --behave-folder DIR  the same scenarios, with those steps
          --directory DIR   where the stores are put; must be on a disk
          --database ADDRESS  a PostgreSQL database to measure the server on as well, postgres://…
          --rounds N        how often each is measured, in turn; 7 unless told otherwise
          --only LIST       some of: \(measurements.joined(separator: ","));
                            and what takes long, only if asked for: nodes (several servers on the
                            database), growth, or some of
                            \(growths.joined(separator: ","))
          --quick           a tenth of the work, once: to see that it runs
          --markdown        the tables as Markdown
          --json            a line of JSON for each sample
          --svg FILE        a chart of the servers, beside the report; of what grows, where only that
                            is measured
          --help            print this

        """

    /// Reads the words after the program's name; nil if help is asked for.
    init?(_ words: [String]) throws(BenchError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            func value() throws(BenchError) -> String {
                guard let value = rest.popFirst() else { throw BenchError("\(word) needs a value") }
                return value
            }
            switch word {
            case "--help", "-h": return nil
            case "--peer":
                let words = try value().split(separator: "=", maxSplits: 1).map(String.init)
                guard words.count == 2, Self.knownPrograms.contains(words[0]) else {
                    throw BenchError("--peer wants NAME=FILE; --help has the names")
                }
                programs[words[0]] = words[1]
            case "--client": client = try value()
            case "--weechat": weechat = try value()
            case "--scenarios": scenarios = try value()
            case "--behave": behave = try value()
            case "--behave-folder": behaveFolder = try value()
            case "--directory": directory = try value()
            case "--database": database = try value()
            case "--rounds":
                guard let number = Int(try value()), number > 0 else { throw BenchError("--rounds must be 1 or more") }
                rounds = number
            case "--only":
                only = try value().split(separator: ",").map(String.init)
                let known = Self.measurements + ["nodes", "growth"] + Self.growths
                if let wrong = only.first(where: { !known.contains($0) }) {
                    throw BenchError("--only knows \(known.joined(separator: ", ")), and not \(wrong)")
                }
            case "--quick":
                (rounds, starts) = (1, 3)
                (seconds, latencyMessages, idleRooms) = (0.1, 300, 100)
                (shelves, shelfConversations, shelfRepetitions) = ([100, 1_000], 200, 10)
                storySteps = [10, 100]
                (growthSizes, growthRepetitions, nodeRooms) = (2, 10, 30)
                (conversations, keys, pastes) = ((100, 10_000), 50, 1)
            case "--markdown": format = .markdown
            case "--json": format = .json
            case "--svg": chart = try value()
            default: throw BenchError("there is no option \(word); --help lists them")
            }
        }
        if measures("play") || measures("redraw"), client.isEmpty {
            throw BenchError("--client must say which chat-client; script/bench does")
        }
        guard programs["chat-server"] != nil else {
            throw BenchError("--peer chat-server=FILE must say which chat-server; script/bench does")
        }
    }

    func measures(_ name: String) -> Bool { only.isEmpty || only.contains(name) }

    func measures(_ subject: GrowthMeasures.Subject) -> Bool {
        only.contains("growth") || only.contains(subject.word)
    }

    /// Those whose programs are here.
    var contenders: [any Contender] {
        (Contenders.all + (database.isEmpty ? [] : Contenders.inDatabase(database)))
            .filter { programs[$0.program] != nil }
    }

    func path(of contender: any Contender) throws(BenchError) -> String {
        guard let path = programs[contender.program] else { throw BenchError("there is no \(contender.program)") }
        return path
    }
}
