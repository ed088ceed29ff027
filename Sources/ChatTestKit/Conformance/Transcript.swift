import ChatConnection
import ChatProtocol

/// A check as lines of the protocol. The top of `checks.transcript` describes their form.
struct Transcript: Sendable {
    let name: String
    /// The rule, as a sentence.
    let rule: String
    /// The person that the client plays in a check of clients; nil in a check of servers.
    let client: String?
    let lines: [TranscriptLine]

    static let all = read(String(decoding: PackageResources.checks_transcript, as: UTF8.self))

    private static func read(_ text: String) -> [Transcript] {
        var checks: [(head: [Substring], rule: Substring, body: [String])] = []
        for line in text.replacing("\\\n", with: "").split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix("  "), !checks.isEmpty {
                checks[checks.count - 1].body.append(String(line.dropFirst(2)))
            } else {
                let parts = line.split(separator: ": ", maxSplits: 1)
                checks.append((parts[0].split(separator: " (client "), parts.last ?? "", []))
            }
        }
        return checks.map { head, rule, body in
            let lines = expanded(body) { name in checks.first { $0.head[0] == name }?.body ?? ["like \(name)"] }
            return Transcript(
                name: String(head[0]), rule: String(rule), client: head.count > 1 ? String(head[1].dropLast()) : nil,
                lines: lines.map(TranscriptLine.init))
        }
    }

    /// Returns lines with those of other checks, and with the turns of each `for`.
    private static func expanded(_ body: [String], _ like: (Substring) -> [String]) -> [String] {
        var (lines, rest) = ([] as [String], body[...])
        while let line = rest.popFirst() {
            let words = line.split(separator: " ", maxSplits: 3)
            switch words[0] {
            case "like": lines += expanded(like(words[1]), like)
            case "for":
                let deeper = rest.prefix { $0.hasPrefix("  ") }
                rest = rest.dropFirst(deeper.count)
                let turn = expanded(deeper.map { String($0.dropFirst(2)) }, like)
                for value in values(words[3]) {
                    lines += [""] + turn.map { $0.replacing(words[1], with: value) }
                }
            default: lines.append(line)
            }
        }
        return lines
    }

    private static func values(_ list: Substring) -> [String] {
        let ends = list.split(separator: "..").compactMap { Int($0) }
        if ends.count == 2 { return (ends[0]...ends[1]).map(String.init) }
        return list.split(separator: " | ").map(String.init)
    }
}

/// A line of a transcript.
struct TranscriptLine: Sendable {
    enum Message: Sendable {
        /// A request or a notification, with its params or their pattern.
        case call(String, JSONValue)
        /// Any other line.
        case text(String)

        init(_ text: String) {
            let words = text.split(separator: " ", maxSplits: 1).map(String.init)
            if let method = words.first, method.first?.isLetter == true, method.contains(".") {
                self = .call(method, words.count > 1 ? JSONValue(json: words[1]) ?? .null : [:])
            } else {
                self = .text(text)
            }
        }
    }

    enum Act: Sendable {
        case sends(Message)
        /// Sends a request and receives a result.
        case asks(Message)
        case receives(Message)
        case sendsNo(String, milliseconds: Int64?)
        case receivesNo(String)
        case joins, leaves, losesAnswer
        /// The next line without a person is of a new one.
        case renews
        case unknown
    }

    let text: String
    let person: String
    let act: Act

    init(_ text: String) {
        self.text = text
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let start = [">", ">>", "<"].contains(words[0]) ? 0 : 1
        person = start == 0 ? "" : words[0]
        let (word, rest) = (words.dropFirst(start).first, words.dropFirst(start + 1))
        let isNo = rest.first == "no" && rest.count > 1
        switch word {
        case ">" where isNo: act = .sendsNo(words[start + 2], milliseconds: rest.compactMap { Int64($0) }.first)
        case "<" where isNo: act = .receivesNo(words[start + 2])
        case ">": act = .sends(Message(rest.joined(separator: " ")))
        case ">>": act = .asks(Message(rest.joined(separator: " ")))
        case "<": act = .receives(Message(rest.joined(separator: " ")))
        case "joins": act = .joins
        case "leaves": act = .leaves
        case "loses": act = .losesAnswer
        case nil: act = .renews
        default: act = .unknown
        }
    }
}

/// A person of a transcript: a probe of a server, or the client that is checked.
protocol TranscriptPerson: AnyObject {
    var handle: JSONValue { get }
    func join() throws
    func leave()
    func loseAnswer() throws

    /// Sends a message. The client sends one that matches.
    ///
    /// - Returns: The observed behaviour if it is not the expected one; else nil.
    func send(_ message: TranscriptLine.Message, _ values: inout TranscriptValues) throws -> String?

    /// Receives a message that matches.
    func receive(_ message: TranscriptLine.Message, _ values: inout TranscriptValues) throws -> String?

    /// Sends no request of a method in that time.
    func sendNo(_ method: String, milliseconds: Int64?) throws -> String?

    /// Has received no further notification of a method.
    func receiveNo(_ method: String) throws -> String?
}

/// The people of a transcript.
protocol TranscriptCast {
    /// Returns a person who has not joined.
    ///
    /// - Parameter handle: The handle of the same person on another device.
    func person(_ name: String, device: String?, handle: JSONValue?) throws -> any TranscriptPerson

    /// Returns the id of a new conversation.
    func conversation(of people: [any TranscriptPerson]) throws -> JSONValue
}

extension TranscriptCast {
    /// Plays the lines of a check.
    func play(_ check: Transcript) throws {
        var values = TranscriptValues()
        values["$text"] = .string(check.name + "-1")
        values["$long"] = .string("long-1 " + String(repeating: "ü", count: 19_900))
        var people: [String: any TranscriptPerson] = [:]
        func find(_ name: String) throws -> any TranscriptPerson {
            if let known = people[name] { return known }
            let parts = name.split(separator: "/").map(String.init)
            let base = parts.first ?? "lines"
            let person = try person(base, device: parts.count > 1 ? parts[1] : nil, handle: values["$\(base)"])
            people[name] = person
            if name.isEmpty { try person.join() } else { values["$\(base)"] = person.handle }
            return person
        }
        if check.lines.contains(where: { $0.text.contains("\"$c\"") }) {
            let both = [try find("anna"), try find("bea")]
            for person in both { try person.join() }
            values["$c"] = try conversation(of: both)
        }
        for line in check.lines {
            if case .renews = line.act {
                people[""] = nil
                continue
            }
            var seen: String?
            do {
                let person = try find(line.person)
                switch line.act {
                case .renews: break
                case .joins: try person.join()
                case .leaves: person.leave()
                case .losesAnswer: try person.loseAnswer()
                case .sends(let message): seen = try person.send(message, &values)
                case .asks(let message):
                    seen = try person.send(message, &values) ?? person.receive(.text(#"{"result":{}}"#), &values)
                case .receives(let message): seen = try person.receive(message, &values)
                case .sendsNo(let method, let milliseconds):
                    seen = try person.sendNo(method, milliseconds: milliseconds)
                case .receivesNo(let method): seen = try person.receiveNo(method)
                case .unknown: seen = "a line of a transcript that means nothing"
                }
            } catch let failure as RawProbe.Failure { seen = failure.description }
            if let seen { throw CheckEnd.failed(line.text, seen: String(seen.prefix(500))) }
        }
    }
}

/// The values of the names in a transcript, such as `$c`.
struct TranscriptValues {
    private var bound: [String: JSONValue] = [:]

    subscript(name: String) -> JSONValue? {
        get { bound[name] }
        set { bound[name] = newValue }
    }

    /// Returns the params of a request with the values of their names.
    func filled(_ params: JSONValue) -> JSONValue {
        switch params {
        case .string(let name): bound[name] ?? params
        case .array(let elements): .array(elements.map(filled))
        case .object(let object):
            .object(JSONObject(object.members.map { .init(key: $0.key, value: filled($0.value)) }))
        case .null, .bool, .integer, .number: params
        }
    }

    /// Returns true if a value matches a pattern. Binds the names of the pattern that have no value yet.
    mutating func match(_ pattern: JSONValue, _ value: JSONValue?) -> Bool {
        guard let value else { return false }
        switch pattern {
        case .object(let object):
            return value.objectValue != nil && object.members.allSatisfy { match($0.value, value[$0.key]) }
        case .array(let patterns):
            return value.arrayValue?.count == patterns.count
                && zip(patterns, value.arrayValue ?? []).allSatisfy { match($0, $1) }
        case .string(let name) where name.hasPrefix("$"):
            if bound[name] == nil { bound[name] = value }
            return bound[name] == value
        case .string(let kind) where kind.hasPrefix("<"): return isOf(kind, value)
        case .string, .null, .bool, .integer, .number: return pattern == value
        }
    }

    private mutating func isOf(_ kind: String, _ value: JSONValue) -> Bool {
        switch kind {
        case "<text>": return value.stringValue?.isEmpty == false
        case "<time>": return value.stringValue.flatMap(Instant.init) != nil
        case "<list>": return value.arrayValue != nil
        case "<object>": return value.objectValue != nil
        case "<integer>": return value.integerValue != nil
        case "<growing>":
            defer { bound[kind] = value }
            return value.integerValue.map { $0 > bound[kind]?.integerValue ?? .min } ?? false
        default: return value.stringValue?.contains(kind.dropFirst("<has ".count).dropLast()) == true
        }
    }
}

extension JSONValue {
    /// Reads a value from its JSON; nil if the text is none.
    init?(json text: String) {
        guard let value = try? JSONReader.read(Array(text.utf8)).value else { return nil }
        self = value
    }

    /// The value as JSON.
    var text: String { String(decoding: JSONWriter.bytes(of: self), as: UTF8.self) }
}

/// A person of a transcript, on a raw probe.
final class ProbePerson: TranscriptPerson {
    private let endpoint: ServerEndpoint
    /// The parameters of the login.
    let hello: JSONValue
    private var open: RawProbe?
    /// The result of the login.
    private(set) var welcome: JSONValue = .null
    /// The number of requests whose answers no line of the transcript has received.
    private var unanswered = 0

    init(_ endpoint: ServerEndpoint, _ hello: Hello) {
        self.endpoint = endpoint
        self.hello = (try? JSONReader.read(JSONWriter.bytes(of: hello)).value) ?? .null
    }

    var handle: JSONValue { hello["handle"] ?? .null }

    func probe() throws -> RawProbe {
        let probe = try open ?? RawProbe(to: endpoint, patience: ServerSubject.patience)
        open = probe
        return probe
    }

    /// Sends a request and returns the result.
    @discardableResult
    func ask(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
        let probe = try probe()
        let answer = try probe.ask(line: probe.request(method, params))
        guard let result = answer["result"] else { throw CheckEnd.failed("a result of \(method)", seen: answer.text) }
        return result
    }

    func join() throws {
        leave()
        welcome = try ask("session.hello", hello)
    }

    func leave() {
        open?.close()
        (open, unanswered) = (nil, 0)
    }

    func loseAnswer() throws {
        _ = try probe().answer()
        leave()
    }

    func send(_ message: TranscriptLine.Message, _ values: inout TranscriptValues) throws -> String? {
        if case .call("session.hello", _) = message { leave() }
        let probe = try probe()
        unanswered += 1
        switch message {
        case .text(let text): probe.sendLine(text)
        case .call(let method, let params):
            // A login of a transcript changes members of the person's own.
            let own = method == "session.hello" ? hello.objectValue?.members ?? [] : []
            let members = own.filter { params[$0.key] == nil } + (values.filled(params).objectValue?.members ?? [])
            probe.sendLine(probe.request(method, .object(JSONObject(members))))
        }
        return nil
    }

    func receive(_ message: TranscriptLine.Message, _ values: inout TranscriptValues) throws -> String? {
        switch message {
        case .text(let text):
            let answer = try probe().answer()
            unanswered -= 1
            return values.match(JSONValue(json: text) ?? .null, answer) ? nil : answer.text
        case .call(let method, let pattern):
            let message = try notification(method)
            return values.match(pattern, message["params"]) ? nil : message.text
        }
    }

    /// Removes and returns the next notification of a method. It must come before the answer of a request, or else
    /// before the answer of a fence.
    private func notification(_ method: String) throws -> JSONValue {
        let probe = try probe()
        if unanswered == 0 { try ask("session.fence") }
        while true {
            if let place = probe.notifications.firstIndex(where: { $0["method"]?.stringValue == method }) {
                return probe.notifications.remove(at: place)
            }
            guard unanswered > 0 else { return .null }
            let message = try probe.message()
            if message["method"] == nil { return message }
            probe.notifications.append(message)
        }
    }

    func sendNo(_ method: String, milliseconds: Int64?) throws -> String? { nil }

    func receiveNo(_ method: String) throws -> String? {
        try ask("session.fence")
        return try probe().notifications.first { $0["method"]?.stringValue == method }?.text
    }
}
