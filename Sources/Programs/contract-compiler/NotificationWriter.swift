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
