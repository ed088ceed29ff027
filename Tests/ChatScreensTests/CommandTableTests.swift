import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatTerminal

/// The commands, and the lines that perform actions.
@Suite struct CommandTableTests {
    @Test(
        "a line of an action's command performs that action",
        arguments: [
            ChatAction.mute(conversation: "c1", isMuted: true), .mute(conversation: "c1", isMuted: false),
            .pinConversation(id: "c1", isPinned: true, place: 2),
            .pinConversation(id: "c1", isPinned: true, place: nil),
            .pinConversation(id: "c1", isPinned: false, place: nil), .rename(conversation: "c1", name: "Two words"),
            .setPhoto(conversation: "c1", photo: "🏕"), .markUnread(conversation: "c1"),
            .createConversation(handles: ["bea", "carl"], name: "Two words"),
            .createConversation(handles: ["bea"], name: nil), .loadShelf, .setEverywhere(true),
            .setApp(id: "com.example.notes", isOn: false), .setMentionAlerts(false),
            .setReadReceipts(isOn: true, conversation: "c1"), .setReadReceipts(isOn: false, conversation: nil),
            .setConversation(id: "c1", isOn: true), .addContact(handle: "bea"), .removeContact(handle: "bea"),
            .block(handle: "bea", true), .block(handle: "bea", false), .search(text: "two  words"),
            .addMember(handle: "zoe", conversation: "c1"), .openLink(url: "https://a.example/b", notice: nil),
            .explain(about: "https://a.example/b"),
        ])
    func lineOfAnActionPerformsIt(_ action: ChatAction) throws {
        var state = SampleChat.numbered
        let line = try #require(CommandTable.line(for: action, in: state))
        let actions = try ChatUpdate.run(on: &state) { update throws(SlashCommand.Mistake) in
            try update.perform(line)
        }
        #expect(actions.contains(action), "\(line) gave \(actions)")
    }

    @Test(
        "wrong arguments are answered with the usage of the command, and do nothing",
        arguments: [
            ("/auto", "/auto on|off [APP]: automatic sharing, or an app's"),
            ("/auto maybe", "/auto on|off [APP]: automatic sharing, or an app's"),
            ("/date 2026-02-29", "/date YEAR-MONTH-DAY: go to a day in this conversation"),
            ("/date 2026-04-31", "/date YEAR-MONTH-DAY: go to a day in this conversation"),
            ("/permission 1", "/permission N read|write [HANDLE]: everyone's permission, or a person's"),
            (
                "/invite 1 bea nolink read",
                "/invite N HANDLE… [read|write] [nolink]: add people, and send them the link"
            ),
            ("/access 1 public bea", "/access N public|private [HANDLE…]: open it to everyone with the link, or not"),
            ("/top 0", "/top [N]: keep it at the top, at this place"),
            ("/new as Name", "/new [HANDLE… [as NAME]]: begin a conversation; alone, on a sheet"),
            ("/mute Bea", "/mute takes no name: it is about the open conversation. /to NAME opens another"),
            ("/shelf now", "/shelf takes no words after it"),
        ])
    func wrongArgumentsGetTheUsage(_ line: String, _ usage: String) throws {
        var state = SampleChat.collaborating()
        var mistake: SlashCommand.Mistake?
        let actions = ChatUpdate.run(on: &state) { update in
            do throws(SlashCommand.Mistake) { try update.perform(line) } catch { mistake = error }
        }
        #expect(mistake?.text.hasPrefix(usage) == true, "\(mistake?.text ?? "no mistake")")
        #expect(actions.isEmpty)
    }

    @Test(
        "a command of very many words is refused with its usage, and completed like any other",
        arguments: ["/new", "/add", "/share", "/invite 1"])
    func manyWordsAreRefused(_ start: String) {
        var state = SampleChat.collaborating()
        let line = start + String(repeating: " bea", count: 50_000)
        var mistake: SlashCommand.Mistake?
        let actions = ChatUpdate.run(on: &state) { update in
            do throws(SlashCommand.Mistake) { try update.perform(line) } catch { mistake = error }
        }
        #expect(mistake?.text.hasPrefix("/") == true && actions.isEmpty)
        state.view.draft = LineEditor(line + " z")
        _ = ChatUpdate.apply(.tab, to: &state, size: SampleChat.standard)
        #expect(state.view.draft.text == line + " z")
    }

    @Test("blanks after the slash change neither the command nor its words")
    func blanksAfterTheSlash() throws {
        var state = SampleChat.numbered
        let actions = try ChatUpdate.run(on: &state) { update throws(SlashCommand.Mistake) in
            try update.perform("/  share  Two words with com.example.notes")
        }
        guard case .stage(let wish)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(wish.title == "Two words" && wish.app == "com.example.notes")
    }

    @Test("a command names a link by address, wherever the table has a link as its first argument")
    func linksAreNamedByAddress() {
        let commands = CommandTable.all.filter { $0.pattern.parameters.first?.isLink == true }
        #expect(commands.count > 12)
        for name in commands.flatMap(\.pattern.names) {
            #expect(
                CommandTable.addressed("/\(name) 2 bea") { _, _ in "https://a.example" }
                    == "/\(name) https://a.example bea")
            #expect(CommandTable.addressed("/\(name) 2") { _, _ in nil } == "/\(name) ?")
        }
        #expect(CommandTable.addressed("/top 2") { _, _ in "https://a.example" } == "/top 2")
    }
}
