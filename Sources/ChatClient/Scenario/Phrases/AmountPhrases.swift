import ChatProtocol

extension PlayPhrases {
    /// What people see, counted, or in whatever order it came.
    static let amounts: [StepDefinition<Troupe>] = [
        check(
            "{person} sees {text} {count} time|times in {conversation}", example: #"Bea sees "Hi" 2 times in "Trip""#,
            summary: "Checks that exactly so many messages and lines of the thread are exactly this."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            let thread = try troupe.thread(arguments)
            let count = thread.lines.count { $0.text == text }
            try Troupe.expect(
                count == arguments.count(),
                or: "\(arguments.person()) sees it \(count) times in \"\(arguments.conversation())\"",
                expected: "\(arguments.count()) × \(text)", actual: Troupe.list(thread.lines.map(\.description)))
        },
        check(
            "{person} sees {count} message|messages in {conversation}",
            summary: "Checks how many messages stand in the thread, without notices, notes and lines about it."
        ) { troupe, arguments throws(StepFailure) in
            let others = [ShownLine.notice, ShownLine.system, ShownLine.note]
            let lines = try troupe.thread(arguments).lines.filter { !others.contains($0.from) }
            try Troupe.expect(
                lines.map(\.description), count: arguments.count(),
                or: "\(arguments.person()) sees another number of messages")
        },
        check(
            "{person} sees the notices in {conversation}:",
            summary: "Checks all notices of the thread, the oldest first: column text.", argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkNotices(arguments)
        },
        check(
            "{person} sees the notices in {conversation} in any order:",
            summary: "Checks all notices of the thread, whatever their order: column text.", argument: .table
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkNotices(arguments, inAnyOrder: true)
        },
        check(
            "{person} sees {count} link|links in Shared with You", summary: "Checks how many links surface."
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expect(
                troupe.shelf(of: arguments.person()).map(\.url), count: arguments.count(),
                or: "\(arguments.person()) sees another number of links")
        },
    ]
}

extension Troupe {
    fileprivate func checkNotices(_ arguments: StepArguments, inAnyOrder: Bool = false) throws(StepFailure) {
        try check(
            thread(arguments).notices, arguments, columns: ["text"], inAnyOrder: inAnyOrder,
            "\(try arguments.person()) sees other notices"
        ) { [$0.text] }
    }
}
