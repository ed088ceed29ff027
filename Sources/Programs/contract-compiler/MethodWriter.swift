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
