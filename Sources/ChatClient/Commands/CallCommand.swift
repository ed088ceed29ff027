import ChatConnection
import ChatProtocol
import ChatSystem

/// `chat-client call`: sends one request of any method, and prints its result as JSON.
enum CallCommand {
    static func run(_ words: [String], environment: [String: String]) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description) else { return 0 }
        let (servers, asked) = try words.servers(environment) { rest in
            guard Method(rawValue: rest[0]) == nil else { return false }
            return rest[0].contains(":") || rest.count > 1 && !rest[1].hasPrefix("{") && rest[1] != "-"
        }
        guard let name = asked.first else {
            throw words.problem("no method was given; give one, such as conversation.list")
        }
        try words.limit(asked, to: 2)
        let method = try method(name, words)
        let params = asked.count > 1 ? try params(asked[1], words) : JSONObject()
        let timeout = try words.timeoutMilliseconds()
        guard method != .sessionHello || params.members.isEmpty else {
            throw words.problem("session.hello takes no PARAMS; use options such as --as and --world")
        }
        var hello = Hello(try words.identity(), world: words.world).with(try words.credentials(environment))
        // The command would not read the notifications of an observer.
        if hello.identity.kind == .observer { hello.receivesEvents = false }
        let result: JSONValue
        do {
            result = try ask(servers, hello, method, params, timeout)
        } catch {
            return refused(error)
        }
        let status = words.print(result, whole: JSONWriter.bytes(of: result))
        // A shell script reads the answer to such a question from the exit status.
        return method == .journalVerify && result["holds"] != true ? 1 : status
    }

    private static func ask(
        _ servers: ServerEndpoints, _ hello: Hello, _ method: Method, _ params: JSONObject, _ timeout: Int
    ) throws -> JSONValue {
        // Without a client id, a request whose answer was lost may be done already.
        let isKnown = method.changesTheLog && params["clientID"] == nil
        let clientID = isKnown ? SendCommand.clientID() : nil
        return try ScriptedClient.with(
            anyOf: servers, hello, timeoutMilliseconds: timeout, isRepeated: method.changesTheLog
        ) { client, welcome in
            if method == .sessionHello { return welcome }
            return try client.request(method.rawValue) {
                for member in params.members {
                    $0.key(dynamic: member.key)
                    member.value.write(to: &$0)
                }
                $0.member("clientID", clientID)
            }
        }
    }

    /// Reports a failure. The server's error is printed as JSON, for programs; any other failure as a sentence.
    private static func refused(_ failure: any Error) -> Int32 {
        guard case ClientFailure.refused(let error) = failure else { return ClientCommand.fail("\(failure)") }
        StandardStream.error.write(String(decoding: JSONWriter.bytes(of: error), as: UTF8.self) + "\n")
        return 1
    }

    private static func method(_ name: String, _ words: OptionWords) throws(UsageError) -> Method {
        if let method = Method(rawValue: name) { return method }
        let near = Spelling.nearest(to: name, among: Method.allCases.map(\.rawValue))
        throw words.problem(
            "there is no method “\(name)”"
                + (near.map { "; did you mean \($0)?" } ?? "; docs/reference/methods.md and rpc.discover list them"))
    }

    private static func params(_ text: String, _ words: OptionWords) throws(UsageError) -> JSONObject {
        var bytes = Array(text.utf8)
        if text == "-" {
            do throws(FileProblem) {
                bytes = try FileSystem.bytes(ofFileOrInput: text, max: 64 * 1024 * 1024)
            } catch {
                throw words.problem("\(error)")
            }
        }
        let read: (value: JSONValue, duplicateKey: String?)
        do throws(JSONError) {
            read = try JSONReader.read(bytes)
        } catch {
            throw words.problem("PARAMS: \(error)")
        }
        if let key = read.duplicateKey { throw words.problem("PARAMS has the key “\(key)” twice in one object") }
        guard case .object(let object) = read.value else {
            throw words.problem("PARAMS must be an object, such as '{\"limit\": 5}', and is \(read.value.kind)")
        }
        return object
    }

    static let description = CommandDescription(
        "call", "send one request of any method, and print its result",
        subcommands: Method.allCases.map(\.rawValue),
        help: """
            Sends one request, and prints its result as JSON.

            usage: chat-client call [HOST:PORT[,…]] METHOD [PARAMS|-] (--as HANDLE | --observer [--as HANDLE]) [options]

              METHOD          a method of docs/reference/methods.md, such as message.send; session.hello prints the
                              server's version and limits
              PARAMS          the params, a JSON object; - reads them from standard input
              --as HANDLE     the person who sends the request; with --observer, the person that it is sent for
              --app ID        sends as the app with that bundle id, running for that person
              --observer      sends as a test harness
              --get PATH      prints only that part of the result, a string without its quotes: message.id. A path
                              through a list prints one line for each element; a number selects one element
              --world NAME    the world to connect to (default: main)
            \(CommandDescription.serverRow(at: 18))
            \(CommandDescription.timeoutRow(at: 18))
            \(CommandDescription.tokenRows(at: 18))
              --help          this text

            If you give several servers of one log (HOST:PORT,HOST:PORT), the client tries them in turn. If a connection
            is lost before the answer, a method that takes a clientID is sent again to the next server, and takes effect
            once. Other methods are not sent again.

            exit status: 0 done; 1 if the server refuses (its error is printed as JSON on standard error), is
            unreachable, or returns a result without that part, and if journal.verify does not confirm the claim; 2 bad
            usage

            """)
}
