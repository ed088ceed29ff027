public import ChatProtocol
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

/// Lookups of highlights, and the notices that an app posts.
extension HighlightCenter {
    /// Looks up the highlight of a link.
    ///
    /// - Parameter completionHandler: receives the highlight or the error (`center-errors`).
    public func getHighlightFor(
        _ url: String, completionHandler: @escaping (Highlight?, HighlightCenterError?) -> Void
    ) {
        session.ask(.request(.highlightCenterGetHighlight(.init(url: url)))) { answer in
            switch Self.highlight(answer) {
            case .success(let highlight): completionHandler(highlight, nil)
            case .failure(let error): completionHandler(nil, error)
            }
        }
    }

    /// Returns the highlight of a link. This form waits for the server's answer.
    ///
    /// - Throws: ``HighlightCenterError`` if the lookup fails.
    public nonisolated(nonsending) func highlightFor(
        _ url: String
    ) async throws(HighlightCenterError) -> Highlight {
        try Self.highlight(session.answer(to: .request(.highlightCenterGetHighlight(.init(url: url))))).get()
    }

    /// Looks up the collaboration of a link.
    ///
    /// - Parameter completionHandler: receives the highlight or the error.
    public func getCollaborationHighlight(
        for url: String, completionHandler: @escaping (CollaborationHighlight?, HighlightCenterError?) -> Void
    ) {
        session.ask(.request(.highlightCenterGetCollaborationHighlight(.init(url: url)))) { answer in
            switch Self.collaboration(answer) {
            case .success(let highlight): completionHandler(highlight, nil)
            case .failure(let error): completionHandler(nil, error)
            }
        }
    }

    /// Returns the collaboration of a link. This form waits for the server's answer.
    ///
    /// - Throws: ``HighlightCenterError`` if the lookup fails.
    public nonisolated(nonsending) func collaborationHighlight(
        for url: String
    ) async throws(HighlightCenterError) -> CollaborationHighlight {
        try Self.collaboration(session.answer(to: .request(.highlightCenterGetCollaborationHighlight(.init(url: url)))))
            .get()
    }

    /// Returns the collaboration with an identifier (`collab-highlight-by-id`). If it is not in ``highlights``, this
    /// function asks the server and waits for the answer.
    ///
    /// - Throws: ``HighlightCenterError`` if the lookup fails, for example for an unknown identifier.
    public func collaborationHighlight(
        forIdentifier identifier: String
    ) throws(HighlightCenterError) -> CollaborationHighlight {
        for case let highlight as CollaborationHighlight in highlights
        where highlight.collaborationIdentifier == identifier {
            return highlight
        }
        let reference = CollaborationReference(collaborationIdentifier: ShareID(identifier))
        let answer = session.answer(to: .request(.highlightCenterCollaborationHighlight(reference)))
        return try Self.collaboration(answer).get()
    }

    /// Posts an event about the document of a link. Events with the same client id from several devices of the person
    /// become one notice. ``AppSession/onRefusal`` receives the error of a refusal.
    ///
    /// - Parameter event: nil for an event of an unknown kind, which is refused.
    public func post(_ event: PostNotice.Event?, about url: String, clientID: String? = nil) {
        guard let event else {
            session.onRefusal?(RPCError(.invalidParams, "The framework has no such kind of event."))
            return
        }
        let request = Request.highlightCenterPostNotice(.init(url: url, event: event))
        session.tell(clientID.map { .change(request, clientID: $0) } ?? .request(request))
    }

    /// Clears the notices about a collaboration, because the person has seen its changes (`center-clear-since`).
    public func clearNotices(for highlight: CollaborationHighlight) { clearNotices(about: highlight.url) }

    /// Clears the notices about the document of a link.
    package func clearNotices(about url: String) {
        session.tell(.request(.highlightCenterClearNotices(.init(url: url))))
    }

    /// Signs data with the key that this device has in the collaboration at a link (`id-sign`).
    ///
    /// - Parameter completionHandler: receives the proof of the person's identity with the signature, or the error.
    public func getSignedIdentityProof(
        for url: String, using data: [UInt8],
        completionHandler: @escaping (SignedIdentityProof?, HighlightCenterError?) -> Void
    ) {
        session.ask(.request(.identitySign(.init(document: .url(url), bytes: data)))) { answer in
            let unreadable = HighlightCenterError(.internalError, "The answer cannot be read.")
            switch answer {
            case .failure(let refusal): completionHandler(nil, HighlightCenterError(refusal))
            case .success(let result):
                var fields = try? JSONFields(result)
                let sent: SignedProof? = try? fields?.read("proof")
                let proof = sent.flatMap { SignedIdentityProof($0) }
                completionHandler(proof, proof == nil ? unreadable : nil)
            }
        }
    }

    private static func highlight(_ answer: AppSession.Answer) -> Result<Highlight, HighlightCenterError> {
        switch answer {
        case .failure(let refusal): return .failure(HighlightCenterError(refusal))
        case .success(let result):
            do throws(InvalidField) {
                var fields = try JSONFields(result)
                return .success(Highlight.of(try fields.read("highlight")))
            } catch {
                return .failure(
                    HighlightCenterError(.internalError, "The answer cannot be read: \(error.description)."))
            }
        }
    }

    private static func collaboration(
        _ answer: AppSession.Answer
    ) -> Result<CollaborationHighlight, HighlightCenterError> {
        highlight(answer).flatMap { highlight in
            guard let collaboration = highlight as? CollaborationHighlight else {
                return .failure(HighlightCenterError(.accessDenied, "The link is not a collaboration."))
            }
            return .success(collaboration)
        }
    }
}

/// An error of a lookup of a highlight (`center-errors`).
public struct HighlightCenterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error codes of the framework.
    public enum Code: Int, CaseIterable, Sendable {
        /// No error; never thrown.
        case noError = 0
        /// The server could not be reached, or its answer could not be read.
        case internalError = 1
        /// The text is not a link.
        case invalidURL = 2
        /// The link belongs to another app or is not on the list. An app cannot distinguish the two cases
        /// (`center-empty`).
        case accessDenied = 3
    }

    /// The error code.
    public var code: Code
    /// A sentence on which a person can act.
    public var description: String

    /// Creates an error with a code and a description.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Creates the error that corresponds to a refusal of the server.
    init(_ refusal: RPCError) {
        if case .highlightCenter(let code, _)? = refusal.detail, let code = Code(rawValue: code.rawValue) {
            self.init(code, refusal.message)
            return
        }
        let code: Code
        switch refusal.reason {
        case .invalidParams: code = .invalidURL
        case .forbidden, .notFound: code = .accessDenied
        default: code = .internalError
        }
        self.init(code, refusal.message)
    }
}

/// A link that was shared with the person, as an app sees it: an identifier and a link (`highlight-fields`). It
/// represents all people who shared the link in any conversation, and reveals nothing about them.
///
/// A highlight keeps its identity as long as it is on the list. Two reads of the list give equal highlights, so that an
/// app can compare the list with the previous one (`center-diff`).
public class Highlight: Hashable, CustomStringConvertible {
    /// The identifier of the highlight, which never changes.
    public let identifier: HighlightID
    /// The canonical link. An app identifies, previews and opens the content by it (`highlight-url`).
    public let url: String

    package init(identifier: HighlightID, url: String) {
        self.identifier = identifier
        self.url = url
    }

    /// Returns true if two highlights have the same identifier.
    public static func == (left: Highlight, right: Highlight) -> Bool { left.identifier == right.identifier }

    /// Hashes the identifier alone.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// The identifier and the link.
    public var description: String { "\(identifier) \(url)" }

    /// Returns true if two highlights agree in every field, and not only in the identifier. For example, a link that
    /// became a document has additional fields.
    func says(whatSays other: Highlight) -> Bool {
        type(of: self) == type(of: other) && identifier == other.identifier && url == other.url
    }

    /// Returns the highlight of a server's answer: a collaboration highlight if the answer has the fields of one.
    static func of(_ told: AppHighlight) -> Highlight {
        guard let collaboration = told.collaboration else { return Highlight(identifier: told.id, url: told.url) }
        return CollaborationHighlight(
            identifier: told.id, url: told.url,
            collaborationIdentifier: collaboration.collaborationIdentifier.rawValue, title: collaboration.title,
            contentType: collaboration.contentType, creationDate: collaboration.createdAt)
    }
}

/// A document on which the person collaborates with others (`collab-highlight-fields`).
public final class CollaborationHighlight: Highlight {
    /// The identifier of the collaboration, the same for every participant.
    public let collaborationIdentifier: String
    /// The title of the document; nil if it has none.
    public let title: String?
    /// The uniform type identifier of the content.
    public let contentType: String
    /// The time at which the document was first shared.
    public let creationDate: Instant

    package init(
        identifier: HighlightID, url: String, collaborationIdentifier: String, title: String?, contentType: String,
        creationDate: Instant
    ) {
        self.collaborationIdentifier = collaborationIdentifier
        self.title = title
        self.contentType = contentType
        self.creationDate = creationDate
        super.init(identifier: identifier, url: url)
    }

    override func says(whatSays other: Highlight) -> Bool {
        guard let other = other as? CollaborationHighlight, super.says(whatSays: other) else { return false }
        return (collaborationIdentifier, title, contentType, creationDate)
            == (other.collaborationIdentifier, other.title, other.contentType, other.creationDate)
    }
}
