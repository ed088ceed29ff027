/// The tables of the reference, in its short notation: `conversation, name?, members: [handle]`.
struct ContractNotation {
    /// How long an object may be, in characters, to be spelt out where it stands.
    private static let objectMax = 90

    private let contract: ContractSchema

    init(_ contract: ContractSchema) { self.contract = contract }

    /// One row a method.
    var methods: String {
        let head = ["| method | who | params | result | what it does |", "| --- | --- | --- | --- | --- |"]
        let rows = contract.methods.map { method in
            let who = method.roles.count == 3 ? "all" : method.roles.joined(separator: ", ")
            let params = method.params.map { notation(parameters(of: $0)) } ?? ""
            let results = method.answers.map(result).joined(separator: ", or ")
            return row(["`\(method.name)`", who, code(params), results, ContractSchema.line(method.doc)])
        }
        return (head + rows).joined(separator: "\n")
    }

    /// One row a notification.
    var notifications: String {
        let head = ["| method | to | params | what it tells |", "| --- | --- | --- | --- |"]
        let rows = contract.notifications.map { notification in
            let params = notation(places(notification.fields, in: ""))
            return row([
                "`\(notification.name)`", notification.roles.joined(separator: ", "),
                code((notification.isLive ? "" : "cursor, ") + params), ContractSchema.line(notification.doc),
            ])
        }
        return (head + rows).joined(separator: "\n")
    }

    /// What a method takes, one by one: of several of which one is given, all, each as one that may be missing.
    func parameters(of type: String) -> [ContractSchema.Place] {
        guard let declaration = contract.declaration(type, in: "") else { return [] }
        switch declaration.shape {
        case .object(let fields, _): return places(fields, in: declaration.name)
        case .union: return variants(of: declaration)
        case .words, .limits, .identifier, .scalar: return []
        }
    }

    private func places(_ fields: [Field], in scope: String) -> [ContractSchema.Place] {
        var unions: [ContractSchema.Place] = []
        let places = contract.places(of: fields, in: scope) { union, _ in unions += variants(of: union) }
        // What names the thing comes first, as it does in the reference.
        return unions + places
    }

    private func variants(of union: Declaration) -> [ContractSchema.Place] {
        guard case .union(let tag, let cases, _) = union.shape else { return [] }
        var all: [ContractSchema.Place] = []
        if let tag {
            let doc = " " + ContractSchema.line(union.doc)
            let field = Field(
                doc: [doc], name: tag, key: tag, isUnlabelled: false, type: union.name + ".Kind", presence: .required)
            all.append(.init(field: field, scope: union.name, isOptional: false))
        }
        for variant in cases {
            for place in places(variant.fields, in: union.name)
            where !all.contains(where: { $0.field.key == place.field.key }) {
                var place = place
                place.isOptional = true
                if place.field.doc.isEmpty { place.field.doc = variant.doc }
                all.append(place)
            }
        }
        return all
    }

    // MARK: Words

    private func result(_ answer: String) -> String {
        guard let known = contract.answers.first(where: { $0.name == answer }) else {
            guard case .object(let fields, _)? = contract.declaration(answer, in: "")?.shape else {
                return code(answer)
            }
            return code(notation(places(fields, in: answer)))
        }
        let members = notation(places(known.fields, in: ""))
        return members.isEmpty ? "`{}`" : code(members)
    }

    private func notation(_ places: [ContractSchema.Place]) -> String {
        places.map { place in
            let type = notation(place.field.type, in: place.scope)
            return place.field.key + (place.isOptional ? "?" : "") + (type.isEmpty ? "" : ": \(type)")
        }.joined(separator: ", ")
    }

    /// A type, where its member does not say it.
    private func notation(_ type: String, in scope: String) -> String {
        if type.hasPrefix("[") {
            let element = String(type.dropFirst().dropLast())
            let inner = notation(element, in: scope)
            return "[\(inner.isEmpty ? Self.word(element) : inner)]"
        }
        switch type {
        case "Bool": return "bool"
        case "String", "Int", "Int64", "Double", "JSONValue": return ""
        default: break
        }
        guard let declaration = contract.declaration(type, in: scope) else {
            return words(contract.words(ofTag: type))
        }
        switch declaration.shape {
        case .words(let words) where words.count <= 5: return self.words(words.map(\.word))
        case .object(let fields, _):
            let object = "{\(notation(places(fields, in: declaration.name)))}"
            return object.count <= Self.objectMax ? object : ""
        case .words, .union, .limits, .identifier, .scalar: return ""
        }
    }

    private func words(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: " \\| ") }

    /// What an element of a list is called.
    private static func word(_ type: String) -> String {
        let name = type.split(separator: ".").last.map(String.init) ?? type
        if name.hasSuffix("ID") { return "id" }
        if name == "String" { return "string" }
        return name.prefix(1).lowercased() + name.dropFirst()
    }

    private func code(_ text: String) -> String { text.isEmpty ? "" : "`\(text)`" }

    private func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}
