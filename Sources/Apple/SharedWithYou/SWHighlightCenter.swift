import AppModel
import ChatProtocol
@_exported public import Foundation
import UnderstudyRuntime
@_exported public import UnderstudySharedWithYouCore

/// The error codes of a highlight center (`center-errors`).
public enum SWHighlightCenterErrorCode: Int, Sendable {
    /// No error.
    case noError = 0
    /// The server could not be asked, or its answer could not be read.
    case internalError = 1
    /// The URL is not a link.
    case invalidURL = 2
    /// The link belongs to another app, or is not on the list.
    case accessDenied = 3
}

/// The delegate of a highlight center.
public protocol SWHighlightCenterDelegate: NSObjectProtocol {
    /// Reports that the list, its order or the person's permission has changed (`center-callback`).
    func highlightCenterHighlightsDidChange(_ highlightCenter: SWHighlightCenter)
}

/// The links that were shared with the person and belong to the app (`fw-classes`, `center-members-full`).
///
/// The center belongs to the app that the code runs as when it is created. Without one its list is empty, and lookups
/// fail. All callbacks arrive on the main actor (`center-completion-queue`).
///
/// It is safe to send: its mutable members are only used with the lock held, and the model with the lock of the app.
open class SWHighlightCenter: NSObject, @unchecked Sendable {
    /// The title of a collection of highlights (`center-title`).
    open class var highlightCollectionTitle: String { HighlightCenter.highlightCollectionTitle }

    /// True if the system supports collaboration in Messages (`center-support-flag`).
    open class var isSystemCollaborationSupportAvailable: Bool {
        RunningApp.currentOrReport?.withModel { $0.session.isSystemCollaborationSupportAvailable } ?? false
    }

    private let app: Result<RunningApp, AppBindingError>
    private let center: HighlightCenter?
    private let forwarder = ChangeForwarder()
    private let lock = NSLock()
    private weak var listener: (any SWHighlightCenterDelegate)?
    private var listed: [SWHighlight] = []

    /// Creates the center of the app that the code runs as.
    public override init() {
        app = RunningApp.current
        center = RunningApp.currentOrReport?.withModel { HighlightCenter($0.session) }
        super.init()
        forwarder.center = self
        withModel { $0.delegate = forwarder }
    }

    /// The delegate.
    open weak var delegate: (any SWHighlightCenterDelegate)? {
        get { lock.withLock { listener } }
        set { lock.withLock { listener = newValue } }
    }

    /// The list, the most relevant highlight first (`center-priority`). It is empty if nothing was shared, and also
    /// without a permission (`center-empty`).
    open var highlights: [SWHighlight] {
        let now = withModel { $0.highlights.compactMap(SWHighlight.of) } ?? []
        // An unchanged highlight stays the same object.
        return lock.withLock {
            let known = Dictionary(listed.map { ($0.name, $0) }) { first, _ in first }
            listed = now.map { new in known[new.name].flatMap { $0.hasMembers(of: new) ? $0 : nil } ?? new }
            return listed
        }
    }

    // MARK: Lookups

    /// Looks up the highlight of a link.
    ///
    /// - Parameter completionHandler: Receives the highlight, or the reason why there is none (`center-errors`).
    open func getHighlightFor(_ URL: URL, completionHandler: @escaping (SWHighlight?, (any Error)?) -> Void) {
        look(up: SWHighlight.self, completionHandler) { center, done in
            center.getHighlightFor(URL.absoluteString) { done($0, $1) }
        }
    }

    /// Returns the highlight of a link.
    open func highlight(for URL: URL) async throws -> SWHighlight {
        try await withCheckedThrowingContinuation { continuation in
            getHighlightFor(URL) { continuation.resume(with: Self.result($0, $1)) }
        }
    }

    /// Looks up the collaboration of a link.
    ///
    /// - Parameter completionHandler: Receives the highlight, or the reason why there is none.
    open func getCollaborationHighlight(
        for URL: URL, completionHandler: @escaping (SWCollaborationHighlight?, (any Error)?) -> Void
    ) {
        look(up: SWCollaborationHighlight.self, completionHandler) { center, done in
            center.getCollaborationHighlight(for: URL.absoluteString) { done($0, $1) }
        }
    }

    /// Returns the collaboration of a link.
    open func collaborationHighlight(for URL: URL) async throws -> SWCollaborationHighlight {
        try await withCheckedThrowingContinuation { continuation in
            getCollaborationHighlight(for: URL) { continuation.resume(with: Self.result($0, $1)) }
        }
    }

    /// Returns the collaboration with an identifier (`collab-highlight-by-id`).
    ///
    /// - Throws: An error of ``SWHighlightCenterErrorDomain`` for an unknown identifier.
    open func collaborationHighlight(
        forIdentifier collaborationIdentifier: SWCollaborationIdentifier
    ) throws -> SWCollaborationHighlight {
        try collaborationHighlight(forIdentifier: collaborationIdentifier.rawValue)
    }

    /// Returns the collaboration with an identifier (`collab-highlight-by-id`).
    ///
    /// - Throws: An error of ``SWHighlightCenterErrorDomain`` for an unknown identifier.
    open func collaborationHighlight(forIdentifier identifier: String) throws -> SWCollaborationHighlight {
        let found: Result<SWHighlight?, HighlightCenterError>? = withModel { center in
            Result { () throws(HighlightCenterError) in
                SWHighlight.of(try center.collaborationHighlight(forIdentifier: identifier))
            }
        }
        switch found {
        case .success(let highlight as SWCollaborationHighlight)?: return highlight
        case .failure(let error)?: throw NSError(error)
        case .success?, nil: throw unavailable
        }
    }

    // MARK: Notices

    /// Posts a notice about an event to the other participants. The system reports a refusal on stderr only, as there
    /// is no result.
    open func postNotice(for event: any SWHighlightEvent) {
        guard case .success(let app) = app else { return }
        let notice = PostNotice.Event(event, by: app.binding.person)
        withModel { $0.post(notice, about: event.highlightURL.absoluteString) }
    }

    /// Clears the notices about a collaboration that the person has seen in the app (`center-clear-since`).
    open func clearNotices(for highlight: SWCollaborationHighlight) {
        withModel { $0.clearNotices(about: highlight.url.absoluteString) }
    }

    /// Signs data with the key of this device in a collaboration (`id-sign`).
    ///
    /// - Parameters:
    ///   - data: 1 to 16,384 bytes, such as a challenge of the app's server.
    ///   - completionHandler: Receives the signed proof of the person's identity, or the error.
    open func getSignedIdentityProof(
        for collaborationHighlight: SWCollaborationHighlight, using data: Data,
        completionHandler: @escaping (SWPerson.SignedIdentityProof?, (any Error)?) -> Void
    ) {
        sign(data, for: collaborationHighlight) { signed in
            switch signed {
            case .success(let proof): completionHandler(SWPerson.SignedIdentityProof(proof), nil)
            case .failure(let error): completionHandler(nil, error)
            }
        }
    }

    /// Returns the proof of the person's identity, with the signature of data by the key of this device (`id-sign`).
    ///
    /// - Throws: An error of ``SWHighlightCenterErrorDomain`` if the person is not on the collaboration, or if eight
    ///   other devices of the person have keys.
    open func signedIdentityProof(
        for collaborationHighlight: SWCollaborationHighlight, using data: Data
    ) async throws -> SWPerson.SignedIdentityProof {
        let signed = try await withCheckedThrowingContinuation { continuation in
            sign(data, for: collaborationHighlight) { continuation.resume(with: $0) }
        }
        return SWPerson.SignedIdentityProof(signed)
    }

    private func sign(
        _ data: Data, for highlight: SWCollaborationHighlight,
        then: @escaping (Result<SignedIdentityProof, any Error>) -> Void
    ) {
        guard case .success(let app) = app, let center else { return then(.failure(unavailable)) }
        app.withModel { _ in
            center.getSignedIdentityProof(
                for: highlight.url.absoluteString, using: Array(data)
            ) { proof, error in
                app.enqueue { then(Self.result(proof, error.map { NSError($0) })) }
            }
        }
    }

    // MARK: The model

    private func withModel<Value>(_ body: (HighlightCenter) -> Value) -> Value? {
        guard case .success(let app) = app, let center else { return nil }
        return app.withModel { _ in body(center) }
    }

    /// The error of code that runs as no app.
    private var unavailable: NSError {
        guard case .failure(let error) = app else { return NSError(HighlightCenterError(.internalError, "")) }
        return NSError(HighlightCenterError(.internalError, error.description))
    }

    private func look<Found: Highlight, Shown: SWHighlight>(
        up: Shown.Type, _ completionHandler: @escaping (Shown?, (any Error)?) -> Void,
        _ ask: (HighlightCenter, @escaping (Found?, HighlightCenterError?) -> Void) -> Void
    ) {
        guard case .success(let app) = app, let center else { return completionHandler(nil, unavailable) }
        app.withModel { _ in
            ask(center) { highlight, error in
                let shown = highlight.flatMap(SWHighlight.of) as? Shown
                app.enqueue { completionHandler(shown, error.map { NSError($0) }) }
            }
        }
    }

    private static func result<Found>(_ found: Found?, _ error: (any Error)?) -> Result<Found, any Error> {
        if let found { return .success(found) }
        return .failure(error ?? NSError(HighlightCenterError(.internalError, "There was no answer.")))
    }

    fileprivate func listDidChange() {
        guard case .success(let app) = app else { return }
        app.enqueue { [weak self] in
            guard let self else { return }
            delegate?.highlightCenterHighlightsDidChange(self)
        }
    }
}

/// The domain of the errors of a highlight center.
public let SWHighlightCenterErrorDomain = "SWHighlightCenterErrorDomain"

extension NSError {
    /// Creates the error of a failed lookup.
    fileprivate convenience init(_ error: HighlightCenterError) {
        self.init(
            domain: SWHighlightCenterErrorDomain, code: error.code.rawValue,
            userInfo: [NSLocalizedDescriptionKey: error.description])
    }
}

/// The delegate of the model's center.
private final class ChangeForwarder: HighlightCenterDelegate {
    weak var center: SWHighlightCenter?

    func highlightCenterHighlightsDidChange(_: HighlightCenter) { center?.listDidChange() }
}
