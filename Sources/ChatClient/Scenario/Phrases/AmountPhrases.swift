import ChatProtocol

extension PlayPhrases {
    /// What people see, counted, or in whatever order it came.
    static let amounts: [StepDefinition<Troupe>] = [
        check(
            "in {conversation} {person} sees in any order:", example: #"in "Trip" Bea sees in any order:"#,
            summary: "Checks the whole thread, whatever its order: columns from and text, as above.", argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.check(
                troupe.thread(arguments.conversation(), of: arguments.person()), isThatOf: arguments, inAnyOrder: true)
        },
        check(
            "{person} sees {text} {count} time|times in {conversation}", example: #"Bea sees "Hi" 2 times in "Trip""#,
            summary: "Checks that exactly so many messages and lines of the thread are exactly this."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            let thread = try troupe.thread(arguments.conversation(), of: arguments.person())
            let count = thread.lines.count { $0.text == text }
            if count == (try arguments.count()) { return }
            throw StepFailure(
                "\(try arguments.person()) sees it \(count) times in \"\(try arguments.conversation())\"",
                expected: "\(try arguments.count()) × \(text)", actual: Troupe.list(thread.lines.map(\.description)))
        },
        check(
            "{person} sees {count} message|messages in {conversation}", example: #"Bea sees 3 messages in "Trip""#,
            summary: "Checks how many messages stand in the thread, without notices, notes and lines about it."
        ) { troupe, arguments throws(StepFailure) in
            let others = [ShownLine.notice, ShownLine.system, ShownLine.note]
            let lines = try troupe.thread(arguments.conversation(), of: arguments.person()).lines
                .filter { !others.contains($0.from) }
            if lines.count == (try arguments.count()) { return }
            throw StepFailure(
                "\(try arguments.person()) sees another number of messages",
                expected: "\(try arguments.count())",
                actual: "\(lines.count):\n" + Troupe.list(lines.map(\.description)))
        },
        check(
            "{person} sees the notices in {conversation}:", example: #"Bea sees the notices in "Trip":"#,
            summary: "Checks all notices of the thread, the oldest first: column text.", argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkNotices(arguments)
        },
        check(
            "{person} sees the notices in {conversation} in any order:",
            example: #"Bea sees the notices in "Trip" in any order:"#,
            summary: "Checks all notices of the thread, whatever their order: column text.", argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkNotices(arguments, inAnyOrder: true)
        },
        check(
            "{person} sees {count} link|links in Shared with You", example: "Bea sees 2 links in Shared with You",
            summary: "Checks how many links surface."
        ) { troupe, arguments throws(StepFailure) in
            let shelf = try troupe.shelf(of: arguments.person())
            if shelf.count == (try arguments.count()) { return }
            throw StepFailure(
                "\(try arguments.person()) sees another number of links", expected: "\(try arguments.count())",
                actual: "\(shelf.count):\n" + Troupe.list(shelf.map(\.url)))
        },
    ]
}

extension Troupe {
    fileprivate func checkNotices(_ arguments: StepArguments, inAnyOrder: Bool = false) throws(StepFailure) {
        let notices = try thread(arguments.conversation(), of: arguments.person()).notices.map(\.text)
        var expected: [String] = []
        for row in try arguments.records() {
            guard let text = row["text"], row.count == 1 else {
                throw StepFailure("the table of notices has the column text")
            }
            expected.append(text)
        }
        if notices == expected || inAnyOrder && notices.sorted() == expected.sorted() { return }
        throw StepFailure(
            "\(try arguments.person()) sees other notices", expected: Self.list(expected), actual: Self.list(notices))
    }
}
