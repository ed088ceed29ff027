/// The lists of the reference pages in a short notation: `conversation, name?, members: [handle]`.
struct ContractNotation {
    /// The most characters of an object that is written inline.
    private static let objectMax = 60
    /// The most words of an enumeration that are written inline.
    private static let wordsMax = 5

    private let contract: ContractSchema

    init(_ contract: ContractSchema) { self.contract = contract }

    /// The methods by noun and the notifications, one list item each; then the answers and words that several of them
    /// share.
    var reference: String {
        var nouns: [(name: String, items: [String])] = []
        for method in contract.methods {
            let noun = String(method.name.prefix { $0 != "." })
            if nouns.last?.name != noun { nouns.append((noun, [])) }
            nouns[nouns.count - 1].items.append(item(method))
        }
        // The methods of a noun can be in several places of the contract. They get one section.
        var sections: [(name: String, items: [String])] = []
        for noun in nouns {
            if let index = sections.firstIndex(where: { $0.name == noun.name }) {
                sections[index].items += noun.items
            } else {
                sections.append(noun)
            }
        }
        sections.append(("Notifications", notifications))
        sections.append(
            (
                "Shared results",
                contract.answers.filter { isShared($0) }.map { answer in
                    "- **\(answer.name)** \(object(places(answer.fields, in: ""))). \(ContractSchema.line(answer.doc))"
                }
            ))
        sections.append(("Words", contract.words.filter { isShared($0) }.map(wordItem)))
        return sections.map { "## \($0.name)\n\n" + $0.items.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private var notifications: [String] {
        contract.notifications.map { notification in
            let params = notation(places(notification.fields, in: ""))
            let object = code("{" + (notification.isLive ? "" : "cursor, ") + params + "}")
            return "- **`\(notification.name)`** \(object) (\(notification.roles.joined(separator: ", "))). "
                + ContractSchema.line(notification.doc)
        }
    }

    private func item(_ method: MethodDeclaration) -> String {
        let who = method.roles.count == 3 ? "all" : method.roles.joined(separator: ", ")
        let params = method.params.map { " " + object(parameters(of: $0)) } ?? ""
        var results: [String] = []
        for result in method.answers.map(result) where !results.contains(result) { results.append(result) }
        return "- **`\(method.name)`**\(params) → \(results.joined(separator: " or ")) (\(who)). "
            + ContractSchema.line(method.doc)
    }

    /// Returns the list item of an enumeration.
    private func wordItem(_ type: Declaration) -> String {
        guard case .words(let words) = type.shape else { return "" }
        let isOfMany = contract.words.count { isShared($0) && Self.word($0.name) == Self.word(type.name) } > 1
        let owner = type.name.split(separator: ".").dropLast().last ?? "session"
        return "- **\(Self.word(type.name))**\(isOfMany ? " of a \(owner.lowercased())" : "") "
            + "`\(words.map(\.word).joined(separator: "`, `"))`"
    }

    /// Returns true if the reference lists an answer only once, by its name.
    private func isShared(_ answer: Case) -> Bool {
        answer.fields.count > 2 && contract.methods.count { $0.answers.contains(answer.name) } > 2
    }

    /// Returns true if the reference lists the words only once, by the name of their type.
    private func isShared(_ type: Declaration) -> Bool {
        guard case .words(let words) = type.shape, words.count <= Self.wordsMax else { return false }
        return contract.uses(of: type) > 2
    }

    /// Returns the params of a method. If one of several is required, returns all of them as optional.
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
        // The members that identify the subject come first.
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
            return object(places(fields, in: answer))
        }
        return isShared(known) ? "**\(answer)**" : object(places(known.fields, in: ""))
    }

    private func object(_ places: [ContractSchema.Place]) -> String { code("{\(notation(places))}") }

    private func notation(_ places: [ContractSchema.Place]) -> String {
        places.map { place in
            let type = notation(place.field.type, in: place.scope)
            let isSaid = type.isEmpty || type == place.field.key
            return place.field.key + (place.isOptional ? "?" : "") + (isSaid ? "" : ": \(type)")
        }.joined(separator: ", ")
    }

    /// Returns the notation of a type, or an empty text if the member's name implies it.
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
        case .words where isShared(declaration): return Self.word(declaration.name)
        case .words(let words) where words.count <= Self.wordsMax: return self.words(words.map(\.word))
        case .object(let fields, _):
            let object = "{\(notation(places(fields, in: declaration.name)))}"
            return object.count <= Self.objectMax ? object : ""
        case .words, .union, .limits, .identifier, .scalar: return ""
        }
    }

    private func words(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: " | ") }

    /// Returns the short name of a type, as an element of a list.
    private static func word(_ type: String) -> String {
        let name = type.split(separator: ".").last.map(String.init) ?? type
        if name.hasSuffix("ID") { return "id" }
        if name == "String" { return "string" }
        return name.prefix(1).lowercased() + name.dropFirst()
    }

    private func code(_ text: String) -> String { text.isEmpty ? "" : "`\(text)`" }

}
