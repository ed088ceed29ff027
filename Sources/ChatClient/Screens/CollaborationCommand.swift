package import ChatProtocol

/// What a command does with a collaboration: one that is to begin, or the one behind a link.
package enum CollaborationCommand: Equatable, Sendable {
    /// Stage a draft of a document of an app.
    case share(
        title: String, app: String?, effects: [ShareOptions.Effect], isCopy: Bool, forms: [Share.Representation])
    /// What can be done with what is chosen, or came last.
    case shareSheet
    /// Change the draft: the option with that number; without one, show them.
    case option(Int?)
    /// Send the draft, with a text or without.
    case send(String)
    /// Drop the draft, or what waits for its app.
    case cancel
    /// Who is on it.
    case people(String)
    /// Do something with it.
    case invite(String, [String], Share.Permission?)
    case uninvite(String, [String])
    case access(String, Share.Access, again: [String])
    case permission(String, Share.Permission, String?)
    case administrator(String, String, Bool)
    case inviting(String, Bool)
    case leave(String)
    case stop(String)
    /// Copy its link.
    case copyLink(String)
    /// Answer what a notice asks: the word of its button, or `close`.
    case answer(String)
    /// Open a waiting notice by its number.
    case openNotice(Int)
    /// Close a waiting notice: the newest, or by its number.
    case dismiss(Int)

    /// The words, in the order that completion offers them.
    static let words = [
        "share", "option", "send", "cancel", "people", "invite", "uninvite", "access", "permission", "admin",
        "inviting", "leaveshare", "stopshare", "copylink", "answer", "dismiss",
    ]

    private static let effects: [String: ShareOptions.Effect] = [
        "private": .private, "public": .public, "read": .readOnly, "write": .readWrite, "inviting": .inviting,
    ]

    private static let forms: [String: [Share.Representation]] = ["file": [.file], "text": [.text], "link": []]

    private static func wrong(_ text: String) -> SlashCommand.Mistake { SlashCommand.Mistake(text: text) }

    /// Reads the words behind the slash.
    ///
    /// - Returns: nil where the word is none of these commands.
    init?(_ word: String, _ text: String) throws(SlashCommand.Mistake) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let rest = Array(words.dropFirst())
        func link(_ usage: String, _ count: ClosedRange<Int>) throws(SlashCommand.Mistake) -> String {
            guard let first = words.first, count.contains(rest.count) else { throw Self.wrong(usage) }
            return first
        }
        switch word {
        case "share": self = try Self.share(text)
        case "option":
            guard text.isEmpty || Int(text) != nil else { throw Self.wrong("/option N; /option alone lists them") }
            self = .option(Int(text))
        case "send": self = .send(text)
        case "cancel": self = .cancel
        case "people": self = .people(try link("/people N, or /people URL", 0...0))
        case "invite":
            let usage = "/invite N HANDLE… [read|write]"
            let number = try link(usage, 1...1_000)
            let permission = rest.last.flatMap(Self.permission)
            let handles = permission == nil ? rest : Array(rest.dropLast())
            guard !handles.isEmpty else { throw Self.wrong(usage) }
            for handle in handles { _ = try SlashCommand.handle(handle, usage) }
            self = .invite(number, handles, permission)
        case "uninvite": self = .uninvite(try link("/uninvite N HANDLE…", 1...1_000), rest)
        case "access":
            let usage = "/access N public, or /access N private [HANDLE…]: whom to invite again"
            let number = try link(usage, 1...1_000)
            guard let access = Share.Access(rawValue: rest[0]), access == .private || rest.count == 1 else {
                throw Self.wrong(usage)
            }
            self = .access(number, access, again: Array(rest.dropFirst()))
        case "permission":
            let usage = "/permission N read|write [HANDLE]"
            let number = try link(usage, 1...2)
            guard let permission = Self.permission(rest[0]) else { throw Self.wrong(usage) }
            self = .permission(number, permission, rest.dropFirst().first)
        case "admin":
            let usage = "/admin N HANDLE [off]"
            let number = try link(usage, 1...2)
            guard rest.count == 1 || rest[1] == "off" else { throw Self.wrong(usage) }
            self = .administrator(number, rest[0], rest.count == 1)
        case "inviting":
            let usage = "/inviting N on, or /inviting N off"
            let number = try link(usage, 1...1)
            guard rest[0] == "on" || rest[0] == "off" else { throw Self.wrong(usage) }
            self = .inviting(number, rest[0] == "on")
        case "leaveshare": self = .leave(try link("/leaveshare N", 0...0))
        case "stopshare": self = .stop(try link("/stopshare N", 0...0))
        case "copylink": self = .copyLink(try link("/copylink N", 0...0))
        case "answer": self = .answer(try SlashCommand.needed(text, "/answer add, /answer remove, or /answer close"))
        case "dismiss":
            guard text.isEmpty || Int(text) != nil else { throw Self.wrong("/dismiss, or /dismiss N of /notices") }
            self = .dismiss(Int(text) ?? 1)
        default: return nil
        }
    }

    private static func permission(_ word: String) -> Share.Permission? {
        switch word {
        case "read": .readOnly
        case "write": .readWrite
        default: nil
        }
    }

    /// `TITLE [with APP] [private|public] [read|write] [inviting] [copy] [as file|text|link]`; a title with such words
    /// stands in quotes.
    private static func share(_ text: String) throws(SlashCommand.Mistake) -> CollaborationCommand {
        let usage = "/share TITLE [with APP] [private|public] [read|write] [inviting] [copy] [as file|text|link]"
        var title: String?
        var rest = text
        if text.hasPrefix("\"") {
            let inner = text.dropFirst().prefix { $0 != "\"" }
            guard inner.count + 2 <= text.count else { throw wrong("The quotes end nowhere: /share \"TITLE\"") }
            title = String(inner).trimmed
            rest = String(text.dropFirst(inner.count + 2)).trimmed
        }
        var words = rest.split(whereSeparator: \.isWhitespace).map(String.init)
        var effects: [ShareOptions.Effect] = []
        var isCopy = false
        var forms: [Share.Representation] = [.file]
        if words.count > (title == nil ? 2 : 1), words[words.count - 2] == "as",
            let named = words.last.flatMap({ Self.forms[$0] })
        {
            forms = named
            words.removeLast(2)
        }
        while let last = words.last, title != nil || words.count > 1, last == "copy" || Self.effects[last] != nil {
            if last == "copy" { isCopy = true }
            if let effect = Self.effects[last] { effects.insert(effect, at: 0) }
            words.removeLast()
        }
        for pair in [[ShareOptions.Effect.private, .public], [.readOnly, .readWrite]]
        where pair.allSatisfy(effects.contains) {
            throw wrong("One of \(pair[0] == .private ? "private and public" : "read and write"), not both")
        }
        var app: String?
        if let with = words.lastIndex(of: "with"), with + 1 < words.count, title != nil || with > 0 {
            app = words[(with + 1)...].joined(separator: " ")
            words = Array(words[..<with])
        }
        guard title == nil || words.isEmpty else { throw wrong(usage) }
        let name = title ?? words.joined(separator: " ")
        guard !text.isEmpty else { return .shareSheet }
        guard !name.isEmpty else { throw wrong(usage) }
        return .share(title: name, app: app, effects: effects, isCopy: isCopy, forms: forms)
    }
}
