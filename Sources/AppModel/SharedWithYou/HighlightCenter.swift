import ChatProtocol
import Synchronization

/// A delegate that is called when the list of highlights changes.
public protocol HighlightCenterDelegate: AnyObject {
    /// Called when the list, its order or the person's permission changed. `highlights` already has the new list
    /// (`center-callback`).
    func highlightCenterHighlightsDidChange(_ highlightCenter: HighlightCenter)
}

/// The links that were shared with a person and belong to this app: the simulator's `SWHighlightCenter`, without the
/// prefix. Its members have the framework's names, so that the same code fits both (`fw-classes`,
/// `center-members-full`).
///
/// Unlike the framework's class, it needs an ``AppSession``. Only ``AppSession/turn()`` calls the delegate and the
/// handlers that wait for the server (`center-completion-queue`). It has no signed identity proofs yet.
public final class HighlightCenter {
    /// The heading above a collection of highlights (`center-title`).
    public static var highlightCollectionTitle: String { "Shared with You" }

    /// True if the system supports collaboration in Messages. It becomes true when the server reports support to any
    /// session of this process, and then stays true (`center-support-flag`).
    public static var isSystemCollaborationSupportAvailable: Bool { hasSupport.load(ordering: .relaxed) }

    private static let hasSupport = Atomic(false)

    static func noteSupport() { hasSupport.store(true, ordering: .relaxed) }

    /// The maximum number of highlights in one page of the list.
    public static let pageMax = 200

    /// The highlights of the person, the most relevant first (`center-priority`). The list is empty without highlights
    /// and without permission, and an app cannot distinguish the two cases (`center-empty`).
    ///
    /// If the list is longer than ``pageMax``, these are the pages that ``readMore(completionHandler:)`` has read so
    /// far.
    public private(set) var highlights: [Highlight] = []
    /// True if the list has more pages.
    public private(set) var hasMore = false
    /// The delegate, which is called once for each change and at no other time.
    public weak var delegate: (any HighlightCenterDelegate)?

    let session: AppSession

    /// Creates the center of an app, and waits until the first page of the list is read.
    public init(_ session: AppSession) {
        self.session = session
        replace(by: session.answer(to: .request(.highlightList(.init(limit: Self.pageMax)))))
        session.listen { [weak self] event in self?.handle(event) }
    }

    /// Reads the next page of the list.
    ///
    /// - Parameter completionHandler: called after the page is in ``highlights``, and also if the page cannot be read
    ///   or does not exist.
    public func readMore(completionHandler: @escaping () -> Void = {}) {
        guard hasMore, let last = highlights.last else { return completionHandler() }
        session.ask(.request(.highlightList(.init(limit: Self.pageMax, after: last.identifier)))) {
            [weak self] answer in
            guard let self else { return }
            // If the list changed before the answer arrived, the page belongs to an outdated list.
            if highlights.last == last, let page = Self.page(answer) {
                highlights += page.highlights.filter { !self.highlights.contains($0) }
                hasMore = page.more
            }
            completionHandler()
        }
    }

    // MARK: Events

    private func handle(_ event: AppStreamEvent) {
        switch event {
        case .answer: break
        // The notification lists single changes or is cut for its size. The order may have changed in both cases, so
        // the center reads the list again.
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
