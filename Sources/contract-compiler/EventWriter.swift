/// Writes what the events of a union have beside their members: how one is made in a line, and what is asked of it, which
/// it asks of the struct of its case.
struct EventWriter {
    let union: String
    let events: [EventDeclaration]
    let protocols: [ProtocolDeclaration]
    /// What stands before a declaration.
    let access: String

    func write(_ swift: inout SwiftText) {
        swift.line()
        swift.block("extension \(union)") { swift in
            for event in events where !event.isBare { writeFactory(of: event, &swift) }
        }
        for asked in protocols {
            swift.line()
            swift.doc(asked.doc)
            let parents = asked.parents.isEmpty ? "" : ": " + asked.parents.joined(separator: ", ")
            swift.block("protocol \(asked.name)\(parents)") { swift in
                for requirement in asked.requirements {
                    swift.doc(requirement.doc)
                    let isProperty = requirement.signature.hasPrefix("var ")
                    swift.line(requirement.signature + (isProperty ? " { get }" : ""))
                }
            }
            swift.line()
            swift.block("extension \(union)") { swift in
                for requirement in asked.requirements {
                    guard let otherwise = requirement.otherwise else { continue }
                    write(requirement, otherwise, of: asked.name, &swift)
                }
            }
        }
    }

    private func writeFactory(of event: EventDeclaration, _ swift: inout SwiftText) {
        swift.doc(event.doc)
        let parameters = event.fields.map(TypeWriter.parameter).joined(separator: ", ")
        let arguments = event.fields.map { $0.isUnlabelled ? $0.name : "\($0.name): \($0.name)" }.joined(
            separator: ", ")
        swift.block("\(access)static func \(event.name)(\(parameters)) -> \(union)") { swift in
            swift.line(".\(event.name)(\(event.typeName)(\(arguments)))")
        }
        swift.line()
    }

    /// What is asked of the events that are asked, and what is said for the others.
    private func write(
        _ requirement: ProtocolDeclaration.Requirement, _ otherwise: String, of name: String,
        _ swift: inout SwiftText
    ) {
        let signature = Signature(requirement.signature)
        var head = access + requirement.signature
        if otherwise == "nil", !head.hasSuffix("?") { head += "?" }
        swift.doc(requirement.doc)
        swift.block(head) { swift in
            swift.block("switch self") { swift in
                let asked = events.filter { $0.protocols.contains { includes(name, $0) } }
                for event in asked { swift.line("case .\(event.name)(let event): event.\(signature.call)") }
                let others = events.filter { event in !asked.contains { $0.name == event.name } }
                guard !others.isEmpty else { return }
                swift.line("case \(others.map { "." + $0.name }.joined(separator: ", ")):")
                swift.line("    " + otherwise)
            }
        }
        swift.line()
    }

    /// Whether what one protocol asks is asked by another too.
    private func includes(_ name: String, _ other: String) -> Bool {
        other == name
            || protocols.first { $0.name == other }?.parents.contains { includes(name, $0) } == true
    }
}

/// A function or property, and how it is called with parameters that are called alike.
private struct Signature {
    let call: String

    init(_ text: String) {
        let head = text.split(separator: " ", maxSplits: 1)[1]
        guard text.hasPrefix("func "), let open = head.firstIndex(of: "("),
            let close = head.firstRange(of: ") ->")?.lowerBound ?? head.lastIndex(of: ")")
        else {
            call = String(head.prefix { $0 != ":" })
            return
        }
        let arguments = head[head.index(after: open)..<close].split(separator: ",").map { parameter -> String in
            let parts = parameter.split(separator: ":", maxSplits: 1)
            let names = parts[0].split(separator: " ")
            let value = (parts[1].hasPrefix(" inout ") ? "&" : "") + names[names.count - 1]
            return names[0] == "_" ? value : "\(names[0]): \(value)"
        }
        call = "\(head[..<open])(\(arguments.joined(separator: ", ")))"
    }
}
