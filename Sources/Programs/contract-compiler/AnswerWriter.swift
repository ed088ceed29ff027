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
