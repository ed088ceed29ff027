import ChatProtocol

extension PlayPhrases {
    /// What people are told of collaborations.
    static let notices: [StepDefinition<Troupe>] = [
        check(
            "{person} sees the notice {text} in {conversation}",
            example: #"Bea sees the notice "Anna edited “Trip plan”" in "Trip""#,
            summary: "Checks that a notice with exactly this sentence stands in the thread."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            let notices = try troupe.thread(arguments.conversation(), of: arguments.person()).notices
            if notices.contains(where: { $0.text == text }) { return }
            throw StepFailure(
                "\(try arguments.person()) does not see the notice", expected: text,
                actual: Troupe.list(notices.map(\.text)))
        },
        check(
            "{person} does not see the notice {text} in {conversation}",
            example: #"Carl does not see the notice "Bea mentioned you in “Trip plan”" in "Trip""#,
            summary: "Checks that no notice with this sentence stands in the thread."
        ) { troupe, arguments throws(StepFailure) in
            let text = try arguments.text()
            let notices = try troupe.thread(arguments.conversation(), of: arguments.person()).notices
            guard notices.contains(where: { $0.text == text }) else { return }
            throw StepFailure("\(try arguments.person()) sees the notice", expected: "no \(text)", actual: text)
        },
        check(
            "{person} sees {count} notice|notices in {conversation}", example: #"Bea sees two notices in "Trip""#,
            summary: "Checks how many notices stand in the thread; one that grew is one."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.check(
                troupe.thread(arguments.conversation(), of: arguments.person()).notices,
                are: arguments.count(), "see", arguments)
        },
        check(
            "{person} sees no notice in {conversation}", example: #"Anna sees no notice in "Trip""#,
            summary: "Checks that no notice stands in the thread."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.check(
                troupe.thread(arguments.conversation(), of: arguments.person()).notices, are: 0, "see", arguments)
        },
        check(
            "{person} has {count} notice|notices waiting in {conversation}",
            example: #"Bea has one notice waiting in "Trip""#,
            summary: "Checks how many notices wait in the banner: those that were not opened, closed or forgotten."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.check(
                troupe.waiting(arguments.conversation(), of: arguments.person()), are: arguments.count(), "wait",
                arguments)
        },
        check(
            "{person} has no notice waiting in {conversation}", example: #"Bea has no notice waiting in "Trip""#,
            summary: "Checks that no notice waits in the banner."
        ) { troupe, arguments throws(StepFailure) in
            try troupe.check(
                troupe.waiting(arguments.conversation(), of: arguments.person()), are: 0, "wait", arguments)
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
            let person = try troupe.person(arguments.person())
            let answer = try troupe.ask(person, "notice.dismiss") { $0.member("notice", notice.id) }
            if let answer { try troupe.take(settledNoticeOf: answer, for: person) }
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
    fileprivate func check(
        _ notices: [Notice], are count: Int, _ verb: String, _ arguments: StepArguments
    ) throws(StepFailure) {
        if notices.count == count { return }
        let place = "\(try arguments.person()) in \"\(try arguments.conversation())\""
        throw StepFailure(
            "another number of notices \(verb == "see" ? "stands before" : "waits for") \(place)",
            expected: "\(count) notice\(count == 1 ? "" : "s")",
            actual: "\(notices.count)" + (notices.isEmpty ? "" : ":\n" + Self.list(notices.map(\.text))))
    }

    /// The notices in a person's banner, as the server has them.
    fileprivate func waiting(_ name: String, of personName: String) throws(StepFailure) -> [Notice] {
        let id = try conversation(name)
        return try conversationList(of: personName).first { $0.id == id }?.waitingNotices ?? []
    }

    fileprivate func checkSilence(_ arguments: StepArguments) throws(StepFailure) {
        let person = try self.person(arguments.person())
        try settle(person)
        guard let lastNotices = lastNotices.ids else {
            throw StepFailure("nothing happened yet that anyone is notified of")
        }
        var trails: [String] = []
        var isFound = false
        for id in lastNotices {
            let trail = try self.trail(of: id.rawValue, for: person)
            let isTold = person.notebook.threads.contains { thread in
                thread.entries.contains { $0.id == id.rawValue }
            }
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
