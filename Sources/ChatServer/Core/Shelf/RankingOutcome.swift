import ChatProtocol

/// The actual shelf after the events of a fixture, with the expected one.
package struct RankingOutcome: Sendable {
    /// One link of the shelf.
    struct Place: Sendable, Equatable {
        /// The name in the fixture.
        var name: String
        /// The reason for the place, in words and numbers.
        var why: Reason
        /// The signals and their sum.
        var ranking: HighlightRanking
        /// The age of each signal in the order of ``ranking``, for example `3h 20m`.
        var ages: [String]
    }

    /// The actual shelf, from the top.
    var places: [Place]
    /// The expected names, from the top.
    var expected: [String]
    /// The name of the expected curated link, or `none`; nil if the fixture expects nothing about it.
    var expectedCurated: String?

    /// The actual names, from the top.
    var order: [String] { places.map(\.name) }
    /// The name of the actual curated link, or `none`.
    var curated: String { places.first { $0.why.rule == "rank-first-curated" }?.name ?? "none" }
    /// True if the order and the curated link are as expected.
    package var isAsExpected: Bool { order == expected && (expectedCurated ?? curated) == curated }
}

extension RankingFixture {
    /// The person who owns the shelf; never nil.
    static let reader = Handle("reader")
    private static let app = AppID("com.example.ranking")
    /// The time of the inspection. Ages count back from it, and the world begins before the oldest possible age.
    private static let now = Instant(milliseconds: RankingAge.max.milliseconds + 1)

    /// Returns the shelf after all events of the fixture. The events are folded into a state like those of any log.
    package func outcome(_ policy: RankingPolicy = .init()) -> RankingOutcome {
        let places = Self.reader.map { self.places(of: $0, policy) } ?? []
        return RankingOutcome(places: places, expected: order, expectedCurated: curated?.name)
    }

    private func places(of reader: Handle, _ policy: RankingPolicy) -> [RankingOutcome.Place] {
        var world = RankingWorld(reader: reader, app: Self.app, policy: policy)
        world.begin(with: Set(links.flatMap { $0.shared.map(\.by) }).sorted())
        for happening in happenings() {
            let at = Self.now.advanced(byMilliseconds: -happening.age.milliseconds)
            switch happening.what {
            case .shared(let by): world.share(happening.url, by: by, at: at)
            case .signal(.pinned): world.pin(happening.url, at: at)
            case .signal(let signal): world.use(happening.url, signal, at: at)
            }
        }
        if !isSharing { world.turnSharing(isOn: false, at: Self.now) }
        world.apply(.timePassed, at: Self.now)
        let names = Dictionary(links.map { (Self.url(of: $0.name), $0.name) }, uniquingKeysWith: { first, _ in first })
        let shelves = ShelfReader(world.state)
        return shelves.shelf(of: reader, app: Self.app).compactMap { item in
            let highlight = shelves.highlight(item, of: reader)
            guard let ranking = highlight.ranking else { return nil }
            let ages = ranking.signals.map { signal in
                RankingAge(milliseconds: Self.now.milliseconds - signal.at.milliseconds).description
            }
            return RankingOutcome.Place(
                name: names[item.url.text] ?? item.url.text, why: highlight.why, ranking: ranking, ages: ages)
        }
    }

    /// An event of a link.
    private struct Happening {
        enum What {
            case shared(by: Handle)
            case signal(RankingSignal)
        }

        var age: RankingAge
        var url: String
        var what: What
    }

    /// Returns all events, the oldest first. Events of the same time are ordered by row, and sharing precedes use
    /// within a row. If several people shared a link at the same time, the first named person is the last sharer.
    private func happenings() -> [Happening] {
        var happenings: [Happening] = []
        for link in links {
            let url = Self.url(of: link.name)
            for share in link.shared.reversed() {
                happenings.append(Happening(age: share.age, url: url, what: .shared(by: share.by)))
            }
            for signal in RankingSignal.allCases {
                guard let age = link.signals[signal] else { continue }
                happenings.append(Happening(age: age, url: url, what: .signal(signal)))
            }
        }
        return happenings.enumerated().sorted { one, other in
            let (left, right) = (one.element.age.milliseconds, other.element.age.milliseconds)
            return left != right ? left > right : one.offset < other.offset
        }.map(\.element)
    }

    private static func url(of name: String) -> String { "https://ranking.example/\(name)" }
}

extension RankingFixture.Curated {
    /// The name in the fixture.
    fileprivate var name: String {
        switch self {
        case .none: "none"
        case .link(let name): name
        }
    }
}

extension RankingOutcome {
    /// The shelf as text for people. Each place has a score, a reason and the signals. If the shelf is not as expected,
    /// the expected order precedes the actual one.
    package var report: String {
        let width = places.map(\.name.count).max() ?? 0
        var lines: [String] = []
        for (index, place) in places.enumerated() {
            let name = place.name + String(repeating: " ", count: width - place.name.count)
            lines.append("\(index + 1)  \(name)  \(place.ranking.score)  \(place.why.text)")
            let signals = zip(place.ranking.signals, place.ages).map { signal, age in
                "\(signal.signal.words) \(age == "now" ? "now" : "\(age) ago"): \(signal.value) of \(signal.weight)"
            }
            lines.append("   " + String(repeating: " ", count: width + 2) + signals.joined(separator: ", "))
        }
        if places.isEmpty { lines.append("nothing surfaces") }
        if order != expected {
            lines.append("expected  " + Self.names(expected))
            lines.append("actual    " + Self.names(order))
        }
        if let expectedCurated, expectedCurated != curated {
            lines.append("expected  curated: \(expectedCurated)")
            lines.append("actual    curated: \(curated)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func names(_ names: [String]) -> String {
        names.isEmpty ? "(nothing)" : names.joined(separator: " ")
    }
}

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
