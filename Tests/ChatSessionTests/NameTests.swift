import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatSession

/// Display names that arrive with contacts, or change during a session.
struct NameTests {
    @Test("a new name shows in the list, the members, the messages, the notices and the system's lines")
    func newNameShows() throws {
        var desk = try Desk()
        let message = desk.message(1, "Hello")
        let notice = desk.notice("Bea edited “Bea’s plan”")
        try desk.open(
            entries: [
                .system(id: "e1", text: "Bea named the conversation “Bea’s”"), .message(message), .notice(notice),
            ],
            last: message)
        try desk.notify(.personNamed(Person(handle: desk.bea, name: "Beatrix")))
        let thread = try #require(desk.model.state.threads["c1"])
        #expect(thread.members.map(\.name) == ["Anna", "Beatrix"])
        #expect(desk.messages.map(\.sender) == ["Beatrix"])
        #expect(desk.model.state.conversations.map(\.preview) == ["Beatrix: Hello"])
        let texts = thread.entries.compactMap { entry -> String? in
            switch entry {
            case .system(let system): system.text
            case .notice(let notice): notice.text
            case .message: nil
            }
        }
        #expect(texts == ["Beatrix named the conversation “Bea’s”", "Beatrix edited “Bea’s plan”"], "titles stay")
    }

    @Test("a name that another member has is followed by the handle in every sentence")
    func newNameIsLabelled() throws {
        var desk = try Desk()
        let carl = try #require(Handle("carl"))
        var gone = desk.message(1, "")
        gone.unsentAt = gone.sentAt
        try desk.open(
            entries: [
                .system(id: "e1", text: "Bea named the conversation “Bea’s”"), .message(gone),
                .notice(desk.notice("Carl joined “Plan”")),
            ])
        try desk.notify(.conversationChanged(try desk.group(), line: nil))
        try desk.notify(.personNamed(Person(handle: carl, name: "Bea")))
        #expect(
            desk.texts == ["· Bea (bea) named the conversation “Bea’s”", "", "◆ Bea (carl) joined “Plan”"])
        #expect(desk.messages.map(\.summary) == ["Bea (bea) unsent a message"])
    }

    @Test("a new name leaves the sentences about a person with the same name as they are")
    func newNameIsNotANamesakes() throws {
        var desk = try Desk()
        try desk.open(
            entries: [
                .system(id: "e1", text: "Bea (bea) added Bea (dee) to the conversation"),
                .notice(desk.notice("Bea (dee) edited “Plan”")),
            ])
        try desk.notify(.personNamed(Person(handle: desk.bea, name: "Beatrix")))
        #expect(desk.texts == ["· Beatrix (bea) added Bea (dee) to the conversation", "◆ Bea (dee) edited “Plan”"])
    }

    @Test("a new name is the title of a conversation that has no other, and what was counted there stays")
    func newNameIsTheTitle() throws {
        var desk = try Desk()
        try desk.open()
        try desk.notify(.conversationChanged(desk.alone(unread: 2, last: desk.message(1, "Hello")), line: nil))
        #expect(desk.model.state.conversations.map(\.title) == ["Bea"])
        let before = try #require(desk.model.state.conversations.first)
        try desk.notify(.personNamed(Person(handle: desk.bea, name: "Beatrix")))
        let row = try #require(desk.model.state.conversations.first)
        #expect(row.title == "Beatrix")
        #expect((row.unread, row.time, row.isMuted) == (before.unread, before.time, before.isMuted))
    }

    @Test("contacts are asked for once, when a share has somebody without a known name")
    func contactsAreAskedForOnce() throws {
        var desk = try Desk()
        try desk.open()
        let dee = try #require(Handle("dee"))
        func share(with people: [Handle]) -> ShareView {
            ShareView(
                Share(
                    id: ShareID("s1"), app: AppID("a"), title: "Plan", url: "https://a.example/1",
                    backend: .cloudRecord,
                    owner: desk.me, access: .private, permission: .readWrite, allowsInviting: false,
                    participants: people.map {
                        .init(
                            handle: $0, role: $0 == desk.me ? .owner : .privateUser, permission: .readWrite,
                            acceptance: .accepted)
                    }, createdAt: desk.start, document: DocumentID("d1")), seenBy: desk.me)
        }
        _ = desk.model.outbox.drain(\.requests)
        try desk.notify(.shareChanged(share(with: [desk.me, desk.bea])))
        #expect(!desk.model.outbox.drain(\.requests).contains(.request(.contactList(.init()))))
        try desk.notify(.shareChanged(share(with: [desk.me, dee])))
        #expect(desk.model.outbox.drain(\.requests).contains(.request(.contactList(.init()))))
        #expect(desk.model.state.shares["https://a.example/1"]?.people.map(\.name) == ["Anna", "dee"])
        try desk.answer(
            .request(.contactList(.init())), .contacts([Person(handle: dee, name: "Deirdre")], blocked: []))
        #expect(desk.model.outbox.drain(\.requests).contains(.collaboration(.shares(nil))))
        try desk.notify(.shareChanged(share(with: [desk.me, dee])))
        #expect(desk.model.state.shares["https://a.example/1"]?.people.map(\.name) == ["Anna", "Deirdre"])
        #expect(!desk.model.outbox.drain(\.requests).contains(.request(.contactList(.init()))))
    }
}
