/// All contract files of a target together, as JSON Schemas (draft 2020-12).
struct ContractSchema {
    /// A member at its place in an object, with the scope in which its type is resolved.
    struct Place {
        var field: Field
        var scope: String
        /// True if the member can be missing, because it or the part that contains it is optional.
        var isOptional: Bool
    }

    let methods: [MethodDeclaration]
    let answers: [Case]
    let notifications: [NotificationDeclaration]
    private let declarations: [String: Declaration]
    private let names: [String]
    /// The types of params. A member with a default can be missing in a request and is always present in an answer.
    private var asked: Set<String> = []
    /// The prefix of references to the schemas of types.
    private let root: String

    init(_ files: [ContractFile], root: String) {
        var all = files.flatMap(\.declarations)
        methods = files.flatMap(\.methods)
        answers = files.flatMap(\.answers)
        notifications = files.flatMap(\.notifications)
        all.append(Self.words("Method", " A method.", methods.map(\.name)))
        all.append(Self.words("NotificationName", " A notification.", notifications.map(\.name)))
        declarations = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
        names = all.map(\.name).sorted()
        self.root = root
        for params in methods.compactMap(\.params) { noteAsked(params, in: "") }
    }

    private mutating func noteAsked(_ type: String, in scope: String) {
        let type = type.filter { $0 != "[" && $0 != "]" }
        guard let declaration = declaration(type, in: scope), asked.insert(declaration.name).inserted else { return }
        let fields: [Field] =
            switch declaration.shape {
            case .object(let fields, _): fields
            case .union(_, let cases, _): cases.flatMap(\.fields)
            case .words, .limits, .identifier, .scalar: []
            }
        for field in fields { noteAsked(field.type, in: declaration.name) }
    }

    private static func words(_ name: String, _ doc: String, _ words: [String]) -> Declaration {
        let each = words.reduce(into: [Word]()) { all, word in
            if !all.contains(where: { $0.word == word }) { all.append(Word(doc: [], name: word, word: word)) }
        }
        return Declaration(doc: [doc], name: name, conformances: [], shape: .words(each))
    }

    /// The schema of every type, by its name.
    var types: [(String, SchemaText)] {
        names.compactMap { name in declarations[name].map { (Self.plain(name), schema(of: $0)) } }
    }

    /// The enumerations of words.
    var words: [Declaration] {
        names.compactMap { declarations[$0] }.filter {
            if case .words = $0.shape { true } else { false }
        }
    }

    /// Returns the number of members of that type.
    func uses(of type: Declaration) -> Int {
        func count(_ fields: [Field], in scope: String) -> Int {
            fields.count { declaration($0.type.filter { $0 != "[" && $0 != "]" }, in: scope)?.name == type.name }
        }
        let shapes = names.compactMap { declarations[$0] }.map { declared in
            switch declared.shape {
            case .object(let fields, _): count(fields, in: declared.name)
            case .union(_, let cases, _): count(cases.flatMap(\.fields), in: declared.name)
            case .words, .limits, .identifier, .scalar: 0
            }
        }
        let others = answers.map { count($0.fields, in: "") } + notifications.map { count($0.fields, in: "") }
        return (shapes + others).reduce(0, +)
    }

    /// Returns a name without dots, because code generators reject them: `Share.Participant` is `ShareParticipant`.
    static func plain(_ name: String) -> String { name.filter { $0 != "." } }

    /// Returns a reference to the schema of a type.
    func reference(to name: String) -> SchemaText { .object([("$ref", .text(root + Self.plain(name)))]) }

    /// The schema of every answer, by its name.
    var results: [(String, SchemaText)] {
        answers.map { answer in
            let description = ("description", SchemaText.text(Self.line(answer.doc)))
            return (Self.resultName(answer.name), .object([description] + members(answer.fields, in: "")))
        }
    }

    /// Returns the schema of a method's result.
    func result(_ answer: String) -> SchemaText {
        answers.contains { $0.name == answer }
            ? reference(to: Self.resultName(answer)) : schema(ofType: answer, in: "")
    }

    private static func resultName(_ answer: String) -> String {
        answer.prefix(1).uppercased() + answer.dropFirst() + "Result"
    }

    /// The reasons of errors, with their codes.
    var errors: [Word] {
        guard case .words(let words)? = declarations["RPCError.Reason"]?.shape else { return [] }
        return words
    }

    /// Returns the declaration of a type from the innermost matching scope.
    func declaration(_ type: String, in scope: String) -> Declaration? {
        var path = scope.split(separator: ".")
        while true {
            let name = (path.map(String.init) + [type]).joined(separator: ".")
            if let found = declarations[name] { return found }
            if path.popLast() == nil { return nil }
        }
    }

    /// Returns a doc comment as one line.
    static func line(_ doc: [String]) -> String {
        doc.map { $0.drop { $0 == " " } }.joined(separator: " ").replacing("``", with: "`")
    }

    /// Returns the words of a union's tag, if the type is the tag's type; else an empty list.
    func words(ofTag type: String) -> [String] {
        guard type.hasSuffix(".Kind"), let union = declarations[String(type.dropLast(".Kind".count))],
            case .union(.some, let cases, _) = union.shape
        else { return [] }
        return cases.map(\.word)
    }

    // MARK: Types

    /// Returns the schema of a type at its place in another schema.
    func schema(ofType type: String, in scope: String) -> SchemaText {
        if type.hasPrefix("[") {
            let element = schema(ofType: String(type.dropFirst().dropLast()), in: scope)
            return .object([("type", .text("array")), ("items", element)])
        }
        switch type {
        case "String": return .object([("type", .text("string"))])
        case "Bool": return .object([("type", .text("boolean"))])
        case "Int", "Int64": return .object([("type", .text("integer"))])
        case "Double": return .object([("type", .text("number"))])
        case "JSONValue": return .object([])
        default:
            guard let declaration = declaration(type, in: scope) else {
                let words = self.words(ofTag: type).map { SchemaText.text($0) }
                return words.isEmpty
                    ? .object([("$comment", .text("\(type) is not described"))])
                    : .object([("type", .text("string")), ("enum", .list(words))])
            }
            return reference(to: declaration.name)
        }
    }

    private func schema(of declaration: Declaration) -> SchemaText {
        let description = ("description", SchemaText.text(Self.line(declaration.doc)))
        switch declaration.shape {
        case .identifier: return .object([description, ("type", .text("string")), ("minLength", .bare("1"))])
        case .scalar(let type, let pattern, let length):
            let types = type.split(separator: " ").map { SchemaText.text(String($0)) }
            let patterns = pattern.map { [("pattern", SchemaText.text($0))] } ?? []
            return .object(
                [description, ("type", types.count == 1 ? types[0] : .list(types))] + patterns
                    + bounds(length, "minLength", "maxLength"))
        case .words(let words):
            return .object([
                description, ("type", .text("string")), ("enum", .list(words.map { .text($0.word) })),
            ])
        case .object(let fields, _): return .object([description] + members(fields, in: declaration.name))
        case .limits(let limits):
            let fields = limits.map {
                Field(
                    doc: $0.doc, name: $0.name, key: $0.name, isUnlabelled: false, type: "Int", presence: .required,
                    range: $0.range)
            }
            return .object([description] + members(fields, in: declaration.name))
        case .union(let tag, let cases, _):
            let variants = cases.map { variant in
                // Without a tag, the first member identifies the variant and is required.
                var fields = variant.fields
                if tag == nil, !fields.isEmpty { fields[0].presence = .required }
                let kind = tag.map { ($0, SchemaText.object([("const", .text(variant.word))])) }
                return SchemaText.object(members(fields, in: declaration.name, first: kind.map { [$0] } ?? []))
            }
            return .object([description, ("oneOf", .list(variants))])
        }
    }

    /// Returns the keywords that describe the members of an object.
    ///
    /// - Parameter first: additional members, which are always present.
    func members(
        _ fields: [Field], in scope: String, first: [(String, SchemaText)] = []
    ) -> [(String, SchemaText)] {
        var parts: [SchemaText] = []
        let places = places(of: fields, in: scope) { union, isOptional in
            let reference = schema(ofType: union.name, in: "")
            guard isOptional, case .union(let tag, let cases, _) = union.shape else { return parts.append(reference) }
            let keys = tag.map { [$0] } ?? cases.compactMap { $0.fields.first?.key }
            let none = keys.map { SchemaText.object([("not", .object([("required", .list([.text($0)]))]))]) }
            parts.append(.object([("anyOf", .list([reference, .object([("allOf", .list(none))])]))]))
        }
        let properties = first + places.map { ($0.field.key, schema(of: $0)) }
        let required = first.map(\.0) + places.filter { !$0.isOptional }.map(\.field.key)
        var members: [(String, SchemaText)] = [("type", .text("object"))]
        if !properties.isEmpty { members.append(("properties", .object(properties))) }
        if !required.isEmpty { members.append(("required", .list(required.map { .text($0) }))) }
        if !parts.isEmpty { members.append(("allOf", .list(parts))) }
        return members
    }

    /// Returns the schema of a member. With `isBare`, it has no description.
    func schema(of place: Place, isBare: Bool = false) -> SchemaText {
        let field = place.field
        guard case .object(var members) = schema(ofType: field.type, in: place.scope) else { return .object([]) }
        let isText = field.type == "String"
        members += bounds(field.range, isText ? "minLength" : "minimum", isText ? "maxLength" : "maximum")
        if field.presence == .nullable {
            members = [("anyOf", .list([.object(members), .object([("type", .text("null"))])]))]
        }
        let doc = description(of: field)
        if !isBare, !doc.isEmpty { members.append(("description", .text(doc))) }
        return .object(members)
    }

    /// Returns the keywords of a range. If the range ends at a limit of the server, its maximum is the default of the
    /// limit.
    private func bounds(_ range: String?, _ low: String, _ high: String) -> [(String, SchemaText)] {
        let ends = (range ?? "").replacing("_", with: "").replacing("...", with: " ").split(separator: " ")
        let limit = ends.last.flatMap { serverLimit($0) }?.standard.replacing("_", with: "")
        // The minimum length 0 needs no keyword.
        var bounds: [(String, SchemaText)] = []
        if let start = ends.first, low == "minimum" || start != "0" { bounds.append((low, .bare(String(start)))) }
        if ends.count == 2, let end = limit ?? (ends[1].allSatisfy(\.isNumber) ? String(ends[1]) : nil) {
            bounds.append((high, .bare(end)))
        }
        return bounds
    }

    /// Returns the limit at the end of a range, such as `Limits.pageEntries`.
    private func serverLimit(_ end: Substring) -> Limit? {
        guard end.hasPrefix("Limits."), case .limits(let limits)? = declarations["Limits"]?.shape else { return nil }
        return limits.first { $0.name == end.dropFirst("Limits.".count) }
    }

    /// Returns the description of a member. If a limit bounds the member, it names the limit, which can be configured.
    func description(of field: Field) -> String {
        let doc = Self.line(field.doc)
        guard let limit = field.range.flatMap({ serverLimit(Substring($0).drop { $0 != "L" }) }) else { return doc }
        return doc + " At most the limit `\(limit.name)`, \(limit.standard) by default."
    }

    /// Returns the members of an object, with the members of embedded objects in their places.
    ///
    /// - Parameter union: called for each embedded union.
    func places(
        of fields: [Field], in scope: String, isOptional: Bool = false, union: (Declaration, Bool) -> Void
    ) -> [Place] {
        fields.flatMap { field -> [Place] in
            guard case .embedded(let mayMiss) = field.presence else {
                let mayBeMissing =
                    switch field.presence {
                    case .required, .derived, .nullable, .embedded: false
                    case .usual(_, let isWritten): !isWritten || asked.contains(scope)
                    case .optional: true
                    }
                return [Place(field: field, scope: scope, isOptional: isOptional || mayBeMissing)]
            }
            guard let part = declaration(field.type, in: scope) else { return [] }
            guard case .object(let inner, _) = part.shape else {
                union(part, isOptional || mayMiss)
                return []
            }
            return places(of: inner, in: part.name, isOptional: isOptional || mayMiss, union: union)
        }
    }
}

/// A JSON text whose members keep their order.
indirect enum SchemaText {
    case text(String)
    case bare(String)
    case list([SchemaText])
    case object([(String, SchemaText)])

    /// Returns the text in lines, indented by two spaces a level. A value that fits is on one line. No string contains
    /// a line feed, so the text is the same JSON without line feeds and indentation.
    func lines(_ indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .text(let text): return Self.quoted(text)
        case .bare(let word): return word
        case .list(let elements): return Self.lines("[", elements.map { $0.lines(inner) }, "]", indent)
        case .object(let members):
            return Self.lines("{", members.map { "\(Self.quoted($0.0)): \($0.1.lines(inner))" }, "}", indent)
        }
    }

    private static func lines(_ open: String, _ parts: [String], _ close: String, _ indent: String) -> String {
        let line = open + parts.joined(separator: ", ") + close
        if line.count <= 100, !line.contains("\n") { return line }
        return "\(open)\n" + parts.map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n\(indent)\(close)"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text {
            switch character {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            default: quoted.append(character)
            }
        }
        return quoted + "\""
    }
}
