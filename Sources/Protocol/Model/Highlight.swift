extension RemovedHighlight {
    /// Creates the removed form of a highlight.
    public init(_ highlight: AppHighlight) {
        self.init(id: highlight.id, url: highlight.url, collaboration: highlight.collaboration)
    }
}

extension HighlightsChange {
    /// True if the change lists nothing and requires no reload.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && updated.isEmpty && !mustReload }
}

extension AppHighlightsChange {
    /// True if the change lists nothing and requires no reload.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && updated.isEmpty && !mustReload }
}

extension PersonHighlight {
    /// Creates a highlight as its person sees it. The default preview has the title and the subtitle.
    public init(
        id: HighlightID, url: String, app: AppID, title: String, subtitle: String?, preview: LinkPreview? = nil,
        pinned: Bool, sharedAt: Instant, attribution: [Attribution], why: Reason, ranking: HighlightRanking? = nil
    ) {
        self.id = id
        self.url = url
        self.app = app
        self.title = title
        self.subtitle = subtitle
        self.preview = preview ?? LinkPreview(title: title, subtitle: subtitle)
        self.pinned = pinned
        self.sharedAt = sharedAt
        self.attribution = attribution
        self.why = why
        self.ranking = ranking
    }
}

extension RankingSignal {
    /// The signal as a part of a sentence.
    public var words: String {
        switch self {
        case .shared: "shared"
        case .sharers: "shared by one more"
        case .pinned: "pinned"
        case .summary: "shown on a shelf"
        case .viewed: "opened"
        case .replied: "replied to"
        case .detail: "shown in detail"
        }
    }
}

extension HighlightEvent.ChangeTrigger {
    /// The raw value of the trigger in SharedWithYou.
    public var triggerValue: Int { self == .edit ? 1 : 2 }
}

extension HighlightEvent.MembershipTrigger {
    /// The raw value of the trigger in SharedWithYou.
    public var triggerValue: Int { self == .addedCollaborator ? 1 : 2 }
}

extension HighlightEvent.Persistence {
    /// The raw value of the trigger in SharedWithYou.
    public var triggerValue: Int {
        switch self {
        case .created: 1
        case .deleted: 2
        case .renamed: 3
        case .moved: 4
        }
    }
}

extension HighlightEvent {
    /// The `type` and `trigger` on the wire.
    public var words: (type: String, trigger: String?) {
        let trigger: String? =
            switch self {
            case .change(let trigger): trigger.rawValue
            case .membership(let trigger, _): trigger.rawValue
            case .mention: nil
            case .persistence(let persistence): persistence.kind.rawValue
            }
        return (kind.rawValue, trigger)
    }
}
