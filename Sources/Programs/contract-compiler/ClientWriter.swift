/// Writes the typed clients of tests: for each role its methods by noun, with the params spelled out; the answers; and
/// the notifications. Also writes the same methods for tests of the engine, which call it without a connection.
struct ClientWriter {
    /// The client that methods are written for.
    private struct Client {
        /// The name of its type.
        let name: String
        /// The access and the conformance of what is written.
        let access, conformance: String
        /// The property through which methods send their requests, its type, and the client's expression for it.
        let property, propertyType, argument: String
        /// The effects of a method, and the start of the call that sends its request.
        let effects, call: String
        /// The failure of a method, for its documentation.
        let failure: String

        static func ofRole(_ role: String) -> Client {
            Client(
                name: role.capitalizedFirst + "Client", access: "public ", conformance: ": Sendable",
                property: "connection", propertyType: "ClientSession", argument: "connection",
                effects: "async throws(ClientFailure)", call: "try await connection", failure: "ClientFailure")
        }

        static let ofEngine = Client(
            name: "EngineClient", access: "", conformance: "", property: "client", propertyType: "EngineClient",
            argument: "self", effects: "throws", call: "try client", failure: "RPCError")
    }

    /// The module of the contract's values.
    private static let module = "ChatProtocol"
    private let contract: ContractSchema
    private var swift = SwiftText()

    static func text(of files: [ContractFile]) -> String {
        var writer = ClientWriter(contract: ContractSchema(files, root: ""))
        for module in ["ChatConnection", module] { writer.swift.line("public import \(module)") }
        writer.writeMethods()
        writer.writeAnswers()
        writer.writeNotifications()
        return writer.swift.text
    }

    /// Returns the methods of the engine's client in tests.
    static func engineText(of files: [ContractFile]) -> String {
        var writer = ClientWriter(contract: ContractSchema(files, root: ""))
        for module in [module, "ChatTestKit"] { writer.swift.line("import \(module)") }
        writer.writeEngineMethods()
        return writer.swift.text
    }

    private init(contract: ContractSchema) { self.contract = contract }

    /// Returns the qualified name of a type for another module, resolved from the given scope.
    private func qualified(_ type: String, in scope: String) -> String {
        if type.hasPrefix("[") { return "[" + qualified(String(type.dropFirst().dropLast()), in: scope) + "]" }
        if ["String", "Bool", "Int", "Int64", "Double"].contains(type) { return type }
        return Self.module + "." + (contract.declaration(type, in: scope)?.name ?? type)
    }

    private func qualified(_ field: Field, in scope: String) -> Field {
        var field = field
        field.type = qualified(field.type, in: scope)
        return field
    }

    // MARK: Methods

    /// The methods of typed clients. A client logs in by itself, and the OpenRPC document is a file.
    private var methods: [MethodDeclaration] {
        contract.methods.filter { $0.name != "session.hello" && $0.name != "rpc.discover" }
    }

    private mutating func writeMethods() {
        for role in ["person", "app", "observer"] {
            writeMethods(methods.filter { $0.roles.contains(role) }, for: role, of: .ofRole(role))
        }
    }

    /// Writes the methods of the engine's client, which has no role. A method with a different answer for apps is
    /// written twice: `document.get` for persons is `appDocument.get` for apps.
    private mutating func writeEngineMethods() {
        let differing = methods.filter { answer(of: $0, for: "app")?.type != answer(of: $0, for: "person")?.type }
        let ofApps = differing.filter { $0.roles.contains("app") && $0.roles.contains("person") }
        writeMethods(methods, for: nil, of: .ofEngine)
        writeMethods(ofApps, for: "app", of: .ofEngine, prefix: "app")
    }

    /// Writes methods of a client, by noun.
    ///
    /// - Parameters:
    ///   - role: The role whose answers are read; nil for a client of any role.
    ///   - prefix: The prefix of the nouns.
    private mutating func writeMethods(
        _ methods: [MethodDeclaration], for role: String?, of client: Client, prefix: String = ""
    ) {
        for noun in methods.map({ Self.noun($0.name) }).uniqued {
            let name = prefix.isEmpty ? noun : prefix + noun.capitalizedFirst
            let type = name.capitalizedFirst + "Methods"
            let own = methods.filter { Self.noun($0.name) == noun }
            swift.line()
            let writer = self
            swift.block("extension \(client.name)") { swift in
                swift.doc([" The methods `\(noun).…`, as `docs/reference/protocol.md` has them."])
                swift.line("\(client.access)var \(name): \(type) { \(type)(\(client.property): \(client.argument)) }")
                swift.line()
                swift.doc([" The methods `\(noun).…`; each throws ``\(client.failure)`` where it is refused."])
                swift.block("\(client.access)struct \(type)\(client.conformance)") { swift in
                    swift.line("let \(client.property): \(client.propertyType)")
                    for method in own {
                        swift.line()
                        writer.write(method, for: role ?? method.roles[0], of: client, &swift)
                    }
                }
            }
        }
    }

    private static func noun(_ name: String) -> String { String(name.prefix { $0 != "." }) }

    private func write(
        _ method: MethodDeclaration, for role: String, of client: Client, _ swift: inout SwiftText
    ) {
        var parameters: [String] = []
        var value = ""
        if let params = method.params, let declaration = contract.declaration(params, in: "") {
            let type = Self.module + "." + declaration.name
            if case .object(let fields, _) = declaration.shape, !declaration.isDescribedOnly {
                let own = fields.filter { $0.presence != .derived }.map { qualified($0, in: declaration.name) }
                parameters = own.map(TypeWriter.parameter)
                value = own.map { $0.isUnlabelled ? $0.name : "\($0.name): \($0.name)" }.joined(separator: ", ")
                value = "(\(type)(\(value)))"
            } else {
                parameters = ["_ params: \(type)"]
                value = "(params)"
            }
        }
        if method.changes { parameters.append("clientID: String? = nil") }
        let answer = answer(of: method, for: role)
        swift.doc(method.doc)
        if answer != nil { swift.line("@discardableResult") }
        let name = String(method.name.drop { $0 != "." }.dropFirst())
        let head = "\(client.access)func \(name)(\(parameters.joined(separator: ", "))) \(client.effects)"
        swift.block(head + (answer.map { " -> \($0.type)" } ?? "")) { swift in
            let call = "\(method.isLive ? "LiveRequest" : "Request").\(method.caseName)\(value)"
            let id = method.changes ? ", clientID: clientID" : ""
            let reading = "fields throws(InvalidField) in \(answer?.reading ?? "()")"
            swift.line("\(client.call).answer(to: \(call)\(id)) { \(reading) }")
        }
    }

    // MARK: Answers

    /// Returns the type of an answer and the expression that reads it; nil if the answer has no members.
    private func answer(of method: MethodDeclaration, for role: String) -> (type: String, reading: String)? {
        let answers = self.answers(of: method, for: role)
        let fields = answers.flatMap(\.fields)
        if fields.isEmpty { return nil }
        if fields.count == 1 {
            let field = qualified(fields[0], in: "")
            return (TypeWriter.fullType(field), TypeWriter.reading(field))
        }
        let type = "Answered." + Self.name(of: answers)
        return (type, "try \(type)(from: &fields)")
    }

    /// Returns the possible answers to a role. If a method has different answers for apps and persons, only one of
    /// them.
    private func answers(of method: MethodDeclaration, for role: String) -> [Case] {
        let all = method.answers.compactMap { name in contract.answers.first { $0.name == name } }
        let ofApps = all.filter { $0.name.hasPrefix("app") && $0.name.dropFirst(3).first?.isUppercase == true }
        if ofApps.isEmpty { return all }
        return role == "app" ? ofApps : all.filter { answer in !ofApps.contains { $0.name == answer.name } }
    }

    private static func name(of answers: [Case]) -> String {
        answers.map(\.name.capitalizedFirst).joined(separator: "Or")
    }

    private mutating func writeAnswers() {
        var written: Set<String> = []
        let writer = self
        swift.line()
        swift.doc([" The results of methods with more than one member."])
        swift.block("public enum Answered") { swift in
            for method in writer.contract.methods {
                for role in method.roles {
                    let answers = writer.answers(of: method, for: role)
                    guard answers.flatMap(\.fields).count > 1 else { continue }
                    guard written.insert(Self.name(of: answers)).inserted else { continue }
                    writer.write(answers, &swift)
                }
            }
        }
    }

    private func write(_ answers: [Case], _ swift: inout SwiftText) {
        // A member that only some of the answers have is optional.
        let always = answers.map { Set($0.fields.filter { $0.presence != .optional }.map(\.key)) }
        var fields: [Field] = []
        for field in answers.flatMap(\.fields) where !fields.contains(where: { $0.key == field.key }) {
            var field = qualified(field, in: "")
            if !always.allSatisfy({ $0.contains(field.key) }) { field.presence = .optional }
            fields.append(field)
        }
        let doc = answers.map { ContractSchema.line($0.doc) }.joined(separator: " Or: ")
        swift.doc([" " + doc])
        let members = fields.map { field in
            var field = field
            if field.presence == .usual("[]", isWritten: false) { field.presence = .required }
            return field
        }
        writeValue(Self.name(of: answers), "Sendable, Equatable", members, &swift) { swift in
            swift.doc([" Reads the members of a result."])
            swift.block("package init(from fields: inout JSONFields) throws(InvalidField)") { swift in
                for field in fields { swift.line("\(field.name) = \(TypeWriter.reading(field))") }
            }
        }
    }

    /// Writes a struct with members. If its first member is always present and has members, they are members of the
    /// struct too.
    private func writeValue(
        _ name: String, _ conformances: String, _ fields: [Field], _ swift: inout SwiftText,
        _ body: (inout SwiftText) -> Void
    ) {
        let first = fields.first.flatMap { field -> Field? in
            let name = String(field.type.dropFirst(Self.module.count + 1))
            guard TypeWriter.fullType(field) == field.type else { return nil }
            return contract.declaration(name, in: "").flatMap { if case .object = $0.shape { field } else { nil } }
        }
        if first != nil { swift.line("@dynamicMemberLookup") }
        swift.block("public struct \(name): \(conformances)") { swift in
            for field in fields {
                swift.doc(
                    field.doc.isEmpty ? [" The member of the same name in `docs/reference/protocol.md`."] : field.doc)
                swift.line("public var \(field.name): \(TypeWriter.fullType(field))")
            }
            body(&swift)
            if let first {
                swift.doc([" The members of ``\(first.name)``."])
                swift.block(
                    "public subscript<Member>(dynamicMember path: KeyPath<\(first.type), Member>) -> Member"
                ) { $0.line("\(first.name)[keyPath: path]") }
            }
        }
    }

    // MARK: Notifications

    private mutating func writeNotifications() {
        let writer = self
        swift.line()
        swift.doc([" A received notification: a value for each kind."])
        swift.block("public enum Told") { swift in
            for notification in writer.contract.notifications { writer.write(notification, &swift) }
        }
        for notification in contract.notifications {
            let name = toldName(notification)
            let hearer =
                switch notification.roles.first {
                case "person": "Hearer: HearsPersons"
                case "app": "Hearer: HearsApps"
                default: "Hearer == ObserverClient"
                }
            swift.line()
            swift.block("extension NotificationKind where \(hearer), Value == Told.\(name)") { swift in
                swift.doc(notification.doc)
                swift.line("public static var \(name.lowercasedFirst): Self { Self() }")
            }
        }
    }

    /// Returns the name of a notification's value. If a person's and an app's notification share a case, the app's gets
    /// a prefix.
    private func toldName(_ notification: NotificationDeclaration) -> String {
        let isTwin = contract.notifications.filter { $0.caseName == notification.caseName }.count > 1
        let isAppsTwin = isTwin && notification.roles.contains("app")
        return (isAppsTwin ? "App" : "") + notification.caseName.capitalizedFirst
    }

    private func write(_ notification: NotificationDeclaration, _ swift: inout SwiftText) {
        let isApps = notification.roles.contains("app")
        let kind = notification.isLive ? "LiveNotification" : isApps ? "AppNotification" : "Notification"
        let fields = notification.fields.filter { $0.presence != .derived }.map { qualified($0, in: "") }
        let sharesItsName = contract.notifications.contains {
            $0.name == notification.name && $0.roles.contains("app") != isApps
        }
        swift.doc(notification.doc)
        writeValue(toldName(notification), "ToldValue", fields, &swift) { swift in
            swift.doc([" The received message."])
            swift.line("public let arrival: Arrival")
            swift.doc([" `\(notification.name)`."])
            swift.line(
                "public static var name: NotificationName { .\(swiftName(of: notification.name)) }")
            swift.doc([" Reads one that came; nil if it is another."])
            swift.block("public init?(_ arrival: Arrival) throws(InvalidField)") { swift in
                if sharesItsName { swift.line("guard arrival.isApps == \(isApps) else { return nil }") }
                // If a stored and a live notification share a name, only the stored one has a cursor.
                swift.line("guard (arrival.cursor == nil) == \(notification.isLive) else { return nil }")
                swift.line("var fields = try JSONFields(arrival.params)")
                let names = fields.map { "let " + $0.name }.joined(separator: ", ")
                let told = "try \(Self.module).\(kind)(Self.name, from: &fields)"
                swift.line(
                    "guard case .\(notification.caseName)(\(names))? = \(told) else { return nil }")
                for field in fields { swift.line("self.\(field.name) = \(field.name)") }
                swift.line("self.arrival = arrival")
            }
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
