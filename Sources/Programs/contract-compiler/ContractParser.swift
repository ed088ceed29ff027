/// Parses a contract file.
///
///     import ChatProtocol                     an import of the generated file
///     internal                                the access level, if it is not public
///
///     /// A doc comment.
///     struct Message: Hashable {              an object
///         id: MessageID                       a member that is always present
///         app "bundle": AppID?                an optional member whose key differs from the property
///         association: JSONValue? written     nil is written as null
///         sequence: Int64 in 1...             an integer in a range
///         limit: Int? in 1...Limits.entries   … up to a limit of the server, which checks it
///         url: String in 1...2048             a string with that length in code points; the server checks it
///         links: [MessageLink]                a list; empty if it is missing
///         members: [Handle] required          a list that must be present
///         removed: Bool = false               a default; a member with this value is omitted
///         pinned: Bool = false written        … or written, with `written`
///         preview: LinkPreview embedded       the type's members are members of this object
///         summary: String derived             only written, from a handwritten property
///         check                               the reader calls a handwritten `check(_:)`
///     }
///
///     enum Colour { red green thumbsUp "+1" } an enumeration of words
///     enum Reason { parse = -32700 }          … each with a number, its `code`
///
///     union Change by kind {                  one of several objects; the member `kind` identifies it
///         edited(text: String)
///         reacted "tapback" (by: Handle, _ reaction: Reaction)
///     }
///
///     union Reference {                       … or the present member identifies it
///         id(_ share: ShareID)
///         url(_ url: String)
///     }
///
///     events Event by event: EventBehavior {  a union of which each case is a struct of its own: `Event.PersonNamed`
///         personNamed(_ person: Person)       … that conforms to the protocol in the module's EventBehavior.swift
///     }
///
///     methods {                               the methods: params, answers, roles
///         message.send(SendMessage) -> message for person changes
///         session.ping() -> empty for person, app, observer live
///     }
///
///     answers {                               the answers of methods
///         empty
///         history(entries: [ThreadEntry], more: Bool)
///     }
///
///     notifications {                         the notifications: members, roles; `live` is never stored
///         message.posted(_ message: Message, alert: Bool = false) for person
///         share.changed as shareLost(_ share: LostShare, cause "gone": LostShare.Cause) for person
///         typing(_ conversation: ConversationID, person: Handle, isTyping "typing": Bool) for person live
///     }
///
///     limits Limits {                         configurable numbers, with a description and a reason
///         /// the longest line or message, in bytes
///         messageBytes = 262_144 in 4_096...67_108_864
///     }
///
///     id MessageID of Message                 an opaque id of that type
///     scalar Handle "string" matching "[a-z]+" in 1...254
///                                             a string with handwritten coding, its pattern and length
///     described struct Limits { … }           any handwritten type, described for the documents
struct ContractParser {
    private var tokens: [LexerToken]
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

    /// Parses the names after a colon, if there is one.
    private mutating func inherited() throws(ContractError) -> [String] {
        var names: [String] = []
        if takes(":") { repeat { names.append(try word()) } while takes(",") }
        return names
    }

    /// Parses events. Each event is a struct, and the union embeds all of them.
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
            let name = try word()
            let word = takeText() ?? name
            events.append(EventDeclaration(doc: doc, name: name, word: word, fields: try fields()))
        }
        let cases = events.map { event in
            let payload = Field(
                doc: [], name: "event", key: "", isUnlabelled: true, type: event.typeName,
                presence: .embedded(isOptional: false), range: nil)
            return Case(doc: event.doc, name: event.name, word: event.word, fields: event.isBare ? [] : [payload])
        }
        file.declarations.append(
            Declaration(doc: doc, name: name, conformances: [], shape: .union(tag: tag, cases, .none)))
        for event in events where !event.isBare {
            file.declarations.append(
                Declaration(
                    doc: event.doc, name: "\(name).\(event.typeName)",
                    conformances: file.behavior.map { [$0.name] } ?? [],
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

    private init(tokens: [LexerToken]) { self.tokens = tokens }

    private var next: LexerToken { tokens[index] }

    private mutating func advance() { index = min(index + 1, tokens.count - 1) }

    private mutating func take() -> LexerToken {
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
