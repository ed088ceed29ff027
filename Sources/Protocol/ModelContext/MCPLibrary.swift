/// The pages that models can read, by their addresses.
package struct MCPLibrary: Sendable {
    /// A page.
    package struct Page: Sendable {
        /// The address, such as `understudy://steps`.
        let uri: String
        let title: String
        let summary: String
        let text: @Sendable () -> String

        /// Creates a page.
        ///
        /// - Parameters:
        ///   - name: The part of the address after `understudy://`.
        ///   - text: Returns the text, in Markdown.
        package init(_ name: String, _ title: String, _ summary: String, text: @escaping @Sendable () -> String) {
            (uri, self.title, self.summary, self.text) = ("understudy://" + name, title, summary, text)
        }

        /// The entry of `resources/list`.
        var entry: JSONValue {
            [
                "uri": .string(uri), "name": .string(String(uri.dropFirst(13))), "title": .string(title),
                "description": .string(summary), "mimeType": "text/markdown",
            ]
        }
    }

    /// The pages, in the order of the list.
    let pages: [Page]
    /// The page of the rules.
    private let rulesPage: String

    /// Creates a library.
    ///
    /// - Parameters:
    ///   - rules: The text of docs/reference/rules.md.
    ///   - docs: Further pages of docs/: their paths without the ending, their titles and texts.
    ///   - more: Pages that the program writes.
    package init(rules: String, docs: [(path: String, title: String, text: String)], more: [Page] = []) {
        let page = Page("rules", "Rules", "Every rule that decides a delivery, with its id.") { rules }
        pages =
            [page] + more
            + docs.map { path, title, text in
                let name = path.split(separator: "/").last.map(String.init) ?? path
                return Page("docs/\(name)", title, "The page docs/\(path).md.") { text }
            }
        rulesPage = rules
    }

    /// The rules: each has a line that begins with its id in backticks.
    private var rules: [(id: String, line: String)] {
        rulesPage.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("- `"), let end = line.dropFirst(3).firstIndex(of: "`") else { return nil }
            return (String(line[line.index(line.startIndex, offsetBy: 3)..<end]), String(line.dropFirst(2)))
        }
    }

    private static let rulePrefix = "understudy://rules/"
    private static let methodPrefix = "understudy://methods/"

    /// The entries of `resources/templates/list`.
    static let templates: [JSONValue] = [
        [
            "uriTemplate": "understudy://rules/{id}", "name": "rule", "title": "A rule",
            "description": "One rule by its id, such as ev-mention-private.", "mimeType": "text/markdown",
        ],
        [
            "uriTemplate": "understudy://methods/{name}", "name": "method", "title": "A method",
            "description": "The summary, roles, params and result of a method, such as message.send.",
            "mimeType": "application/json",
        ],
    ]

    /// Returns the text at an address and its media type; nil if there is none.
    func text(at uri: String) -> (text: String, type: String)? {
        if let page = pages.first(where: { $0.uri == uri }) { return (page.text(), "text/markdown") }
        if uri.hasPrefix(Self.rulePrefix) {
            let id = uri.dropFirst(Self.rulePrefix.count)
            return rules.first { $0.id == id }.map { ($0.line, "text/markdown") }
        }
        guard uri.hasPrefix(Self.methodPrefix),
            let method = Method(rawValue: String(uri.dropFirst(Self.methodPrefix.count)))
        else { return nil }
        let description = MethodSchema.description(of: method, hasResult: true)
        return (String(decoding: JSONWriter.bytes(of: description), as: UTF8.self), "application/json")
    }

    /// Returns the values of a template's variable that begin with a text.
    func completions(of template: String, beginning text: String) -> [String] {
        let values: [String] =
            switch template {
            case Self.rulePrefix + "{id}": rules.map(\.id)
            case Self.methodPrefix + "{name}": Method.allCases.map(\.rawValue)
            default: []
            }
        return values.filter { $0.hasPrefix(text) }
    }
}

/// A prompt: a text that a person chooses for the model.
struct MCPPrompt {
    let name: String
    let title: String
    let summary: String
    let arguments: [(name: StaticString, summary: String)]
    let text: @Sendable (_ values: [String]) -> String

    /// The entry of `prompts/list`.
    var entry: JSONValue {
        [
            "name": .string(name), "title": .string(title), "description": .string(summary),
            "arguments": .array(
                arguments.map {
                    ["name": .string($0.name.description), "description": .string($0.summary), "required": true]
                }),
        ]
    }

    static let all = [
        MCPPrompt(
            name: "write-a-scenario", title: "Write a scenario",
            summary: "Writes a scenario for a flow, plays it, and corrects it until it passes.",
            arguments: [("flow", "The flow in a sentence, such as: a mention alerts only one person.")]
        ) { values in
            """
            Write a scenario in Gherkin for this flow of Messages: \(values[0])

            1. Find the phrases of the steps with steps_search. Read understudy://docs/cookbook for examples.
            2. Play the text with play. It needs no server: every scenario has a world of its own.
            3. If a step is undefined, use a suggested phrase. If a check fails, read the expected and the actual value, \
            the threads of the people and the rules that decided. A rule is at understudy://rules/{id}. Change the \
            scenario if it expects what no rule demands. If the scenario is right, report the difference.
            4. Add a check for each person who must not be notified.
            5. Show the scenario that passes, and name the rules that it covers.
            """
        },
        MCPPrompt(
            name: "explain-a-missing-notice", title: "Explain a missing notice",
            summary: "Finds the rule for which a notice or message did not reach a person.",
            arguments: [
                ("person", "The handle of the person who did not receive it."),
                ("about", "The message, notice or link, by its id or address, or in words."),
            ]
        ) { values in
            """
            Find out why \(values[0]) did not receive this: \(values[1])

            1. If you do not know its id, find it with journal_list.
            2. Ask delivery_explain for the person and that id. Read each rule at understudy://rules/{id}.
            3. Check with fault_list if a fault stopped it, and with journal_verify how often it was delivered.
            4. Name in two sentences the rule that decided, and what must change so that the person receives it.
            """
        },
    ]

    /// Returns the members of a result of `prompts/get`.
    static func members(_ name: String, _ arguments: JSONValue) throws(MCPError) -> [JSONObject.Member] {
        guard let prompt = all.first(where: { $0.name == name }) else {
            throw .unknown("prompt", name, among: all.map(\.name))
        }
        let values: [String]
        do throws(InvalidField) {
            values = try JSONFields.all(of: arguments == .null ? [:] : arguments) { fields throws(InvalidField) in
                var values: [String] = []
                for argument in prompt.arguments { values.append(try fields.string(argument.name)) }
                return values
            }
        } catch {
            throw .params(error)
        }
        let message: JSONValue = ["role": "user", "content": ["type": "text", "text": .string(prompt.text(values))]]
        return [
            .init(key: "description", value: .string(prompt.summary)), .init(key: "messages", value: [message]),
        ]
    }
}
