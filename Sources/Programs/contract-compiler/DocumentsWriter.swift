/// Writes the generated documents of a contract: the OpenRPC document, the JSON Schema of the notifications, and the
/// lists of the reference pages.
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

    /// The Swift file with the documents.
    var swift: String {
        var swift = SwiftText()
        swift.doc([" The contract as documents for readers without Swift."])
        swift.block("public enum ContractText") { swift in
            let texts = [
                ("openRPC", " The methods, as an OpenRPC document.", openRPC.lines()),
                (
                    "notificationSchema", " Every notification, as one schema of a message from the server.",
                    notificationSchema.lines()
                ),
                ("reference", " The methods and notifications, as the reference lists them.", notation.reference),
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
                    (
                        "description",
                        .text("A simulator of Messages collaboration, described in docs/reference/protocol.md.")
                    ),
                ])
            ),
            ("methods", .list(contract.methods.map(method))),
            // OpenRPC has no keyword for notifications from a server; it allows extensions with `x-`.
            ("x-notifications", .list(contract.notifications.map { notification($0, in: contract) })),
            (
                "components",
                .object([
                    ("schemas", .object(contract.types + contract.results)),
                    ("errors", .object(contract.errors.map { (errorName($0), error($0)) })),
                ])
            ),
        ])
    }

    private func method(_ method: MethodDeclaration) -> SchemaText {
        var params = method.params.map(parameters) ?? []
        if method.changes {
            params.append(
                parameter(
                    "clientID",
                    "The client's id of the request, by which the server recognizes a retry: 1 to 256 bytes.",
                    isOptional: true,
                    .object([("type", .text("string")), ("minLength", .bare("1")), ("maxLength", .bare("256"))])))
        }
        let results = method.answers.map(contract.result)
        return .object([
            ("name", .text(method.name)), ("summary", .text(ContractSchema.line(method.doc))),
            ("tags", .list([.object([("name", .text(String(method.name.prefix { $0 != "." })))])])),
            ("paramStructure", .text("by-name")), ("params", .list(params)),
            (
                "result",
                .object([
                    ("name", .text(method.answers.count == 1 ? method.answers[0].firstLowercased : "result")),
                    ("schema", results.count == 1 ? results[0] : .object([("anyOf", .list(results))])),
                ])
            ),
            (
                "errors",
                .list(
                    contract.errors.filter { isPossible($0, in: method) }.map {
                        .object([("$ref", .text("#/components/errors/" + errorName($0)))])
                    })
            ),
            ("x-roles", .list(method.roles.map { .text($0) })), ("x-changesTheLog", .bare("\(method.changes)")),
        ])
    }

    private func errorName(_ error: Word) -> String { error.name.prefix(1).uppercased() + error.name.dropFirst() }

    private func error(_ error: Word) -> SchemaText {
        .object([
            ("code", .bare(error.number ?? "0")), ("message", .text(ContractSchema.line(error.doc))),
            ("data", .object([("reason", .text(error.word))])),
            ("x-dataSchema", contract.reference(to: "ErrorData")),
        ])
    }

    /// Returns true if a call of a known method can be refused for that reason.
    private func isPossible(_ error: Word, in method: MethodDeclaration) -> Bool {
        switch error.word {
        case "parse", "invalid_request", "unknown_method": false
        case "invalid_params": method.params != nil || method.changes
        default: true
        }
    }

    private func parameters(_ type: String) -> [SchemaText] {
        notation.parameters(of: type).map { place in
            let doc = contract.description(of: place.field)
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
            ("oneOf", .list(branches)),
            (
                "$defs",
                .object(defined.types + defined.notifications.map { (title(of: $0), notification($0, in: defined)) })
            ),
        ])
    }

    /// The branches, exactly one of which matches a message: one notification, or several that no member distinguishes,
    /// such as a person's and an app's change of their lists.
    private var branches: [SchemaText] {
        var left = defined.notifications[...]
        var branches: [SchemaText] = []
        while let first = left.popFirst() {
            let alike = left.filter { $0.name == first.name && isAlike($0, first) }
            left.removeAll { other in alike.contains { title(of: $0) == title(of: other) } }
            let all = ([first] + alike).map { defined.reference(to: title(of: $0)) }
            branches.append(alike.isEmpty ? all[0] : .object([("anyOf", .list(all))]))
        }
        return branches
    }

    private func isAlike(_ left: NotificationDeclaration, _ right: NotificationDeclaration) -> Bool {
        mark(of: left, missingIn: right) == nil && mark(of: right, missingIn: left) == nil
    }

    /// Returns the name of a notification's schema. If a person's and an app's notification share a name, the app's
    /// gets a prefix.
    private func title(of notification: NotificationDeclaration) -> String {
        let isShared = contract.notifications.contains {
            $0.caseName == notification.caseName && $0.roles != notification.roles
        }
        let name = notification.caseName.prefix(1).uppercased() + notification.caseName.dropFirst()
        return (isShared && notification.roles == ["app"] ? "App" : "") + name + "Notification"
    }

    /// Returns the members that identify the other notifications with the same name. This notification has none of
    /// them.
    private func foreignMembers(of notification: NotificationDeclaration) -> [String] {
        contract.notifications.filter { $0.name == notification.name && title(of: $0) != title(of: notification) }
            .compactMap { mark(of: $0, missingIn: notification) }
    }

    /// Returns a member that a notification always has and the other one never has.
    private func mark(
        of notification: NotificationDeclaration, missingIn other: NotificationDeclaration
    ) -> String? {
        func places(_ notification: NotificationDeclaration) -> [(key: String, isOptional: Bool)] {
            let places = contract.places(of: notification.fields, in: "") { _, _ in }
            return (notification.isLive ? [] : [("cursor", false)]) + places.map { ($0.field.key, $0.isOptional) }
        }
        let known = places(other).map(\.key)
        return places(notification).first { !$0.isOptional && !known.contains($0.key) }?.key
    }

    private func notification(
        _ notification: NotificationDeclaration, in schema: ContractSchema
    ) -> SchemaText {
        let isPersons = notification.roles == ["person"]
        var first: [(String, SchemaText)] = []
        if !notification.isLive {
            let doc = "The position in the log, after which `session.hello` resumes."
            first.append(
                ("cursor", .object([("type", .text("integer")), ("minimum", .bare("1")), ("description", .text(doc))])))
        }
        guard case .object(var params) = SchemaText.object(schema.members(notification.fields, in: "", first: first))
        else { return .object([]) }
        if !notification.isLive, let index = params.firstIndex(where: { $0.0 == "properties" }),
            case .object(var properties) = params[index].1
        {
            // An observer's copy also names the recipient.
            let own =
                isPersons ? [("person", "Handle"), ("alerted", "[Handle]")] : [("app", "AppID"), ("person", "Handle")]
            for (key, type) in own where !properties.contains(where: { $0.0 == key }) {
                properties.append((key, schema.schema(ofType: type, in: "")))
            }
            params[index].1 = .object(properties)
        }
        let foreign = foreignMembers(of: notification).map { key in
            SchemaText.object([("required", .list([.text(key)]))])
        }
        if !foreign.isEmpty {
            params.append(("not", foreign.count == 1 ? foreign[0] : .object([("anyOf", .list(foreign))])))
        }
        return .object([
            ("title", .text(title(of: notification))), ("description", .text(ContractSchema.line(notification.doc))),
            ("type", .text("object")),
            (
                "properties",
                .object([
                    ("jsonrpc", .object([("const", .text("2.0"))])),
                    ("method", .object([("const", .text(notification.name))])), ("params", .object(params)),
                    ("traceparent", schema.reference(to: "TraceParent")),
                ])
            ),
            ("required", .list([.text("jsonrpc"), .text("method"), .text("params")])),
            ("x-roles", .list((notification.roles + ["observer"]).uniqued.map { .text($0) })),
        ])
    }
}

extension String {
    /// The text with a small first letter.
    fileprivate var firstLowercased: String { prefix(1).lowercased() + dropFirst() }
}

extension [String] {
    /// The elements without repetitions.
    var uniqued: [String] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
