// The Swift listings of docs/reference/journal.md, which script/support/listings.py compares with this file.
import ChatTestKit
import FoundationEssentials
import Testing

@Suite struct JournalSamples {
    @Test func journalOfAWorld() async throws {
        let world = try await TestWorld("Anna", "Bea", "Carl")
        let (bea, carl) = (try world.bea, try world.carl)
        let plan = try await world.anna.share("Trip plan", in: world.conversation)
        let notes = try await world.anna.app()
        try await notes.post(.edit, about: plan)
        try await notes.post(.mention(of: bea), about: plan)

        let journal = world.observer.journal
        let page = try await journal.list(JournalFilter(kind: .silence, person: carl.handle, event: "notice.posted"))
        let entry = try #require(page.entries.first)
        #expect(entry.text == "Anna mentioned you in “Trip plan”")
        #expect(entry.why?.rule == "ev-mention-private")
        let about = try #require(entry.about)
        #expect(try await bea.explain(about).reasons.map(\.rule) == ["ev-mention-private", "ntc-push"])

        let verdict = try await journal.verify(
            JournalFilter(person: bea.handle, event: "notice.posted"), count: JournalCount(exactly: 2))
        #expect(verdict.holds == true)

        let mentions = try await bea.received(.noticePosted).filter { $0.event.words.type == "mention" }
        #expect(mentions.map(\.text) == ["Anna mentioned you in “Trip plan”"])

        try checkMembers(of: entry, "JournalEntry")
        try checkMembers(of: verdict, "JournalVerdict")
        try checkMembers(of: mentions[0].notice, "Notice")
        try checkMembers(of: try await bea.explain(about), "DeliveryExplanation")
        let message = try await world.anna.send("Hi", to: world.conversation)
        _ = (message.id, message.conversation, message.sender, message.text, message.sentAt, message.sequence)
        _ = (message.links, message.mentions, message.clientID, message.replyTo, message.thread, message.replies)
        _ = (message.attachment, message.editedAt, message.versions, message.unsentAt, message.reactions)
    }

    /// Compares the stored members of a type with its row in docs/reference/journal.md.
    private func checkMembers(of value: some Any, _ type: String) throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/reference/journal.md").standardizedFileURL
        let lines = String(decoding: try Data(contentsOf: page), as: UTF8.self).split(separator: "\n")
        let row = try #require(lines.first { $0.hasPrefix("| `\(type)` |") }, "\(type)")
        let listed = row.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let members = Mirror(reflecting: value).children.compactMap(\.label)
        #expect(Set(listed).isSuperset(of: members), "\(type): \(Set(members).subtracting(listed))")
    }
}
