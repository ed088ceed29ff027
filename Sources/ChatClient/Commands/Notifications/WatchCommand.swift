import ChatConnection
import ChatProtocol
import ChatSystem

/// `chat-client watch`: prints a session's notifications, one JSON object a line, for `jq` and tests in other
/// languages.
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
            // The output is polled only to notice that its reader has ended.
            let output = Interest(descriptor: StandardStream.output.descriptor, reads: false)
            if stream.wait(besides: [output])[0].canRead { return 0 }
        }
    }

    static let description = CommandDescription(
        "watch", "print a session's notifications, one JSON object a line",
        help: """
            Prints a session's JSON-RPC notifications, one a line, until it is stopped.

            usage: chat-client watch [HOST:PORT[,…]] --as HANDLE | --observer [options]

              --as HANDLE     the notifications of this person
              --app ID        the notifications of the app with that bundle id, running for that person
              --observer      everybody's notifications, as a test harness receives them
              --world NAME    the world to connect to (default: main)
            \(CommandDescription.serverRow(at: 18))
            \(CommandDescription.timeoutRow(at: 18, "for the login"))
            \(CommandDescription.tokenRows(at: 18))
              --after CURSOR  begins after this cursor; 0 begins with the first notification
              --help          this text

            Reconnects and resumes by itself; given several servers of one log, it fails over to the next one.

            exit status: 0 when the reader of the output ended, 1 if the server is unreachable or refuses, 2 bad usage

            """)
}
