/// Reads a contract file.
///
///     import ChatProtocol                     what the generated file imports
///     internal                                who may use it, where that is not everyone
///
///     /// A doc comment.
///     struct Message: Hashable {              an object
///         id: MessageID                       a member that is always there
///         app "bundle": AppID?                a member with another name than its property, that may be missing
///         association: JSONValue? written     one that is nil is written, as null
///         sequence: Int64 in 1...             an integer in a range
///         limit: Int? in 1...Limits.entries   … the end of which is a limit of the server, which checks it
///         url: String in 1...2048             a text of that length, in code points; the server checks it
///         links: [MessageLink]                a list: one that is missing is empty
///         members: [Handle] required          a list that must be there
///         removed: Bool = false               what it is where it is missing; then it is left out
///         pinned: Bool = false written        … and is written nonetheless
///         preview: LinkPreview embedded       its members stand in this object
///         summary: String derived             it is written alone, from a property that is written by hand
///         check                               the reader calls `check(_:)`, which is written by hand
///     }
///
///     enum Colour { red green thumbsUp "+1" } one of several words
///     enum Reason { parse = -32700 }          … each with a number, its `code`
///
///     union Change by kind {                  one of several objects, told apart by the word of a member
///         edited(text: String)
///         reacted "tapback" (by: Handle, _ reaction: Reaction)
///     }
///
///     union Reference {                       … or by the member that is there
///         id(_ share: ShareID)
///         url(_ url: String)
///     }
///
///     events Event by event: EventBehavior {  a union of which each case is a struct of its own: `Event.PersonNamed`
///         personNamed(_ person: Person)       … that conforms to the protocol in the module's EventBehavior.swift
///     }
///
///     methods {                               what can be called: with what, answered with what, and by whom
///         message.send(SendMessage) -> message for person changes
///         session.ping() -> empty for person, app, observer live
///     }
///
///     answers {                               what methods are answered with
///         empty
///         history(entries: [ThreadEntry], more: Bool)
///     }
///
///     notifications {                         what is told to whom: with what, and whether it is ever kept
///         message.posted(_ message: Message, alert: Bool = false) for person
///         share.changed as shareLost(_ share: LostShare, cause "gone": LostShare.Cause) for person
///         typing(_ conversation: ConversationID, person: Handle, isTyping "typing": Bool) for person live
///     }
///
///     limits Limits {                         numbers that are configured, each with what it holds and then why
///         /// the longest line or message, in bytes
///         messageBytes = 262_144 in 4_096...67_108_864
///     }
///
///     id MessageID of Message                 an opaque text that names one of those
///     scalar Handle "string" matching "[a-z]+" in 1...254
///                                             a text that is read and written by hand, with its pattern and length
///     described struct Limits { … }           any of the above that is written by hand: described for who reads it
struct ContractParser {
    private var tokens: [Token]
    private var index = 0

    static func file(_ text: String) throws(ContractError) -> ContractFile {
        var parser = ContractParser(tokens: try Lexer.tokens(of: text))
        return try parser.file()
    }

    private mutating func file() throws(ContractError) -> ContractFile {
        var file = ContractFile()
        while true {
            let doc = takeDoc()
            switch next.text {
            case "import":
                advance()
                file.imports.append(try word())
            case "internal":
                advance()
                file.access = nil
            case "package": file.access = take().text
            case "struct", "enum", "union": file.declarations.append(try declaration(doc))
            case "events": try events(doc, into: &file)
            case "described":
                advance()
                var described = try declaration(doc)
                described.isDescribedOnly = true
                file.declarations.append(described)
            case "id":
                advance()
                let name = try word()
                try expect("of")
                file.declarations.append(
                    Declaration(doc: doc, name: name, conformances: [], shape: .identifier(of: try path())))
            case "scalar":
                advance()
                let name = try path()
                file.declarations.append(
                    Declaration(doc: doc, name: name, conformances: [], shape: try scalar()))
            case "limits": file.declarations.append(try limits(doc))
            case "notifications":
                advance()
                try expect("{")
                while !takes("}") { file.notifications.append(try notification(takeDoc())) }
            case "methods":
                advance()
                try expect("{")
                while !takes("}") { file.methods.append(try method(takeDoc())) }
            case "answers":
                advance()
                file.answers = try cases().cases
            default:
                guard next.kind == .end else { throw unexpected("struct, enum or union") }
                return file
            }
        }
    }

    private mutating func limits(_ doc: [String]) throws(ContractError) -> Declaration {
        advance()
        let name = try path()
        try expect("{")
        var limits: [Limit] = []
        while !takes("}") {
            let doc = takeDoc()
            guard !doc.isEmpty else { throw unexpected("what the limit holds, after ///") }
            let name = try word()
            try expect("=")
            let standard = take().text
            try expect("in")
            let low = take().text
            try expect("...")
            limits.append(Limit(doc: doc, name: name, standard: standard, range: "\(low)...\(take().text)"))
        }
        return Declaration(doc: doc, name: name, conformances: [], shape: .limits(limits))
    }

    private mutating func declaration(_ doc: [String]) throws(ContractError) -> Declaration {
        let kind = take().text
        let name = try path()
        let conformances = try inherited()
        var tag: String?
        if kind == "union", takes("by") { tag = try word() }
        let shape: Declaration.Shape
        switch kind {
        case "struct":
            try expect("{")
            var (fields, checks) = ([Field](), Declaration.Checks.none)
            while !takes("}") {
                let doc = takeDoc()
                if takesCheck() { checks = .own } else { fields.append(try field(doc)) }
            }
            shape = .object(fields, checks)
        case "enum":
            try expect("{")
            var words: [Word] = []
            while !takes("}") {
                let doc = takeDoc()
                let name = try word()
                var word = Word(doc: doc, name: name, word: takeText() ?? name)
                if takes("=") { word.number = (takes("-") ? "-" : "") + take().text }
                words.append(word)
            }
            shape = .words(words)
        default:
            let (cases, checks) = try cases()
            shape = .union(tag: tag, cases, checks)
        }
        return Declaration(doc: doc, name: name, conformances: conformances, shape: shape)
    }

    /// What stands behind a colon, if one does.
    private mutating func inherited() throws(ContractError) -> [String] {
        var names: [String] = []
        if takes(":") { repeat { names.append(try word()) } while takes(",") }
        return names
    }

    /// Each event is an object of its own, and the union embeds them all.
    private mutating func events(_ doc: [String], into file: inout ContractFile) throws(ContractError) {
        advance()
        let name = try path()
        try expect("by")
        let tag = try word()
        file.behavior = try inherited().first.map(BehaviorDeclaration.init)
        try expect("{")
        var events: [EventDeclaration] = []
        while !takes("}") {
            let doc = takeDoc()
            let (name, fields) = (try word(), try fields())
            events.append(EventDeclaration(doc: doc, name: name, fields: fields))
        }
        let cases = events.map { event in
            let payload = Field(
                doc: [], name: "event", key: "", isUnlabelled: true, type: event.typeName,
                presence: .embedded(isOptional: false), range: nil)
            return Case(doc: event.doc, name: event.name, word: event.name, fields: event.isBare ? [] : [payload])
        }
        file.declarations.append(
            Declaration(doc: doc, name: name, conformances: [], shape: .union(tag: tag, cases, .none)))
        for event in events where !event.isBare {
            file.declarations.append(
                Declaration(
                    doc: event.doc, name: "\(name).\(event.typeName)", conformances: file.behavior.map { [$0.name] } ?? [],
                    shape: .object(event.fields, .none)))
        }
        file.events = (name, events)
    }

    private mutating func cases() throws(ContractError) -> (cases: [Case], checks: Declaration.Checks) {
        try expect("{")
        var (cases, checks) = ([Case](), Declaration.Checks.none)
        while !takes("}") {
            let doc = takeDoc()
            if takesCheck() {
                checks = .own
                continue
            }
            let name = try word()
            let word = takeText() ?? name
            cases.append(Case(doc: doc, name: name, word: word, fields: try fields()))
        }
        return (cases, checks)
    }

    private mutating func fields() throws(ContractError) -> [Field] {
        var fields: [Field] = []
        guard takes("(") else { return fields }
        while !takes(")") {
            fields.append(try field([]))
            _ = takes(",")
        }
        return fields
    }

    private mutating func method(_ doc: [String]) throws(ContractError) -> MethodDeclaration {
        let name = try path()
        try expect("(")
        let params = next.kind == .word ? try word() : nil
        try expect(")")
        try expect("->")
        var answers: [String] = []
        repeat { answers.append(try word()) } while takes("|")
        return MethodDeclaration(
            doc: doc, name: name, params: params, answers: answers, roles: try roles(), changes: takes("changes"),
            isLive: takes("live"))
    }

    private mutating func notification(_ doc: [String]) throws(ContractError) -> NotificationDeclaration {
        let name = try path()
        let ownCase = takes("as") ? try word() : nil
        let fields = try fields()
        let roles = try roles()
        return NotificationDeclaration(
            doc: doc, name: name, ownCase: ownCase, fields: fields, roles: roles, isLive: takes("live"))
    }

    private mutating func roles() throws(ContractError) -> [String] {
        try expect("for")
        var roles: [String] = []
        repeat { roles.append(try word()) } while takes(",")
        return roles
    }

    private mutating func field(_ doc: [String]) throws(ContractError) -> Field {
        var name = try word()
        let isUnlabelled = name == "_"
        if isUnlabelled { name = try word() }
        let key = takeText() ?? name
        try expect(":")
        let (type, isList) = try type()
        let isOptional = takes("?")
        let range = takes("in") ? try range(of: type) : nil
        var presence = isOptional ? Field.Presence.optional : isList ? .usual("[]", isWritten: true) : .required
        if isOptional, takes("written") { presence = .nullable }
        if takes("required") { presence = .required }
        if takes("embedded") { presence = .embedded(isOptional: isOptional) }
        if takes("derived") { presence = .derived }
        if takes("=") { presence = .usual(try value(), isWritten: takes("written")) }
        return Field(
            doc: doc, name: name, key: key, isUnlabelled: isUnlabelled, type: type, presence: presence, range: range)
    }

    private mutating func scalar() throws(ContractError) -> Declaration.Shape {
        let type = takeText() ?? "string"
        let pattern = takes("matching") ? takeText() : nil
        return .scalar(type, pattern: pattern, length: takes("in") ? try range(of: "Int") : nil)
    }

    private mutating func range(of type: String) throws(ContractError) -> String {
        let low = take().text
        guard takes("...") else { throw unexpected("...") }
        if next.text == "Limits", tokens[index + 1].text == "." { return "\(low)...\(try path())" }
        return "\(low)..." + (next.kind == .number ? take().text : "\(type).max")
    }

    private mutating func type() throws(ContractError) -> (String, isList: Bool) {
        if takes("[") {
            let (element, _) = try type()
            try expect("]")
            return ("[\(element)]", true)
        }
        return (try path(), false)
    }

    private mutating func value() throws(ContractError) -> String {
        if next.kind == .text { return "\"\(take().text)\"" }
        if takes("[") {
            try expect("]")
            return "[]"
        }
        var text = takes(".") ? "." : ""
        guard next.kind == .word || next.kind == .number else { throw unexpected("a value") }
        text += take().text
        while takes(".") { text += "." + (try word()) }
        return text
    }

    // MARK: Tokens

    private init(tokens: [Token]) { self.tokens = tokens }

    private var next: Token { tokens[index] }

    private mutating func advance() { index = min(index + 1, tokens.count - 1) }

    private mutating func take() -> Token {
        defer { advance() }
        return next
    }

    private mutating func takes(_ text: String) -> Bool {
        guard next.text == text, next.kind == .word || next.kind == .mark else { return false }
        advance()
        return true
    }

    private mutating func takesCheck() -> Bool { tokens[index + 1].text == "}" && takes("check") }

    private mutating func takeDoc() -> [String] {
        var lines: [String] = []
        while next.kind == .doc { lines.append(take().text) }
        return lines
    }

    private mutating func takeText() -> String? { next.kind == .text ? take().text : nil }

    private mutating func word() throws(ContractError) -> String {
        guard next.kind == .word else { throw unexpected("a name") }
        return take().text
    }

    private mutating func path() throws(ContractError) -> String {
        var path = try word()
        while takes(".") { path += "." + (try word()) }
        return path
    }

    private mutating func expect(_ mark: String) throws(ContractError) {
        guard takes(mark) else { throw unexpected("“\(mark)”") }
    }

    private func unexpected(_ wanted: String) -> ContractError {
        ContractError(line: next.line, problem: "“\(next.text)” stands where \(wanted) is wanted")
    }
}
