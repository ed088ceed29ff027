/// Writes the Swift of a contract file: the types, and their reading and writing as JSON.
struct TypeWriter {
    private let file: ContractFile
    private var swift = SwiftText()
    /// The access level with a space, before a declaration.
    private var access: String { file.access.map { $0 + " " } ?? "" }

    static func text(of file: ContractFile) -> String {
        var writer = TypeWriter(file: file)
        for module in file.imports { writer.swift.line("\(file.access ?? "internal") import \(module)") }
        for declaration in file.declarations where !declaration.isDescribedOnly { writer.write(declaration) }
        if let (union, events) = file.events {
            EventWriter(union: union, events: events, behavior: file.behavior, access: writer.access)
                .write(&writer.swift)
        }
        if !file.methods.isEmpty { MethodWriter.write(file.methods, &writer.swift) }
        if !file.notifications.isEmpty { NotificationWriter.write(file.notifications, &writer.swift) }
        if !file.answers.isEmpty { AnswerWriter.write(file.answers, &writer.swift) }
        return writer.swift.text
    }

    private init(file: ContractFile) { self.file = file }

    private mutating func write(_ declaration: Declaration) {
        swift.line()
        let path = declaration.name.split(separator: ".").map(String.init)
        let (outer, name) = (path.dropLast().joined(separator: "."), path[path.count - 1])
        let types = ["Sendable"] + (declaration.conformances.contains("Hashable") ? [] : ["Equatable"])
        let conformances = (types + declaration.conformances).joined(separator: ", ")
        func inPlace(_ swift: inout SwiftText, _ body: (inout SwiftText) -> Void) {
            if outer.isEmpty { body(&swift) } else { swift.block("extension \(outer)", body) }
        }
        let access = access
        switch declaration.shape {
        case .scalar: break
        case .limits(let limits): LimitsWriter.write(declaration, limits, access, &swift)
        case .identifier(let entity):
            swift.doc(declaration.doc)
            swift.line("\(access)typealias \(name) = Identifier<\(entity)>")
        case .object(let fields, let checks):
            inPlace(&swift) { swift in
                swift.doc(declaration.doc)
                swift.block("\(access)struct \(name): \(conformances)") { Self.members(fields, access, &$0) }
            }
            swift.line()
            swift.block("extension \(declaration.name): JSONRecord") { swift in
                let keys = fields.first { $0.presence == .required }.map { [$0.key] } ?? []
                Self.presence(keys, access, &swift)
                swift.block("\(access)init(from fields: inout JSONFields) throws(InvalidField)") { swift in
                    for field in fields { swift.line(Self.assignment(field)) }
                    if checks == .own { swift.line("try check(fields)") }
                }
                swift.line()
                swift.block("\(access)func writeMembers(to json: inout JSONWriter)") { swift in
                    for field in fields { swift.line(Self.writing(field)) }
                }
            }
        case .words(let words):
            inPlace(&swift) { swift in
                swift.doc(declaration.doc)
                let types = (["String", "CaseIterable", "Sendable"] + declaration.conformances).joined(separator: ", ")
                swift.block("\(access)enum \(name): \(types)") { swift in
                    for word in words {
                        swift.doc(word.doc)
                        swift.line("case `\(word.name)`" + (word.word == word.name ? "" : " = \"\(word.word)\""))
                    }
                    let codes = words.compactMap { word in word.number.map { ".`\(word.name)`: \($0)" } }
                    guard !codes.isEmpty else { return }
                    swift.line()
                    swift.doc([" The number on the wire."])
                    swift.table("\(access)var code: Int", codes)
                }
            }
            swift.line()
            swift.line("extension \(declaration.name): JSONWord {}")
        case .union(let tag, let cases, let checks):
            let events = declaration.name == file.events?.union ? file.events?.1 : nil
            inPlace(&swift) { swift in
                swift.doc(declaration.doc)
                swift.block("\(access)enum \(name): \(conformances)") { swift in
                    for variant in cases {
                        swift.doc(variant.doc)
                        let event = events?.first { $0.name == variant.name }
                        swift.line(
                            event.map { Self.boxedCase(variant.name, variant.fields, of: $0.fields) }
                                ?? "case \(variant.name)\(Self.payload(variant.fields))")
                    }
                }
            }
            swift.line()
            swift.block("extension \(declaration.name): JSONRecord") { swift in
                if let tag { Self.wordOf(cases, tag, access, &swift) }
                Self.presence(tag.map { [$0] } ?? cases.compactMap { $0.fields.first?.key }, access, &swift)
                swift.block("\(access)init(from fields: inout JSONFields) throws(InvalidField)") { swift in
                    Self.readUnion(tag, cases, &swift)
                    if checks == .own { swift.line("try check(fields)") }
                }
                swift.line()
                swift.block("\(access)func writeMembers(to json: inout JSONWriter)") { swift in
                    Self.writeUnion(tag, cases, &swift)
                }
            }
        }
    }

    /// Writes the function that detects whether an object has the members of an optional part.
    private static func presence(_ keys: [String], _ access: String, _ swift: inout SwiftText) {
        guard !keys.isEmpty else { return }
        swift.doc([" Returns true if an object has its members."])
        let any = keys.map { "fields.has(\"\($0)\")" }.joined(separator: " || ")
        swift.line("\(access)static func isIn(_ fields: JSONFields) -> Bool { \(any) }")
        swift.line()
    }

    // MARK: Objects

    private static func members(_ fields: [Field], _ access: String, _ swift: inout SwiftText) {
        let fields = fields.filter { $0.presence != .derived }
        for field in fields {
            swift.doc(field.doc)
            swift.line("\(access)var \(field.name): \(fullType(field))")
        }
        swift.line()
        swift.doc([" Creates a value from its members."])
        swift.block("\(access)init(\(fields.map(parameter).joined(separator: ", ")))") { swift in
            for field in fields { swift.line("self.\(field.name) = \(field.name)") }
        }
    }

    static func fullType(_ field: Field) -> String {
        switch field.presence {
        case .optional, .nullable, .embedded(isOptional: true): field.type + "?"
        case .required, .usual, .embedded, .derived: field.type
        }
    }

    /// Returns a parameter of an initializer or an associated value of a case.
    static func parameter(_ field: Field) -> String {
        let label = field.isUnlabelled ? "_ " : ""
        let usual =
            switch field.presence {
            case .optional, .nullable, .embedded(isOptional: true): " = nil"
            case .usual(let value, _): " = \(value)"
            case .required, .embedded, .derived: ""
            }
        return "\(label)\(field.name): \(fullType(field))\(usual)"
    }

    /// Returns the associated values of a case.
    static func payload(_ fields: [Field]) -> String {
        let payload = fields.filter { $0.presence != .derived }.map(parameter)
        return payload.isEmpty ? "" : "(\(payload.joined(separator: ", ")))"
    }

    /// Returns a case that is `indirect`, so that a copy costs only a reference count. A message is already a
    /// reference.
    ///
    /// - Parameter members: the members inside the associated values; nil if they are the associated values themselves.
    static func boxedCase(_ name: String, _ fields: [Field], of members: [Field]? = nil) -> String {
        let isOneReference = (members ?? fields).allSatisfy { ["Message", "Bool"].contains($0.type) }
        return (isOneReference ? "" : "indirect ") + "case \(name)\(payload(fields))"
    }

    /// Returns the arguments of a case, each with its reading expression.
    static func values(_ fields: [Field]) -> String {
        let values = fields.filter { $0.presence != .derived }.map { field in
            (field.isUnlabelled ? "" : field.name + ": ") + reading(field)
        }
        return values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
    }

    private static func assignment(_ field: Field) -> String {
        field.presence == .derived ? "_ = fields.value(\"\(field.key)\")" : "\(field.name) = \(reading(field))"
    }

    static func reading(_ field: Field) -> String {
        let range = field.readRange.map { ", in: \($0)" } ?? ""
        return switch field.presence {
        case .required, .derived: "try fields.read(\"\(field.key)\"\(range))"
        case .optional, .nullable: "try fields.readOptional(\"\(field.key)\"\(range))"
        case .usual(let value, _): "try fields.readOptional(\"\(field.key)\"\(range)) ?? \(value)"
        case .embedded(isOptional: false): "try \(field.type)(from: &fields)"
        case .embedded(isOptional: true): "\(field.type).isIn(fields) ? try \(field.type)(from: &fields) : nil"
        }
    }

    static func writing(_ field: Field) -> String {
        let member = "json.member(\"\(field.key)\", \(field.name))"
        return switch field.presence {
        case .required, .derived, .usual(_, isWritten: true): member
        case .optional: "if let \(field.name) { \(member) }"
        case .nullable: "if let \(field.name) { \(member) } else { json.null(\"\(field.key)\") }"
        case .usual("[]", _): "if !\(field.name).isEmpty { \(member) }"
        case .usual("false", _): "if \(field.name) { \(member) }"
        case .usual(let value, _): "if \(field.name) != \(value) { \(member) }"
        case .embedded(isOptional: false): "\(field.name).writeMembers(to: &json)"
        case .embedded(isOptional: true): "\(field.name)?.writeMembers(to: &json)"
        }
    }

    // MARK: Unions

    private static func wordOf(_ cases: [Case], _ tag: String, _ access: String, _ swift: inout SwiftText) {
        swift.doc([" The words of `\(tag)`."])
        swift.block("\(access)enum Kind: String, CaseIterable, Sendable, JSONWord") { swift in
            for variant in cases {
                let word = variant.word == variant.name ? "" : " = \"\(variant.word)\""
                swift.line("case `\(variant.name)`\(word)")
            }
        }
        swift.line()
        swift.doc([" Its word of `\(tag)`."])
        swift.table("\(access)var kind: Kind", cases.map { ".\($0.name): .\($0.name)" })
        swift.line()
    }

    private static func readUnion(_ tag: String?, _ cases: [Case], _ swift: inout SwiftText) {
        guard let tag else {
            let keys = cases.compactMap { $0.fields.first?.key }
            for variant in cases {
                guard let field = variant.fields.first else { continue }
                let label = field.isUnlabelled ? "" : field.name + ": "
                let mark = variant.name == cases[0].name ? "if" : "} else if"
                let range = field.readRange.map { ", in: \($0)" } ?? ""
                let reading = "try fields.readOptional(\"\(field.key)\"\(range))"
                swift.line("\(mark) let \(field.name): \(field.type) = \(reading) {")
                for other in keys where other != field.key {
                    swift.line("    guard !fields.has(\"\(other)\") else {")
                    let problem = "cannot be given together with \(field.key)"
                    swift.line("        throw fields.invalid(\"\(other)\", \"\(problem)\")")
                    swift.line("    }")
                }
                swift.line("    self = .\(variant.name)(\(label)\(field.name))")
            }
            let list = keys.dropLast().joined(separator: ", ") + " or " + (keys.last ?? "")
            swift.line("} else {")
            swift.line("    throw fields.invalid(\"\(keys.first ?? "")\", \"is missing: give \(list)\")")
            swift.line("}")
            return
        }
        swift.line("let kind: Kind = try fields.read(\"\(tag)\")")
        swift.block("switch kind") { swift in
            for variant in cases {
                swift.line("case .\(variant.name):")
                for field in variant.fields where field.presence == .derived {
                    swift.line("    _ = fields.value(\"\(field.key)\")")
                }
                swift.line("    self = .\(variant.name)\(values(variant.fields))")
            }
        }
    }

    static func writeUnion(_ tag: String?, _ cases: [Case], _ swift: inout SwiftText) {
        if let tag { swift.line("json.member(\"\(tag)\", kind)") }
        swift.block("switch self") { swift in
            for variant in cases {
                guard !variant.fields.isEmpty else {
                    swift.line("case .\(variant.name): break")
                    continue
                }
                let names = variant.fields.filter { $0.presence != .derived }.map { "let " + $0.name }
                swift.line("case .\(variant.name)(\(names.joined(separator: ", "))):")
                for field in variant.fields { swift.line("    " + writing(field)) }
            }
        }
    }
}

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

/// Writes configurable numbers: a property for each, and the names for the configuration and its reference.
enum LimitsWriter {
    static func write(_ declaration: Declaration, _ limits: [Limit], _ access: String, _ swift: inout SwiftText) {
        swift.doc(declaration.doc)
        swift.block("\(access)struct \(declaration.name): Sendable, Equatable") { swift in
            for limit in limits {
                swift.doc([" " + Self.meaning(limit).capitalisedFirst + "."] + limit.doc.dropFirst())
                swift.line("\(access)var \(limit.name) = \(limit.standard)")
            }
            swift.line()
            swift.doc([" The usual numbers."])
            swift.line("\(access)static let standard = \(declaration.name)()")
            swift.line()
            swift.doc([" The usual numbers, to change some of them."])
            swift.line("\(access)init() {}")
        }
        swift.line()
        swift.block("extension \(declaration.name): NamedNumbers") { swift in
            swift.doc([" The limits by name, in the order of the wire."])
            swift.block("\(access)enum Name: String, NumberName") { swift in
                for limit in limits { swift.line("case \(limit.name)") }
                swift.line()
                swift.doc([" The range that a configuration may set."])
                swift.table("\(access)var range: ClosedRange<Int>", limits.map { ".\($0.name): \($0.range)" })
                swift.line()
                swift.doc([" A short description for people."])
                swift.table("\(access)var meaning: String", limits.map { ".\($0.name): \"\(meaning($0))\"" })
            }
            swift.line()
            swift.doc([" A number by its name."])
            swift.block("\(access)subscript(name: Name) -> Int") { swift in
                swift.table("get", of: "name", limits.map { ".\($0.name): \($0.name)" })
                swift.table("set", of: "name", limits.map { ".\($0.name): \($0.name) = newValue" })
            }
        }
        swift.line()
        swift.block("extension \(declaration.name): JSONRecord") { swift in
            swift.block("\(access)init(from fields: inout JSONFields) throws(InvalidField)") { swift in
                for limit in limits {
                    swift.line("\(limit.name) = try fields.readOptional(\"\(limit.name)\") ?? \(limit.name)")
                }
            }
            swift.line()
            swift.block("\(access)func writeMembers(to json: inout JSONWriter)") { swift in
                for limit in limits { swift.line("json.member(\"\(limit.name)\", \(limit.name))") }
            }
        }
    }

    private static func meaning(_ limit: Limit) -> String { ContractSchema.line([limit.doc[0]]) }
}

extension String {
    /// The text with a capital first letter.
    fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
