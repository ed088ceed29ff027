/// Writes the methods of a contract: their names, their roles, and the requests with their params.
enum MethodWriter {
    static func write(_ methods: [MethodDeclaration], _ swift: inout SwiftText) {
        writeNames(methods, &swift)
        writeCalls(
            methods.filter { !$0.isLive }, "Request",
            " A request with its params, which the core decides.", &swift)
        writeCalls(
            methods.filter(\.isLive), "LiveRequest",
            " A request with its params, which the engine answers without a decision of the core: about the session, the"
                + "\n    /// clock and the world, about state that is never stored, and reads.", &swift)
    }

    private static func writeNames(_ methods: [MethodDeclaration], _ swift: inout SwiftText) {
        swift.line()
        swift.doc([" Every method of the contract."])
        swift.block("public enum Method: String, CaseIterable, Sendable, JSONWord") { swift in
            for method in methods {
                swift.doc(method.doc)
                swift.line("case \(method.caseName) = \"\(method.name)\"")
            }
            writeReading(of: methods, &swift)
            swift.line()
            swift.doc([" The roles that may call it."])
            swift.table(
                "public var roles: [Role]",
                methods.map { ".\($0.caseName): [\($0.roles.map { "." + $0 }.joined(separator: ", "))]" })
            swift.line()
            swift.doc([" True if it changes stored state: the server then recognizes a retry by its `clientID`."])
            swift.table("public var changesTheLog: Bool", methods.map { ".\($0.caseName): \($0.changes)" })
        }
    }

    /// Writes the initializer from a name. It switches on the length first, so that a name is compared with a few
    /// others and not hashed.
    private static func writeReading(of methods: [MethodDeclaration], _ swift: inout SwiftText) {
        swift.line()
        swift.doc([" Returns the method with a name on the wire; nil if there is none."])
        swift.block("public init?(rawValue: String)") { swift in
            swift.block("switch rawValue.utf8.count") { swift in
                for (count, methods) in Dictionary(grouping: methods, by: \.name.utf8.count).sorted(by: {
                    $0.key < $1.key
                }) {
                    swift.line("case \(count):")
                    swift.block("switch rawValue") { swift in
                        for method in methods { swift.line("case \"\(method.name)\": self = .\(method.caseName)") }
                        swift.line("default: return nil")
                    }
                }
                swift.line("default: return nil")
            }
        }
    }

    private static func writeCalls(
        _ methods: [MethodDeclaration], _ name: String, _ doc: String, _ swift: inout SwiftText
    ) {
        swift.line()
        swift.doc([doc])
        swift.block("public indirect enum \(name): Sendable, Equatable, MethodCall") { swift in
            for method in methods {
                swift.doc(method.doc)
                swift.line("case \(method.caseName)" + (method.params.map { "(\($0))" } ?? ""))
            }
            swift.line()
            swift.doc([
                " Reads the params of a method; nil for a method that is none of these.", "",
                " - Throws: ``InvalidField`` for the first member that is missing or wrong.",
            ])
            let readings = methods.map { method in
                let params = method.params.map { "(try \($0)(from: &fields))" } ?? ""
                return ".\(method.caseName): self = .\(method.caseName)\(params)"
            }
            swift.table(
                "public init?(_ method: Method, from fields: inout JSONFields) throws(InvalidField)", of: "method",
                readings + ["default: return nil"])
            swift.line()
            swift.doc([" The method that is called."])
            swift.table("public var method: Method", methods.map { ".\($0.caseName): .\($0.caseName)" })
            swift.line()
            swift.doc([" Appends the params to an object that is begun."])
            swift.table(
                "public func writeMembers(to json: inout JSONWriter)",
                methods.map { method in
                    let isBare = method.params == nil
                    return ".\(method.caseName)" + (isBare ? ": break" : "(let params): params.writeMembers(to: &json)")
                })
        }
    }
}

/// Writes the notifications: their names, and for each kind of recipient an enum with reading and writing.
enum NotificationWriter {
    private typealias Kind = (name: String, doc: [String], notifications: [NotificationDeclaration])

    static func write(_ all: [NotificationDeclaration], _ swift: inout SwiftText) {
        writeNames(all, &swift)
        let kinds: [Kind] = [
            (
                "Notification",
                [
                    " A notification for a person's sessions and for observers. The log stores its event: it has the position",
                    " as `cursor`, and a session that resumes before it receives it again.",
                ], all.filter { !$0.isLive && !$0.roles.contains("app") }
            ),
            (
                "AppNotification",
                [
                    " A stored notification for an app's sessions. The type has no field for names, conversations or message",
                    " text (`privacy-no-threads`).",
                ], all.filter { !$0.isLive && $0.roles.contains("app") }
            ),
            (
                "LiveNotification",
                [
                    " A notification for connected sessions only. It is stored nowhere and has no `cursor`: clients that were",
                    " away never receive it.",
                ], all.filter(\.isLive)
            ),
        ]
        for kind in kinds { write(kind, &swift) }
    }

    private static func writeNames(_ all: [NotificationDeclaration], _ swift: inout SwiftText) {
        var names: [NotificationDeclaration] = []
        for notification in all where !names.contains(where: { $0.name == notification.name }) {
            names.append(notification)
        }
        swift.line()
        swift.doc([" Every notification of the contract, by the name of its method."])
        swift.block("public enum NotificationName: String, CaseIterable, Sendable, JSONWord") { swift in
            for notification in names {
                swift.doc(notification.doc)
                swift.line("case \(swiftName(of: notification.name)) = \"\(notification.name)\"")
            }
            writeFlag(
                "isForObservers", " True if only observers receive it. Faults never affect their streams.", of: names,
                &swift
            ) { $0.roles == ["observer"] }
            writeFlag(
                "isNeverStored", " True if the log does not store it: clients that were away never receive it.",
                of: names, &swift
            ) { name in all.allSatisfy { $0.name != name.name || $0.isLive } }
        }
    }

    private static func writeFlag(
        _ flag: String, _ doc: String, of names: [NotificationDeclaration], _ swift: inout SwiftText,
        _ isSo: (NotificationDeclaration) -> Bool
    ) {
        swift.line()
        swift.doc([doc])
        swift.table("public var \(flag): Bool", names.map { ".\(swiftName(of: $0.name)): \(isSo($0))" })
    }

    private static func write(_ kind: Kind, _ swift: inout SwiftText) {
        let all = kind.notifications
        swift.line()
        swift.doc(kind.doc)
        swift.block("public enum \(kind.name): Sendable, Equatable") { swift in
            for notification in all {
                swift.doc(notification.doc)
                swift.line(TypeWriter.boxedCase(notification.caseName, notification.fields))
            }
            swift.line()
            swift.doc([
                " Reads the params of a notification; nil for a name that is not in this list.", "",
                " - Throws: ``InvalidField`` for the first member that is missing or wrong.",
            ])
            swift.block(
                "public init?(_ name: NotificationName, from fields: inout JSONFields) throws(InvalidField)"
            ) { swift in
                swift.block("switch name") { swift in
                    var done: Set<String> = []
                    for notification in all where done.insert(notification.name).inserted {
                        swift.line("case .\(swiftName(of: notification.name)):")
                        read(all.filter { $0.name == notification.name }, &swift)
                    }
                    if done.count > 0 { swift.line("default: return nil") }
                }
            }
            swift.line()
            swift.doc([" The names of the notifications."])
            swift.table(
                "public var name: NotificationName", all.map { ".\($0.caseName): .\(swiftName(of: $0.name))" })
            swift.line()
            swift.doc([" Appends what it says to an object that is begun."])
            swift.block("public func writeMembers(to json: inout JSONWriter)") { swift in
                let cases = all.map { Case(doc: [], name: $0.caseName, word: $0.name, fields: $0.fields) }
                TypeWriter.writeUnion(nil, cases, &swift)
            }
        }
    }

    /// Writes the reading of notifications with the same name. A member that the later ones do not have identifies the
    /// first.
    private static func read(_ same: [NotificationDeclaration], _ swift: inout SwiftText) {
        for (index, notification) in same.enumerated() {
            let value = "self = .\(notification.caseName)\(TypeWriter.values(notification.fields))"
            let others = same.dropFirst(index + 1).flatMap(\.fields).map(\.key)
            guard !others.isEmpty, let own = notification.fields.first(where: { !others.contains($0.key) }) else {
                swift.line("    " + value)
                continue
            }
            swift.line("    if fields.has(\"\(own.key)\") {")
            swift.line("        " + value)
            swift.line("        return")
            swift.line("    }")
        }
    }
}

/// Writes the server's type for the answers of methods: an enum with one case for each answer.
enum AnswerWriter {
    static func write(_ answers: [Case], _ swift: inout SwiftText) {
        swift.line()
        swift.doc([" The results of methods."])
        swift.block("public enum Answer: Sendable, Equatable") { swift in
            for answer in answers {
                swift.doc(answer.doc)
                swift.line(TypeWriter.boxedCase(answer.name, answer.fields))
            }
        }
        swift.line()
        swift.block("extension Answer: JSONWritable") { swift in
            swift.doc([" Appends the members of the result to an object that is begun."])
            swift.block("public func writeMembers(to json: inout JSONWriter)") {
                TypeWriter.writeUnion(nil, answers, &$0)
            }
        }
    }
}
