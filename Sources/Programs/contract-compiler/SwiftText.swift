/// A builder of Swift source, line by line.
struct SwiftText {
    private(set) var text = ""
    private var depth = 0

    mutating func line(_ line: String = "") {
        text += line.isEmpty ? "\n" : String(repeating: "    ", count: depth) + line + "\n"
    }

    /// Appends lines without indentation.
    mutating func bare(_ lines: String) { text += lines }

    mutating func doc(_ lines: [String]) {
        for text in lines { line("///" + text) }
    }

    mutating func block(_ head: String, _ body: (inout SwiftText) -> Void) {
        line(head + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }

    /// Appends a declaration whose body is one switch, with a line for each case.
    mutating func table(_ head: String, of subject: String = "self", _ cases: [String]) {
        block(head) { swift in
            swift.block("switch \(subject)") { swift in
                for line in cases { swift.line(line.hasPrefix("default") ? line : "case " + line) }
            }
        }
    }
}
