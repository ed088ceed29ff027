public import ChatProtocol

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
