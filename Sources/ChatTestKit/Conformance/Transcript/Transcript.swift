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
