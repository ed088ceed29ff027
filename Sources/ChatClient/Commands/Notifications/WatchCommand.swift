import ChatConnection
import ChatOptions
import ChatProtocol
import ChatSystem

/// `chat-client watch`: what a session is told, one JSON a line, for `jq` and tests in other languages.
enum WatchCommand {
    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        let (servers, others) = try words.servers(environment)
        try words.limit(others, to: 0)
        let timeout = Int64(try words.timeoutMilliseconds())
        let hello = Hello(try words.identity(), world: words.world, after: try words.cursor("--after"))
        return watch(
            NotificationStream(
                to: servers, hello.with(try words.credentials(environment)), timeoutMilliseconds: timeout))
    }

    private static func watch(_ stream: NotificationStream) -> Int32 {
        while true {
            var lines: [UInt8] = []
            for heard in stream.takeHeard() { lines += heard.message + [0x0A] }
            if !lines.isEmpty {
                guard StandardStream.output.write(String(decoding: lines, as: UTF8.self)) == nil else { return 0 }
            }
            if let end = stream.end { return ClientCommand.fail(end) }
            // Nothing is wanted of the output but to hear that its reader went away.
            let output = Interest(descriptor: StandardStream.output.descriptor, reads: false)
            if stream.wait(besides: [output])[0].canRead { return 0 }
        }
    }

    static let description = CommandDescription(
        "watch", "print a session's notifications, one JSON object a line",
        help: """
            Prints everything that a session is told, one JSON-RPC notification a line, until it is stopped.

            usage: chat-client watch [HOST:PORT[,…]] --as HANDLE | --observer [options]

              --as HANDLE     what this person is told
              --app ID        what the app with that bundle id is told, which runs as that person
              --observer      everything, as a test harness sees it
              --world NAME    the simulation to be in (default: main)
            \(CommandDescription.serverRow(at: 18))
            \(CommandDescription.timeoutRow(at: 18, "for the login"))
            \(CommandDescription.tokenRows(at: 18))
              --after CURSOR  what came after that cursor first; 0 for all that ever was
              --help          this text

            A lost connection is taken up where it ended, at the next where several servers of one log are named. exit status: 0 when nobody reads the output any more,
            1 if the server cannot be reached or refuses, 2 bad usage

            """)
}
