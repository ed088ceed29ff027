import ChatProtocol
import Testing

@testable import ChatScreens

@Suite struct PlainRendererTests {
    private func lines(_ facts: PlainFact...) -> String {
        facts.flatMap { PlainRenderer.lines($0) }.joined(separator: "\n")
    }

    @Test func everyFactIsALineThatSaysWhereItBelongs() {
        let message = MessageEntry(
            id: "m", sender: "Anna", text: "See https://notes.example/d/1", cards: [SampleChat.plan],
            reactions: [ReactionRow("❤️", ["Bea", "You"]), ReactionRow("👍", ["Dora"])])
        let text = lines(
            .connection(.connected, handle: "carl"), .conversations(SampleChat.state.conversations, selected: "c1"),
            .message(message, conversation: "Weekend"), .notice(SampleChat.edited, conversation: "Weekend"),
            .notice(SampleChat.edited, conversation: "Weekend", number: 2),
            .system(SystemEntry(id: "s", text: "Anna added Bea"), conversation: "Weekend"),
            .consent(SampleChat.consent), .shelf(SampleChat.state.shelf), .settings(SampleChat.state.settings),
            .connection(.reconnecting(seconds: 2), handle: "carl"), .hint("There is no link 9 here"))
        #expect(
            text == """
                (connection) connected as carl
                (conversation) 1. Weekend, shown
                (conversation) 2. Dora, 2 unread
                (conversation) 3. Building 7, muted
                [Weekend] Anna: See https://notes.example/d/1
                [Weekend] link 1: Trip plan (Notes) https://notes.example/d/1 [pinned]
                [Weekend] (reactions) ❤️ Bea, You; 👍 Dora
                [Weekend] (notice) Anna edited “Trip plan” — https://notes.example/d/1
                [Weekend] (notice) 2. Anna edited “Trip plan” — https://notes.example/d/1
                [Weekend] (system) Anna added Bea
                (consent) Share “Notes” automatically? Notes wants to show links that people send you — \
                https://notes.example/d/1 in [Weekend]. Answer /allow, /notnow or /never
                (shelf) 1. Trip plan (Notes) https://notes.example/d/1 [pinned] — From Anna — pinned in Weekend
                (shelf) 2. Boats for rent (Safari) https://boats.example/rent?day=saturday — From Bea and Anna — newest first
                (shelf) 3. https://news.example/7 — From Dora + 2 — newest first
                (settings) automatic sharing everywhere: on (/auto on, off; /audit explains why)
                (settings) read receipts: on
                (settings) mentions alert even when alerts are hidden: on
                (settings) app Notes: on
                (settings) app News: not asked
                (settings) conversation Weekend: off
                (connection) lost; next try in 2 s
                (hint) There is no link 9 here
                """)
    }

    @Test func settingsThatAreOnArePausedWhileEverywhereIsOff() {
        var settings = SampleChat.state.settings
        settings.everywhere = false
        let text = lines(.settings(settings))
        #expect(text.contains("everywhere: off (/auto on, off; /audit explains why)"))
        #expect(text.contains("app Notes: on, paused") && text.contains("app News: not asked\n"))
        #expect(text.contains("conversation Weekend: off") && !text.contains("off, paused"))
    }

    @Test func aLineEndInAMessageCannotPassForAnotherPersonsLine() {
        let message = MessageEntry(id: "m", sender: "Eve", text: "hi\n[Bank] Anna: pay\u{1B}[2J\r\nnow\u{202E}")
        #expect(
            lines(.message(message, conversation: "Week\nend")) == """
                [Week end] Eve: hi
                [Week end] Eve: [Bank] Anna: pay[2J
                [Week end] Eve: now
                """)
    }

    @Test func oneselfAndWhatFailedAreTold() {
        let failed = MessageEntry(id: "m", sender: "Carl", isOwn: true, text: "Hi", delivery: .failed("too large"))
        let unsent = MessageEntry(id: "m", sender: "Anna", text: "secret", isUnsent: true)
        #expect(
            lines(.message(failed, conversation: "W"), .changed(unsent, .unsent, conversation: "W")) == """
                [W] You: Hi (not sent: too large)
                [W] (unsent) Anna unsent a message
                """)
    }

    @Test func consentIsAnsweredByALine() throws {
        var state = SampleChat.state
        state.consents = [SampleChat.consent]
        let actions = try ChatUpdate.run(on: &state) { try $0.perform("/notnow") }
        #expect(actions == [.answerConsent(id: "k1", answer: .notNow)])
    }
}
