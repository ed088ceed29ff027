import ChatProtocol

/// The world of a fixture: one reader who permits everything, with one conversation for each person who shares a link.
struct RankingWorld {
    private(set) var state: CoreState
    private let reader: Handle
    private let app: AppID
    private var messages: Int64 = 0

    init(reader: Handle, app: AppID, policy: RankingPolicy) {
        self.reader = reader
        self.app = app
        state = CoreState(rankingPolicy: policy)
    }

    /// Adds the app, the permission, the contacts and the conversations that the links need.
    mutating func begin(with people: [Handle]) {
        let start = Instant(milliseconds: 0)
        apply(
            .appRegistered(
                App(
                    id: app, name: "Ranking", domains: ["ranking.example"], association: App.everyPath(for: app),
                    backends: [], capabilities: [.sharedWithYou])), at: start)
        turnSharing(isOn: true, at: start)
        for person in people {
            apply(.contactAdded(of: reader, person), at: start)
            apply(
                .conversationCreated(
                    conversation(with: person), creator: person, members: [person, reader], name: nil),
                at: start)
        }
    }

    mutating func share(_ url: String, by person: Handle, at instant: Instant) {
        messages += 1
        let link = MessageLink(url: url, app: app, title: nil, range: TextRange(location: 0, length: url.utf8.count))
        apply(
            .messagePosted(
                Message(
                    id: MessageID("m\(messages)"), conversation: conversation(with: person), sender: person, text: url,
                    sentAt: instant, sequence: messages, links: [link])), at: instant)
    }

    mutating func pin(_ url: String, at instant: Instant) {
        apply(.linkPinned(by: reader, conversation(with: reader), url: url), at: instant)
    }

    mutating func use(_ url: String, _ signal: RankingSignal, at instant: Instant) {
        guard let url = try? CanonicalURL(url) else { return }
        apply(.highlightUsed(by: reader, LinkTable.unknown(url, app: app).id, signal), at: instant)
    }

    mutating func turnSharing(isOn: Bool, at instant: Instant) {
        apply(.sharingSwitched(by: reader, .init(sharing: .init(apps: .init([(app, isOn)])))), at: instant)
    }

    mutating func apply(_ event: Event, at instant: Instant) {
        state.fold(EventRecord(position: state.position + 1, at: instant, event: event))
    }

    private func conversation(with person: Handle) -> ConversationID { ConversationID("with-\(person)") }
}
