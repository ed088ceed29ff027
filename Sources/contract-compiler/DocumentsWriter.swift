/// Writes what is read of a contract elsewhere: the OpenRPC document, the schema of the notifications, and the tables of
/// the reference.
struct DocumentsWriter {
    private static let dialect = "https://json-schema.org/draft/2020-12/schema"
    private let contract: ContractSchema
    private let defined: ContractSchema
    private let notation: ContractNotation

    init(_ files: [ContractFile]) {
        contract = ContractSchema(files, root: "#/components/schemas/")
        defined = ContractSchema(files, root: "#/$defs/")
        notation = ContractNotation(contract)
    }

    /// The Swift file that holds them.
    var swift: String {
        var swift = SwiftText()
        swift.doc([" What the contract says of itself, for readers without Swift."])
        swift.block("public enum ContractText") { swift in
            let texts = [
                ("openRPC", " The methods, as an OpenRPC document.", openRPC.lines()),
                (
                    "notificationSchema", " Every notification, as one schema of a message from the server.",
                    notificationSchema.lines()
                ),
                ("methodTable", " The table of the methods.", notation.methods),
                ("notificationTable", " The table of the notifications.", notation.notifications),
            ]
            for (name, doc, text) in texts {
                swift.doc([doc])
                swift.line("public static let \(name) = #\"\"\"")
                swift.bare(text + "\n\"\"\"#\n")
            }
        }
        return swift.text
    }

    // MARK: OpenRPC

    private var openRPC: SchemaText {
        .object([
            ("openrpc", .text("1.3.2")),
            (
                "info",
                .object([
                    ("title", .text("Understudy")), ("version", .text("1")),
                    ("description", .text("A simulator of Messages collaboration: docs/protocol.md tells the whole.")),
                ])
            ),
            ("methods", .list(contract.methods.map(method))),
            // OpenRPC has no word for what a server tells by itself; an extension it lets everybody make.
            ("x-notifications", .list(contract.notifications.map { notification($0, in: contract) })),
            ("components", .object([("schemas", contract.types)])),
        ])
    }

    private func method(_ method: MethodDeclaration) -> SchemaText {
        var params = method.params.map(parameters) ?? []
        if method.changes {
            params.append(
                parameter(
                    "clientID", "By which a retry is known: from 1 to 256 bytes.", isOptional: true,
                    .object([("type", .text("string")), ("minLength", .bare("1")), ("maxLength", .bare("256"))])))
        }
        let results = method.answers.map(result)
        return .object([
            ("name", .text(method.name)), ("summary", .text(ContractSchema.line(method.doc))),
            ("tags", .list([.object([("name", .text(String(method.name.prefix { $0 != "." })))])])),
            ("paramStructure", .text("by-name")), ("params", .list(params)),
            (
                "result",
                .object([
                    ("name", .text("result")),
                    ("schema", results.count == 1 ? results[0] : .object([("anyOf", .list(results))])),
                ])
            ),
            ("x-roles", .list(method.roles.map { .text($0) })), ("x-changesTheLog", .bare("\(method.changes)")),
        ])
    }

    private func result(_ answer: String) -> SchemaText {
        guard let known = contract.answers.first(where: { $0.name == answer }) else {
            return contract.schema(ofType: answer, in: "")
        }
        let description = ("description", SchemaText.text(ContractSchema.line(known.doc)))
        return .object([description] + contract.members(known.fields, in: ""))
    }

    private func parameters(_ type: String) -> [SchemaText] {
        notation.parameters(of: type).map { place in
            let doc = ContractSchema.line(place.field.doc)
            let isOptional = place.isOptional
            return parameter(place.field.key, doc, isOptional: isOptional, contract.schema(of: place, isBare: true))
        }
    }

    private func parameter(_ name: String, _ doc: String, isOptional: Bool, _ schema: SchemaText) -> SchemaText {
        var members: [(String, SchemaText)] = [("name", .text(name))]
        if !doc.isEmpty { members.append(("description", .text(doc))) }
        if !isOptional { members.append(("required", .bare("true"))) }
        return .object(members + [("schema", schema)])
    }

    // MARK: Notifications

    private var notificationSchema: SchemaText {
        .object([
            ("$schema", .text(Self.dialect)), ("title", .text("A notification of Understudy")),
            ("oneOf", .list(defined.notifications.map { notification($0, in: defined) })), ("$defs", defined.types),
        ])
    }

    private func notification(
        _ notification: NotificationDeclaration, in schema: ContractSchema
    ) -> SchemaText {
        let isPersons = notification.roles == ["person"]
        var first: [(String, SchemaText)] = []
        if !notification.isLive {
            let doc = "Its position in the log: what `session.hello` resumes after."
            first.append(
                ("cursor", .object([("type", .text("integer")), ("minimum", .bare("1")), ("description", .text(doc))])))
        }
        guard case .object(var params) = SchemaText.object(schema.members(notification.fields, in: "", first: first))
        else { return .object([]) }
        if !notification.isLive, let index = params.firstIndex(where: { $0.0 == "properties" }),
            case .object(var properties) = params[index].1
        {
            // An observer hears what others are told, and whose it is.
            let own =
                isPersons ? [("person", "Handle"), ("alerted", "[Handle]")] : [("app", "AppID"), ("person", "Handle")]
            for (key, type) in own where !properties.contains(where: { $0.0 == key }) {
                properties.append((key, schema.schema(ofType: type, in: "")))
            }
            params[index].1 = .object(properties)
        }
        return .object([
            ("title", .text(notification.name)), ("description", .text(ContractSchema.line(notification.doc))),
            ("type", .text("object")),
            (
                "properties",
                .object([
                    ("jsonrpc", .object([("const", .text("2.0"))])),
                    ("method", .object([("const", .text(notification.name))])), ("params", .object(params)),
                ])
            ),
            ("required", .list([.text("jsonrpc"), .text("method"), .text("params")])),
            ("x-roles", .list((notification.roles + ["observer"]).uniqued.map { .text($0) })),
        ])
    }
}

extension [String] {
    /// Each once.
    var uniqued: [String] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
