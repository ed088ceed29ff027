import ChatProtocol

/// How a shelf stands after what a fixture says, beside how it should.
package struct RankingOutcome: Sendable {
    /// One link of the shelf.
    struct Place: Sendable, Equatable {
        /// Its name in the fixture.
        var name: String
        /// Why it stands here, in words and in numbers.
        var why: Reason
        /// The signals and their sum.
        var ranking: HighlightRanking
        /// How long ago each signal came, in the order of ``ranking``, as in `3h 20m`.
        var ages: [String]
    }

    /// The shelf, from the top.
    var places: [Place]
    /// The names as they should stand.
    var expected: [String]
    /// The name of the link that should be curated, or `none`; nil where the fixture does not say.
    var expectedCurated: String?

    /// The names as they stand.
    var order: [String] { places.map(\.name) }
    /// The name of the curated link, or `none`.
    var curated: String { places.first { $0.why.rule == "rank-first-curated" }?.name ?? "none" }
    /// Whether all is as it should be.
    package var isAsExpected: Bool { order == expected && (expectedCurated ?? curated) == curated }
}

extension RankingFixture {
    /// Whose shelf it is; never nil.
    static let reader = Handle("reader")
    private static let app = AppID("com.example.ranking")
    /// When the shelf is looked at; ages count back from it. The world begins before the oldest.
    private static let now = Instant(milliseconds: RankingAge.max.milliseconds + 1)

    /// The shelf that stands after all that the fixture says: it is folded from facts as every other one.
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
        world.take(.timePassed, at: Self.now)
        let names = Dictionary(links.map { (Self.url(of: $0.name), $0.name) }, uniquingKeysWith: { first, _ in first })
        return world.state.shelf(of: reader, app: Self.app).compactMap { item in
            let highlight = world.state.highlight(item, of: reader)
            guard let ranking = highlight.ranking else { return nil }
            let ages = ranking.signals.map { signal in
                RankingAge(milliseconds: Self.now.milliseconds - signal.at.milliseconds).description
            }
            return RankingOutcome.Place(
                name: names[item.url.text] ?? item.url.text, why: highlight.why, ranking: ranking, ages: ages)
        }
    }

    /// Something that happened to a link.
    private struct Happening {
        enum What {
            case shared(by: Handle)
            case signal(RankingSignal)
        }

        var age: RankingAge
        var url: String
        var what: What
    }

    /// All that happened, the oldest first; at the same time row by row, and in a row sharing before use. Of those who
    /// shared a link at the same time, who is named first did so last.
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
    /// As a fixture says it.
    fileprivate var name: String {
        switch self {
        case .none: "none"
        case .link(let name): name
        }
    }
}
