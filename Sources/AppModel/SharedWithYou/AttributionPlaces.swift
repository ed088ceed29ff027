import ChatProtocol

/// The attributions on an app's screens, each in a place of its own (`attr-one-per`).
///
/// An attached view sends its display context to the server. The context cannot change after that
/// (`attr-context-when`). The server answers with an opaque token, and the app receives no other information about who
/// shared the link.
public final class AttributionPlaces {
    private struct Attached {
        var view: AttributionView
        /// The display context at the time of attaching. Later changes of the view do not count.
        let context: AttributionView.DisplayContext
        var token: String?
        /// The number of the newest load, so that the answer to an earlier load is ignored.
        var version = 0
    }

    private let session: AppSession
    private var attached: [String: Attached] = [:]
    private var lastVersion = 0

    /// Called when a place receives a token, the first one or another.
    public var onToken: ((_ place: String, _ token: String) -> Void)?

    /// Creates an empty set of places.
    public init(_ session: AppSession) { self.session = session }

    /// Attaches a view to a place and loads its token.
    public func attach(_ view: AttributionView, at place: String) {
        attached[place] = Attached(view: view, context: view.displayContext)
        reload(place)
    }

    /// Changes an attached view. Another highlight loads a new token, and no highlight removes the token. The display
    /// context remains as it was when the view was attached.
    public func update(_ view: AttributionView, at place: String) {
        guard let old = attached[place] else { return }
        attached[place]?.view = view
        if old.view.highlight != view.highlight { reload(place) }
    }

    /// Detaches the view of a place.
    public func detach(_ place: String) { attached[place] = nil }

    /// Loads the token of every view again, because a restarted server does not know the earlier tokens.
    package func reloadAll() { taken.forEach(reload) }

    /// The view at a place; nil if none is attached.
    public subscript(place: String) -> AttributionView? { attached[place]?.view }

    /// Returns the opaque token of a place, by which the system draws the attribution; nil until the server has sent
    /// it.
    public func token(at place: String) -> String? { attached[place]?.token }

    /// The places that have a view, in alphabetical order.
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
