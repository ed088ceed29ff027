import ChatProtocol

extension PlayPhrases {
    /// What surfaces in Shared with You.
    static let shelf: [StepDefinition<Troupe>] = [
        check(
            "{person} sees {url} in Shared with You [from {persons}]",
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
            try Troupe.expect(
                highlight.sharers.joined(separator: ", "), is: names.joined(separator: ", "),
                or: "the link is from others")
        },
        check(
            "{person} does not see {url} in Shared with You [because {text}]",
            example: #"Carl does not see "https://notes.example/d/1" in Shared with You because "surf-group-contact""#,
            summary: "Checks that the link does not surface, and with because which rule settled it."
        ) { troupe, arguments throws(StepFailure) in
            let person = try troupe.person(arguments.person())
            let url = try arguments.url()
            if let highlight = try troupe.shelf(of: person.name).first(where: { $0.url == url }) {
                throw StepFailure(
                    "\(person.name) sees it in Shared with You", expected: "no \(url)",
                    actual: Troupe.line(highlight) + "\nbecause \(highlight.why.text)")
            }
            guard let rule = arguments.textIfGiven(.text) else { return }
            let trail = try troupe.trail(of: url, for: person)
            try Troupe.expect(
                trail.rules.last == rule, or: "another rule settled it", expected: rule, actual: trail.text)
        },
        check(
            "{person} sees in Shared with You:",
            summary:
                "Checks the whole shelf, in order: columns link, title, subtitle, glyph, colour, from, pinned, why.",
            argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkShelf(arguments)
        },
        check(
            "{person} sees in Shared with You in any order:",
            summary: "Checks the whole shelf, whatever its order: the same columns.", argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkShelf(arguments, inAnyOrder: true)
        },
        check(
            "{person} sees nothing in Shared with You", summary: "Checks that the shelf is empty."
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expectNone(
                troupe.shelf(of: arguments.person()).map(Troupe.line),
                or: "\(arguments.person()) sees something in Shared with You")
        },
    ]
}

extension Troupe {
    fileprivate func checkShelf(_ arguments: StepArguments, inAnyOrder: Bool = false) throws(StepFailure) {
        let columns = ["link", "title", "subtitle", "glyph", "colour", "from", "pinned", "why"]
        try check(
            shelf(of: arguments.person()), arguments, columns: columns, inAnyOrder: inAnyOrder,
            "\(try arguments.person()) sees another shelf"
        ) { highlight in
            [
                highlight.url, highlight.title, highlight.subtitle ?? "", highlight.preview.glyph ?? "",
                highlight.preview.colour?.rawValue ?? "", highlight.sharers.joined(separator: ", "),
                highlight.pinned ? "yes" : "no", highlight.why.rule,
            ]
        }
    }

    /// A person's shelf, which they open: it is asked for anew by that.
    func shelf(of name: String) throws(StepFailure) -> [PersonHighlight] {
        let person = try self.person(name)
        guard !person.isAway else { throw StepFailure("\(name) is offline: the shelf cannot be asked for") }
        try settle(person)
        _ = person.outcome(of: .highlightList) { _ = $0.perform([.loadShelf]) }
        return person.model?.highlights ?? []
    }

    /// The decision trail of something, as the observer may ask for it.
    func trail(
        of about: String, for person: CastPerson, _ notification: NotificationName? = nil
    ) throws(StepFailure) -> (isDelivered: Bool, rules: [String], text: String) {
        let decision = try decision(on: Subject(about: about, words: about, notification), for: person)
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
        "\(highlight.url) from \(highlight.sharers.joined(separator: ", "))"
            + (highlight.pinned ? ", pinned" : "")
    }
}

extension PersonHighlight {
    /// The names of those who shared it, the newest first, each once.
    var sharers: [String] {
        var names: [String] = []
        for sharer in attribution where !names.contains(sharer.name) { names.append(sharer.name) }
        return names
    }
}
