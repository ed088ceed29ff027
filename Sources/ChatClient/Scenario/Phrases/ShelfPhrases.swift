import ChatProtocol

extension PlayPhrases {
    /// What surfaces in Shared with You.
    static let shelf: [StepDefinition<Troupe>] = [
        check(
            "{person} sees {url} in Shared with You [from {persons}]",
            example: #"Bea sees "https://notes.example/d/1" in Shared with You from Anna and Carl"#,
            summary: "Checks that the link surfaces, and with from that exactly these shared it, the newest first."
        ) { troupe, arguments throws(StepFailure) in
            let url = try arguments.url()
            let shelf = try troupe.shelf(of: arguments.person())
            guard let highlight = shelf.first(where: { $0.url == url }) else {
                throw StepFailure(
                    "\(try arguments.person()) does not see it in Shared with You", expected: url,
                    actual: Troupe.list(shelf.map(Troupe.line))
                        + (try troupe.whyNot(url, for: arguments.person())))
            }
            guard let names = arguments.personsIfGiven() else { return }
            let sharers = Notebook.sharers(highlight)
            if sharers == names { return }
            throw StepFailure(
                "the link is from others", expected: names.joined(separator: ", "),
                actual: sharers.joined(separator: ", "))
        },
        check(
            "{person} does not see {url} in Shared with You",
            example: #"Carl does not see "https://notes.example/d/1" in Shared with You"#,
            summary: "Checks that the link does not surface."
        ) { troupe, arguments throws(StepFailure) in
            let url = try arguments.url()
            let shelf = try troupe.shelf(of: arguments.person())
            guard let highlight = shelf.first(where: { $0.url == url }) else { return }
            throw StepFailure(
                "\(try arguments.person()) sees it in Shared with You", expected: "no \(url)",
                actual: Troupe.line(highlight) + "\nbecause \(highlight.why.text)")
        },
        check(
            "{person} does not see {url} in Shared with You because {text}",
            example: #"Carl does not see "https://notes.example/d/1" in Shared with You because "surf-group-contact""#,
            summary: "Checks that the link does not surface, and which rule of the feature table settled it."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let url = try arguments.url()
            if try troupe.shelf(of: person.name).contains(where: { $0.url == url }) {
                throw StepFailure("\(person.name) sees it in Shared with You", expected: "no \(url)", actual: url)
            }
            let trail = try troupe.trail(of: url, for: person)
            if trail.rules.last == (try arguments.text()) { return }
            throw StepFailure("another rule settled it", expected: try arguments.text(), actual: trail.text)
        },
        check(
            "{person} sees in Shared with You:", example: "Bea sees in Shared with You:",
            summary:
                "Checks the whole shelf, in order: columns link, title, subtitle, glyph, colour, from, pinned, why.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkShelf(arguments)
        },
        check(
            "{person} sees in Shared with You in any order:", example: "Bea sees in Shared with You in any order:",
            summary: "Checks the whole shelf, whatever its order: the same columns.", argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkShelf(arguments, inAnyOrder: true)
        },
        check(
            "{person} sees nothing in Shared with You", example: "Carl sees nothing in Shared with You",
            summary: "Checks that the shelf is empty."
        ) { troupe, arguments throws(StepFailure) in
            let shelf = try troupe.shelf(of: arguments.person())
            if shelf.isEmpty { return }
            throw StepFailure(
                "\(try arguments.person()) sees something in Shared with You", expected: "(nothing)",
                actual: Troupe.list(shelf.map(Troupe.line)))
        },
    ]
}

extension Troupe {
    fileprivate func checkShelf(_ arguments: StepArguments, inAnyOrder: Bool = false) throws(StepFailure) {
        let columns = try arguments.table().first ?? []
        var actual: [[String]] = []
        for highlight in try shelf(of: arguments.person()) { actual.append(try Troupe.row(highlight, columns)) }
        var expected = Array(try arguments.table().dropFirst())
        if inAnyOrder {
            actual.sort { $0.lexicographicallyPrecedes($1) }
            expected.sort { $0.lexicographicallyPrecedes($1) }
        }
        if expected == actual { return }
        throw StepFailure(
            "\(try arguments.person()) sees another shelf",
            expected: Troupe.list(expected.map { $0.joined(separator: " | ") }),
            actual: Troupe.list(actual.map { $0.joined(separator: " | ") }))
    }

    /// A person's shelf as it is now, asked anew.
    func shelf(of name: String) throws(StepFailure) -> [PersonHighlight] {
        let person = try self.person(name)
        guard !person.isAway else { throw StepFailure("\(name) is offline: the shelf cannot be asked for") }
        try settle(person)
        person.notebook.isShelfStale = true
        try refreshShelf(of: person)
        return person.notebook.shelf
    }

    /// The decision trail of something, as the observer may ask for it.
    func trail(
        of about: String, for person: CastPerson
    ) throws(StepFailure) -> (isDelivered: Bool, rules: [String], text: String) {
        let decision = try decision(on: (about, about), for: person)
        let text = decision.reasons.map { "\($0.rule): \($0.text)" }.joined(separator: "\n")
        return (decision.isDelivered, decision.reasons.map(\.rule), text)
    }

    /// Why a link is missing, as a line below those that are there; nothing if the server does not know it.
    fileprivate func whyNot(_ url: String, for name: String) throws(StepFailure) -> String {
        let person = try self.person(name)
        guard let trail = try? trail(of: url, for: person) else { return "" }
        return "\nbecause " + trail.text
    }

    fileprivate static func line(_ highlight: PersonHighlight) -> String {
        "\(highlight.url) from \(Notebook.sharers(highlight).joined(separator: ", "))"
            + (highlight.pinned ? ", pinned" : "")
    }

    fileprivate static func row(_ highlight: PersonHighlight, _ columns: [String]) throws(StepFailure) -> [String] {
        var row: [String] = []
        for column in columns {
            switch column {
            case "link": row.append(highlight.url)
            case "title": row.append(highlight.title)
            case "subtitle": row.append(highlight.subtitle ?? "")
            case "glyph": row.append(highlight.preview.glyph ?? "")
            case "colour": row.append(highlight.preview.colour?.rawValue ?? "")
            case "from": row.append(Notebook.sharers(highlight).joined(separator: ", "))
            case "pinned": row.append(highlight.pinned ? "yes" : "no")
            case "why": row.append(highlight.why.rule)
            default:
                throw StepFailure(
                    "a shelf has no column \(column)",
                    expected: "link, title, subtitle, glyph, colour, from, pinned, why")
            }
        }
        return row
    }
}
