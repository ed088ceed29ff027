import ChatProtocol

extension PlayPhrases {
    /// What people are told of collaborations.
    static let notices: [StepDefinition<Troupe>] = [
        check(
            "{person} sees the notice {text} in {conversation}",
            example: #"Bea sees the notice "Anna edited “Trip plan”" in "Trip""#,
            summary: "Checks that a notice with exactly this sentence stands in the thread."
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expect(
                troupe.thread(arguments).notices.map(\.text), has: arguments.text(),
                or: "\(arguments.person()) does not see the notice")
        },
        check(
            "{person} does not see the notice {text} in {conversation}",
            example: #"Carl does not see the notice "Bea mentioned you in “Trip plan”" in "Trip""#,
            summary: "Checks that no notice with this sentence stands in the thread."
        ) { troupe, arguments throws(StepFailure) in
            try Troupe.expect(
                troupe.thread(arguments).notices.map(\.text), has: arguments.text(), false,
                or: "\(arguments.person()) sees the notice")
        },
        check(
            "{person} sees {count} notice|notices in {conversation}",
            summary: "Checks how many notices stand in the thread; one that grew is one."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.check(troupe.thread(arguments).notices, areAsManyAs: arguments, place: "stands before")
        },
        check(
            "{person} sees no notice in {conversation}", summary: "Checks that no notice stands in the thread."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.check(troupe.thread(arguments).notices, areAsManyAs: arguments, place: "stands before")
        },
        check(
            "{person} has ({count}|no) notice|notices waiting in {conversation}",
            summary: "Checks how many notices wait in the banner: those that were not opened, closed or forgotten."
        ) { troupe, arguments throws(StepFailure) in
            let waiting = try troupe.waiting(arguments.conversation(), of: arguments.person())
            try troupe.check(waiting, areAsManyAs: arguments, place: "waits for")
        },
        step(
            "{person} closes the notice {text} in {conversation}",
            example: #"Bea closes the notice "Anna edited “Trip plan”" in "Trip""#,
            summary: "Closes a notice of the banner; its row in the thread stays."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            let waiting = try troupe.waiting(arguments.conversation(), of: arguments.person())
            guard let notice = waiting.last(where: { $0.text == text }) else {
                throw StepFailure("no such notice waits", expected: text, actual: Troupe.list(waiting.map(\.text)))
            }
            try troupe.act(troupe.person(arguments.person()), .dismissNotice(id: notice.id), .noticeDismiss)
        },
        check(
            "{person} was not notified because {text}", example: #"Carl was not notified because "ck-accept""#,
            summary: "Checks that the last event told this person nothing, and which rule of the feature table says so."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.checkSilence(arguments)
        },
    ]
}

extension Troupe {
    /// Checks how many there are: as many as the step says, and none where it says no number.
    fileprivate func check(
        _ notices: [NoticeEntry], areAsManyAs arguments: StepArguments, place: String
    ) throws(StepFailure) {
        let count = (try? arguments.count()) ?? 0
        try Self.expect(
            notices.count == count,
            or: "another number of notices \(place) \(arguments.person()) in \"\(arguments.conversation())\"",
            expected: "\(count) notice\(count == 1 ? "" : "s")",
            actual: "\(notices.count)" + (notices.isEmpty ? "" : ":\n" + Self.list(notices.map(\.text))))
    }

    /// The notices in a person's banner, the oldest first.
    fileprivate func waiting(_ name: String, of personName: String) throws(StepFailure) -> [NoticeEntry] {
        let person = try person(personName)
        let id = try conversation(name)
        try settle(person)
        return (person.state.threads[id.rawValue]?.waiting ?? []).reversed()
    }

    fileprivate func checkSilence(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        try observe("session.fence")
        guard !memory.lastNotices.isEmpty else {
            throw StepFailure("nothing happened yet that anyone is notified of")
        }
        try settle(person)
        for row in person.state.conversations { person.load(ConversationID(row.id)) }
        var trails: [String] = []
        var isFound = false
        for id in memory.lastNotices {
            let trail = try self.trail(of: id.rawValue, for: person, .noticePosted)
            let isTold = person.state.threads.values.contains { $0.notices.contains { $0.id == id.rawValue } }
            guard !trail.isDelivered, !isTold else {
                throw StepFailure("\(person.name) was notified", expected: "no notice", actual: trail.text)
            }
            trails.append(trail.text)
            if trail.rules.contains(try arguments.text()) { isFound = true }
        }
        guard isFound else {
            throw StepFailure(
                "\(person.name) was not notified, but for another reason", expected: try arguments.text(),
                actual: Self.list(trails))
        }
    }
}
