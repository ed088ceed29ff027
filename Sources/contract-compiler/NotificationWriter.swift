/// Writes the notifications: their names, and for each kind of recipient an enum with reading and writing.
enum NotificationWriter {
    private typealias Kind = (name: String, doc: [String], notifications: [NotificationDeclaration])

    static func write(_ all: [NotificationDeclaration], _ swift: inout SwiftText) {
        writeNames(all, &swift)
        let kinds: [Kind] = [
            (
                "Notification",
                [
                    " What is told to a person's sessions and to observers. All of these last: they stand in the log, carry",
                    " its position as their `cursor`, and are sent again to a session that resumes before them.",
                ], all.filter { !$0.isLive && !$0.roles.contains("app") }
            ),
            (
                "AppNotification",
                [
                    " What is told to an app's sessions and lasts: a type of its own, in which names, conversations and",
                    " message text have no field (law 7, `privacy-no-threads`).",
                ], all.filter { !$0.isLive && $0.roles.contains("app") }
            ),
            (
                "LiveNotification",
                [
                    " What is told to whoever is there, and kept nowhere: it has no `cursor`, and who was away is not told of",
                    " it later.",
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
                "isForObservers", " Whether observers alone hear it, on whose streams nothing goes wrong.", of: names,
                &swift
            ) { $0.roles == ["observer"] }
            writeFlag(
                "isNeverKept", " Whether it stands in no log: who was away is not told of it later.", of: names, &swift
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
                " Reads what a notification says; nil for one that is none of these.", "",
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
            swift.doc([" What is told, without what it says."])
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
