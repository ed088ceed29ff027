import ChatTestKit
import Testing

@testable import TestSupport

/// Lines that begin a command which the next line completes.
extension ConnectPlainTests {
    /// Runs lines of Anna's after `/new bea carl as Trip` and a message.
    private func lines(
        _ script: String, after beginning: String = #"/new bea carl as Trip\nBring the kayak\n"#, status: Int32 = 0
    ) throws -> [String] {
        let server = try LocalServer()
        defer { server.close() }
        let folder = try ScratchFolder()
        let line = "cd \(folder.path) && printf '\(beginning)\(script)' | CLIENT connect \(server.endpoint) --as anna"
        let ended = try run(line)
        #expect(ended.status == status, "\(ended.lines)")
        return ended.lines
    }

    @Test("the next line completes a command that a choice began, and is no message")
    func nextLineCompletesTheCommand() throws {
        let renamed = try lines(#"/details\n/choose 4\nLake\n"#)
        #expect(renamed.contains("(hint) For Trip: the next line completes /rename, /cancel discards it"))
        #expect(renamed.last == "[Lake] (system) You named the conversation “Lake”")
        #expect(try lines(#"/details\n/choose 4 Lake\n"#).contains { $0.hasPrefix("[Lake] (system)") })
        let added = try lines(#"/details\n/choose 5\nyan\n"#)
        #expect(added.last == "[Trip] (system) You added Yan to the conversation")
        for lines in [renamed, added] { #expect(!lines.contains { $0.contains("You: /") }, "\(lines)") }
    }

    @Test("a command that a choice began does nothing without its words")
    func begunCommandNeedsWords() throws {
        let sent = try lines(#"/details\n/choose 4\n/send\nhello\n"#, status: 1)
        #expect(sent.suffix(2) == ["(hint) /rename NAME: rename the conversation", "[Trip] You: hello"])
        let dropped = try lines(#"/details\n/choose 4\n/cancel\nhello\n"#)
        #expect(dropped.suffix(2) == ["(hint) Dropped", "[Trip] You: hello"])
        #expect(try lines(#"/details\n/choose 4\n"#, status: 1).last == "(hint) Not done: nothing completed /rename")
        let refused = try lines(#"/details\n/choose 1 loudly\n"#, status: 1)
        #expect(refused.contains("(hint) Choice 1 takes no text: /choose 1 chooses it"), "\(refused)")
        #expect(!refused.contains("[Trip] (status) alerts are hidden"))
    }

    @Test("/edit without a text and a chosen edit or reply take their words from the next line")
    func nextLineCompletesAnEdit() throws {
        let edited = try lines(#"/edit\nBring the boat\n/numbers\n"#)
        #expect(edited.contains("(hint) For Trip: the next line completes /edit #1, /cancel discards it"), "\(edited)")
        #expect(edited.last?.hasSuffix("You: Bring the boat") == true && !edited.contains { $0.contains("#2") })
        #expect(try lines(#"/edit\n"#, status: 1).last == "(hint) Not done: nothing completed /edit #1")
        #expect(try lines(#"/search\n"#, status: 1).last == "(hint) /search WORDS")
        #expect(try lines(#"/unread\n/read\n"#).last == "(hint) “Trip” is marked as read")
    }

    @Test("a text for a conversation that was left or deleted is refused until another is chosen")
    func textForALeftConversationIsRefused() throws {
        let word = "(hint) Not sent: choose a conversation first, with /to NAME or --to NAME"
        let beginning = #"/new bea as Us\nhi\n/new bea carl dee as Trip\n"#
        for command in ["/leave", "/delete conversation"] {
            let left = try lines("\(command)\\n/yes\\nsecret\\n", after: beginning, status: 1)
            #expect(left.contains(word), "\(left)")
            #expect(!left.contains { $0.contains("You: secret") }, "\(left)")
            let chosen = try lines("\(command)\\n/yes\\n/to Us\\nsecret\\n", after: beginning)
            #expect(chosen.last == "[Us] You: secret")
        }
    }

    @Test("a choice from the details of a conversation that no line chose is refused")
    func choiceInAnUnchosenConversationIsRefused() throws {
        let server = try LocalServer()
        defer { server.close() }
        let send = "UNDERSTUDY_SERVER=\(server.endpoint) CLIENT send --as anna --new --to bea hi >/dev/null"
        let choose = #"printf '/details\n/choose 1\n' | CLIENT connect \#(server.endpoint) --as anna"#
        let ended = try run("\(send) && \(choose)")
        let refusal = "(hint) Not done: no conversation is chosen. Choose one with /to NAME"
        #expect(ended.status == 1 && ended.lines.contains(refusal), "\(ended.lines)")
        #expect(!ended.lines.contains { $0.contains("alerts are hidden") }, "\(ended.lines)")
    }

    @Test("a text that begins with a blank and looks like a command leaves its conversation chosen")
    func textThatLooksLikeACommandChoosesNothing() throws {
        let sent = try lines(#" /to Dee\nhello\n"#)
        #expect(sent.suffix(2) == ["[Trip] You:  /to Dee", "[Trip] You: hello"], "\(sent)")
    }

    @Test("a question that no line answers is reported, and the exit status is 1")
    func unansweredQuestionIsReported() throws {
        let word = "(hint) Not done: “Undo Send?” was not confirmed with /yes"
        #expect(try lines(#"/unsend\n"#, status: 1).last == word)
        let left = try lines(#"/unsend\nhello\n"#, status: 1)
        #expect(left.suffix(2) == [word, "[Trip] You: hello"])
        #expect(try lines(#"/unsend\n/no\n"#).last == "(hint) Cancelled")
        #expect(try lines(#"/unsend\n/yes\n"#).contains { $0.contains("(unsent)") })
    }

    @Test("a text goes to the conversation that the sheet of /new began")
    func textGoesToTheBegunConversation() throws {
        #expect(try lines(#"/new\n/choose 1 dee\nhello\n"#, after: "").last == "[Dee] You: hello")
        let group = try lines(#"/new\n/choose 1 dee fay\n/choose 1 Lake\n/choose 2\n/send\nhello\n"#, after: "")
        #expect(group.last == "[Lake] You: hello")
        let begun = try lines(#"/new\n/choose 1 dee fay\n"#, after: "", status: 1)
        #expect(begun.last == "(hint) Not begun: the conversation with dee fay")
        // After a refused conversation the next text is not sent.
        let refused = try lines(#"/new b!d\nhello\n"#, status: 1)
        #expect(!refused.contains { $0.hasSuffix("You: hello") }, "\(refused)")
    }

    @Test("a conversation that the sheet of /new began is reported as selected")
    func conversationOfTheSheetIsReported() throws {
        #expect(try lines(#"/new\n/choose 1 dee\n"#, after: "").last == "[Dee] (status) selected")
        let group = try lines(#"/new\n/choose 1 dee fay\n/send\n/send\n"#, after: "")
        #expect(group.last == "[Dee, Fay] (status) selected", "\(group)")
        let refused = try lines(#"/new\n/choose 1 anna\n"#, after: "", status: 1)
        #expect(!refused.contains { $0.hasSuffix("selected") }, "\(refused)")
    }

    @Test("a link that the share sheet hands to a new conversation is reported after the selection")
    func linkOfTheShareSheetIsReported() throws {
        let shared = try lines(
            #"/share\n/choose 2\n/choose 1 dee\n"#, after: #"/new bea as Trip\nhttps://a.example/1\n"#)
        let waiting = "(hint) For Dee: https://a.example/1  — /send or a text sends it, /cancel discards it"
        #expect(shared.suffix(2) == ["[Dee] (status) selected", waiting], "\(shared)")
    }

    @Test("/attach refuses a file that cannot be read, and the next text goes alone")
    func missingFileIsRefused() throws {
        let waiting = try lines(#"/attach nope.txt\nhello\n"#, status: 1)
        #expect(waiting.suffix(2) == ["(hint) Not attached: nope.txt: No such file or directory", "[Trip] You: hello"])
        let sent = try lines(#"/attach nope.txt look\nhello\n"#, status: 1)
        #expect(
            sent.suffix(2) == [
                "(hint) Not sent: nope.txt: No such file or directory. Quote a path with spaces", "[Trip] You: hello",
            ])
    }

    @Test("/choose goes to a hit of the search before it")
    func choiceGoesToAHit() throws {
        let found = try lines(#"and a tent\n/new dee\nhi\n/search kayak\n/choose 1\nhello\n"#)
        #expect(found.suffix(3) == ["[Trip] You: Bring the kayak", "[Trip] You: and a tent", "[Trip] You: hello"])
        let wrong = try lines(#"/search kayak\n/choose 2\nhi\n/choose 1\n"#, status: 1)
        #expect(wrong.contains("(hint) There is no hit 2: 1 are listed"))
        #expect(wrong.last == "(hint) There is no list to choose from")
    }

    @Test("/older after a hit prints each message before it once, also those that were loaded for the hit")
    func olderAfterAHitLeavesNothingOut() throws {
        let server = try LocalServer()
        defer { server.close() }
        let folder = try ScratchFolder()
        let client = "CLIENT connect \(server.endpoint) --as anna"
        let ended = try run(
            "cd \(folder.path) && (echo '/new bea as Long'; seq -f 'number %.0f' 130) | \(client) > /dev/null && "
                + #"printf '/to Long\n/search "number 37"\n/choose 1\n/older\n/older\n/older\n' | "# + client)
        let found = try #require(ended.lines.lastIndex { $0.contains("(search)") })
        let told = ended.lines[found...].dropFirst().compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(told.sorted() == Array(1...56), "\(told)")
        #expect(ended.lines.suffix(2) == ["(hint) No older messages", "(hint) No older messages"])
    }

    @Test("a text between the pages of /new says that they wait, and /send goes on with them")
    func textBetweenThePagesOfNew() throws {
        let beginning = #"/new\n/choose 1 bea carl\n"#
        let lines = try lines(#"hello both\n/send\n/send\nhi\n"#, after: beginning, status: 1)
        #expect(lines.contains("(hint) The New Message is not finished: /send continues it"), "\(lines)")
        #expect(!lines.contains { $0.contains("Nothing is staged") }, "\(lines)")
        #expect(lines.last == "[Bea, Carl] You: hi")
    }

    @Test(
        "/send in a list of choices refuses to continue an earlier New Message, and the list stays open",
        arguments: ["/share", "/details", "/search kayak"])
    func sendInAListContinuesNoNewMessage(command: String) throws {
        let beginning = #"/new bea as Trip\nkayak https://a.example/1\n/new\n/choose 1 bea carl\n/send\n/to Trip\n"#
        let listed = try lines("\(command)\\n/send\\n/choose 1\\n", after: beginning, status: 1)
        let refusal = "(hint) Nothing is staged: /choose N chooses from the list, /new returns to the New Message"
        #expect(listed.contains(refusal), "\(listed)")
        #expect(!listed.contains { $0.contains("Bea, Carl") || $0.contains("There is no list") }, "\(listed)")
        #expect(listed.last == "(hint) Not begun: the conversation with bea carl")
        let alone = try lines(
            "\(command)\\n/send\\n", after: #"/new bea as Trip\nkayak https://a.example/1\n"#, status: 1)
        #expect(alone.last == "(hint) Nothing is staged: /choose N chooses from the list", "\(alone)")
    }

    @Test("/send after other lines begins the group of New Message, and reports it as selected")
    func sendBeginsTheGroupLater() throws {
        let group = try lines(#"/new\n/choose 1 dee fay\n/send\n/to Trip\nhello\n/send\n"#)
        #expect(group.suffix(2) == ["[Trip] You: hello", "[Dee, Fay] (status) selected"], "\(group)")
    }

    @Test("/send in a list sends what waits in the composer")
    func sendInAListSendsTheComposer() throws {
        let sent = try lines(
            #"/share\n/choose 1\n/details\n/send\n"#, after: #"/new bea as Trip\nhttps://a.example/1\n"#)
        #expect(sent.count { $0 == "[Trip] You: https://a.example/1" } == 2, "\(sent)")
    }

    @Test("/send and /cancel in New Message leave the text in the composer alone")
    func newMessageLeavesTheComposerAlone() throws {
        let beginning = #"/new bea as Trip\nhttps://a.example/1\n/share\n/choose 1\n/new\n/choose 1 dee fay\n"#
        let begun = try lines(#"/send\n/send\n"#, after: beginning)
        #expect(begun.suffix(2) == ["(text)   /send continues, /cancel discards it", "[Dee, Fay] (status) selected"])
        #expect(begun.count { $0 == "[Trip] You: https://a.example/1" } == 1, "\(begun)")
        let cancelled = try lines(#"/cancel\n/send\n"#, after: beginning)
        #expect(cancelled.contains("(hint) Dropped"), "\(cancelled)")
        #expect(cancelled.count { $0 == "[Trip] You: https://a.example/1" } == 2, "\(cancelled)")
    }

    @Test("/cancel in New Message discards its people")
    func cancelDiscardsNewMessage() throws {
        let cancelled = try lines(#"/new\n/choose 1 dee fay\n/cancel\n/send\n"#, status: 1)
        let nothing = "(hint) Nothing is staged: /share TITLE stages a document, /attach FILE a file"
        #expect(cancelled.suffix(2) == ["(hint) Dropped", nothing], "\(cancelled)")
    }

    @Test("an abandoned New Message of the share sheet hands its item to no other conversation")
    func abandonedItemGoesNowhere() throws {
        let beginning = #"/new bea as Trip\nhttps://a.example/1\n/share\n/choose 2\n"#
        let scripts = [
            #"/to Trip\n/new dee\nhi\n"#, #"/new dee\nhi\n"#, #"/to Trip\n/new\n/choose 1 dee\nhi\n"#,
            #"/cancel\n/new\n/choose 1 dee\nhi\n"#,
        ]
        for script in scripts {
            let sent = try lines(script, after: beginning)
            #expect(sent.last == "[Dee] You: hi", "\(script): \(sent)")
        }
        let unfinished = try lines(#"/choose 1 dee fay\n/new gus\nhi\n"#, after: beginning, status: 1)
        #expect(unfinished.contains("(hint) The New Message is not finished: /send continues it"), "\(unfinished)")
        #expect(unfinished.suffix(2) == ["[Gus] You: hi", "(hint) Not begun: the conversation with dee fay"])
    }
}
