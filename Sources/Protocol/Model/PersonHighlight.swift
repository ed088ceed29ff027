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
