/// Writes the factories of the events of a union, and the members by which the union forwards to its event.
struct EventWriter {
    let union: String
    let events: [EventDeclaration]
    let behavior: BehaviorDeclaration?
    /// The access level of the declarations, with a blank.
    let access: String

    func write(_ swift: inout SwiftText) {
        swift.line()
        swift.block("extension \(union)") { swift in
            for event in events where !event.isBare { writeFactory(of: event, &swift) }
        }
        guard let behavior else { return }
        swift.line()
        swift.block("extension \(union)") { swift in
            for requirement in behavior.requirements { write(requirement, &swift) }
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

    private func write(_ requirement: BehaviorDeclaration.Requirement, _ swift: inout SwiftText) {
        let call = Signature(requirement.signature).call
        swift.doc(requirement.doc)
        swift.block(access + requirement.signature) { swift in
            swift.block("switch self") { swift in
                for event in events where !event.isBare { swift.line("case .\(event.name)(let event): event.\(call)") }
                let bare = events.filter(\.isBare).map { "." + $0.name }
                if !bare.isEmpty { swift.line("case \(bare.joined(separator: ", ")): BareEvent().\(call)") }
            }
        }
        swift.line()
    }
}

/// A function or property and the expression that calls it, with arguments named like the parameters.
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
