public import ChatProtocol

/// Lookups, and what an app tells.
extension HighlightCenter {
    /// Looks the highlight of a link up.
    ///
    /// - Parameter completionHandler: gets the highlight, or why there is none (`center-errors`).
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

    /// The asynchronous form: the answer comes where it was asked for.
    public nonisolated(nonsending) func highlightFor(
        _ url: String
    ) async throws(HighlightCenterError) -> Highlight {
        try Self.highlight(session.answer(to: .request(.highlightCenterGetHighlight(.init(url: url))))).get()
    }

    /// Looks the collaboration of a link up.
    ///
    /// - Parameter completionHandler: gets the highlight, or why there is none.
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

    /// The asynchronous form: the answer comes where it was asked for.
    public nonisolated(nonsending) func collaborationHighlight(
        for url: String
    ) async throws(HighlightCenterError) -> CollaborationHighlight {
        try Self.collaboration(session.answer(to: .request(.highlightCenterGetCollaborationHighlight(.init(url: url)))))
            .get()
    }

    /// The collaboration of an identifier (`collab-highlight-by-id`).
    ///
    /// - Throws: ``HighlightCenterError`` for an unknown one.
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

    /// Posts an event about the document of a link. Posted again under the same client id, by any device of the person,
    /// it is one notice. A refusal is reported to ``AppSession/onRefusal``.
    ///
    /// - Parameter event: nil for an event of a kind that does not exist, which is refused.
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
