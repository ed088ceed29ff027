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
