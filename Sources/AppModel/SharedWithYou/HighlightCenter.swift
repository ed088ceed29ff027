import ChatProtocol
import Synchronization

/// Told when what is shared with the person is another list.
public protocol HighlightCenterDelegate: AnyObject {
    /// The list, its order or the person's permission changed; `highlights` is the new list already
    /// (`center-callback`).
    func highlightCenterHighlightsDidChange(_ highlightCenter: HighlightCenter)
}

/// What is shared with a person and belongs to this app: the simulator's `SWHighlightCenter`, without the prefix, so that
/// code written for the one reads the same for the other (`fw-classes`, `center-members-full`).
///
/// It needs an ``AppSession`` where the real one needs none, and calls nobody but out of ``AppSession/turn()``
/// (`center-completion-queue`). Signed identity proofs are not there yet.
public final class HighlightCenter {
    /// The heading above a collection of highlights (`center-title`).
    public static var highlightCollectionTitle: String { "Shared with You" }

    /// Whether the system supports collaboration in Messages: true once any session of this process was told so, and
    /// from then on (`center-support-flag`).
    public static var isSystemCollaborationSupportAvailable: Bool { hasSupport.load(ordering: .relaxed) }

    private static let hasSupport = Atomic(false)

    static func noteSupport() { hasSupport.store(true, ordering: .relaxed) }

    /// The most highlights that are asked for at once.
    public static let pageMax = 200

    /// What is shared with the person, the most relevant first (`center-priority`): empty where there is nothing, or no
    /// permission, and nothing tells which (`center-empty`).
    ///
    /// Of a list of more than ``pageMax`` these are the first pages, as far as ``readMore(completionHandler:)`` went.
    public private(set) var highlights: [Highlight] = []
    /// Whether there are more.
    public private(set) var hasMore = false
    /// Told once of each change, and never otherwise.
    public weak var delegate: (any HighlightCenterDelegate)?

    let session: AppSession

    /// The center of an app; its list is there when it is made.
    public init(_ session: AppSession) {
        self.session = session
        replace(by: session.answer(to: .request(.highlightList(.init(limit: Self.pageMax)))))
        session.listen { [weak self] event in self?.handle(event) }
    }

    /// Reads the next page of the list.
    ///
    /// - Parameter completionHandler: called when it is in ``highlights``.
    public func readMore(completionHandler: @escaping () -> Void = {}) {
        guard hasMore, let last = highlights.last else { return completionHandler() }
        session.ask(.request(.highlightList(.init(limit: Self.pageMax, after: last.identifier)))) {
            [weak self] answer in
            guard let self else { return }
            // Where the list changed meanwhile, the page belongs to a list that is gone.
            if highlights.last == last, let page = Self.page(answer) {
                highlights += page.highlights.filter { !self.highlights.contains($0) }
                hasMore = page.more
            }
            completionHandler()
        }
    }

    // MARK: What comes

    private func handle(_ event: AppStreamEvent) {
        switch event {
        case .answer: break
        // Changed in one go or cut for its size: the order may be another, so the list is read again either way.
        case .notification(let method, _) where method == NotificationName.highlightsChanged: read { $0.tellDelegate() }
        case .notification: break
        case .welcome:
            let before = highlights
            read { center in
                let isSame = before.elementsEqual(center.highlights) { $0.says(whatSays: $1) }
                if !isSame { center.tellDelegate() }
            }
        }
    }

    private func read(then: @escaping (HighlightCenter) -> Void) {
        session.ask(.request(.highlightList(.init(limit: max(Self.pageMax, highlights.count))))) { [weak self] answer in
            guard let self else { return }
            replace(by: answer)
            then(self)
        }
    }

    private func replace(by answer: AppSession.Answer) {
        guard let page = Self.page(answer) else { return }
        let known = Dictionary(highlights.map { ($0.identifier, $0) }) { first, _ in first }
        highlights = page.highlights.map { new in
            guard let old = known[new.identifier], old.says(whatSays: new) else { return new }
            return old
        }
        hasMore = page.more
    }

    private func tellDelegate() { delegate?.highlightCenterHighlightsDidChange(self) }

    private static func page(_ answer: AppSession.Answer) -> (highlights: [Highlight], more: Bool)? {
        guard case .success(let result) = answer else { return nil }
        do throws(InvalidField) {
            var fields = try JSONFields(result)
            let page = try fields.list("highlights", of: AppHighlight.self)
            return (page.map(Highlight.of), try fields.optionalBool("more") ?? false)
        } catch {
            return nil
        }
    }
}
