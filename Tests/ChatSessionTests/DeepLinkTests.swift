import ChatConnection
import ChatProtocol
import Testing

@testable import ChatScreens
@testable import ChatSession
@testable import ChatTerminal

/// Links that lead into a shared document, and one-time links, in the person's own words.
struct DeepLinkTests {
    private let url = "https://notes.example/d/1"

    /// Returns a person who owns the shared document, with a one-time link.
    private func desk() throws -> Desk {
        var desk = try Desk()
        try desk.open()
        try desk.notify(.shareChanged(ShareView(share(desk), seenBy: desk.me)))
        return desk
    }

    private func share(_ desk: Desk) -> Share {
        let owner = Share.Participant(handle: desk.me, role: .owner, permission: .readWrite, acceptance: .accepted)
        var share = Share(
            id: ShareID("s1"), app: AppID("com.example.notes"), title: "Plan", url: url, backend: .cloudRecord,
            owner: desk.me, access: .private, permission: .readWrite, allowsInviting: false, participants: [owner],
            createdAt: desk.start)
        share.oneTimeLinks = [.init(id: "o1", url: "\(url)#once=abc", permission: .readOnly)]
        return share
    }

    @Test(
        "a link into a shared document leads to it",
        arguments: ["", "#part2", "?x=1", "?x=1#part2", "/part", "/part/2?x", "#once=abc"])
    func leadsToDocument(part: String) throws {
        let state = try desk().model.state
        #expect(state.collaborationURL(of: url + part) == url)
        #expect(state.sharing(of: url + part) != nil)
    }

    @Test("the card of a link into a document follows its title and its sharing")
    func cardFollows() throws {
        var desk = try desk()
        var message = desk.message(1, "see \(url)#part2")
        message.links = [
            MessageLink(
                url: "\(url)#part2", app: nil, title: nil, range: TextRange(location: 4, length: url.count + 6))
        ]
        try desk.notify(.messagePosted(message))
        desk.settle()
        func card() throws -> LinkCard { try #require(desk.messages.first?.cards.first) }
        #expect(try card().title == "Plan" && card().sharing != nil)
        try desk.notify(.shareLost(LostShare(share(desk)), cause: .stopped))
        desk.settle()
        let sharing = try card().sharing
        #expect(sharing == desk.model.state.lostShares[url].map(CardSharing.lost))
    }

    @Test("the card of a one-time link does not repeat that its reader lost the document")
    func oneTimeLinkOfALostDocument() throws {
        var desk = try desk()
        try desk.notify(.shareLost(LostShare(share(desk)), cause: .removed))
        desk.settle()
        #expect(desk.model.state.sharing(of: "\(url)#part2") != nil)
        #expect(desk.model.state.sharing(of: "\(url)#once=abc") == nil)
    }

    @Test("a link beside a shared document leads to no document", arguments: ["0", "-draft", ".txt#part"])
    func leadsElsewhere(part: String) throws {
        let state = try desk().model.state
        #expect(state.collaborationURL(of: url + part) == url + part)
        #expect(state.sharing(of: "https://notes.example/") == nil)
    }

    @Test(
        "a pasted link into a document stays text, and the document's own link is staged",
        arguments: ["", "#part2", "#once=abc"])
    func pasted(part: String) throws {
        var desk = try desk()
        let place = desk.conversation
        desk.model.state.view.drafts[place] = LineEditor(url + part)
        let offer = CollaborationOffer(
            app: AppID("com.example.notes"), appName: "Notes", title: "Plan", backend: .cloudRecord,
            methods: [.collaborate], options: .standard)
        var draft = try #require(CollaborationDraft(.share(ShareID("s1")), offer: offer, for: desk.conversation))
        draft.url = url
        _ = ChatUpdate.run(on: &desk.model.state) {
            $0.settle(.pasted(url: url + part, conversation: place), draft, obstacle: nil)
        }
        #expect((desk.model.state.view.staged[place] != nil) == part.isEmpty)
        #expect(desk.model.state.view.drafts[place]?.text == (part.isEmpty ? "" : url + part))
    }

    @Test("the links around a view end at the host")
    func enclosing() {
        #expect(
            LinkText.enclosing("https://a.b/c/d?e#f") == [
                "https://a.b/c/d?e", "https://a.b/c/d", "https://a.b/c", "https://a.b",
            ])
        #expect(LinkText.enclosing("https://a.b").isEmpty)
    }
}
