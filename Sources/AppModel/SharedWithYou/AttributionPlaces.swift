import ChatProtocol

/// The attributions that an app has on its screens, each in a place of its own (`attr-one-per`).
///
/// A view that is attached reports its display context, which is frozen from then on (`attr-context-when`), and becomes
/// an opaque token: all that the app ever holds of who shared the link.
public final class AttributionPlaces {
    private struct Attached {
        var view: AttributionView
        /// What counts, whatever the view says later.
        let context: AttributionView.DisplayContext
        var token: String?
        /// Counts what was asked, so that an answer to what was replaced meanwhile is not taken.
        var version = 0
    }

    private let session: AppSession
    private var attached: [String: Attached] = [:]
    private var lastVersion = 0

    /// Told when the token of a place is there, or another.
    public var onToken: ((_ place: String, _ token: String) -> Void)?

    /// No attribution yet.
    public init(_ session: AppSession) { self.session = session }

    /// Puts a view on the screen.
    public func attach(_ view: AttributionView, at place: String) {
        attached[place] = Attached(view: view, context: view.displayContext)
        reload(place)
    }

    /// Changes a view that is there. Another highlight loads it anew, none clears it; its display context stays what it
    /// was when the view was attached.
    public func update(_ view: AttributionView, at place: String) {
        guard let old = attached[place] else { return }
        attached[place]?.view = view
        if old.view.highlight != view.highlight { reload(place) }
    }

    /// Takes a view off the screen.
    public func detach(_ place: String) { attached[place] = nil }

    /// Loads every view anew: a server that was restarted knows none of the tokens.
    package func reloadAll() { taken.forEach(reload) }

    /// The view at a place.
    public subscript(place: String) -> AttributionView? { attached[place]?.view }

    /// The opaque token of a place, once it is there: what the system's side draws by.
    public func token(at place: String) -> String? { attached[place]?.token }

    /// Which places are taken, in order.
    public var taken: [String] { attached.keys.sorted() }

    private func reload(_ place: String) {
        guard var view = attached[place] else { return }
        lastVersion += 1
        view.version = lastVersion
        view.token = nil
        attached[place] = view
        guard let highlight = view.view.highlight else { return }
        let attach = AttachAttribution(
            highlight: highlight.identifier, context: view.context == .detail ? .detail : .summary)
        session.ask(.live(.attributionAttach(attach))) { [weak self] answer in
            guard let self, attached[place]?.version == view.version, attached[place]?.view.highlight == highlight,
                case .success(let result) = answer, let token = result["attribution"]?.stringValue
            else { return }
            attached[place]?.token = token
            onToken?(place, token)
        }
    }
}
