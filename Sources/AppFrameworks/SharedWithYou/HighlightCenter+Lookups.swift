import ChatProtocol

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

    /// Tells the others in the conversation what the person did; what is refused is told to
    /// ``AppSession/onRefusal``, for the framework has no answer to this.
    public func postNotice(for event: any SWHighlightEvent) { post(event) }

    /// The same under a client id: said again under it, by this device or another of the person's, it is one notice.
    func post(_ event: any SWHighlightEvent, clientID: String? = nil) {
        let told: PostNotice.Event
        if let identity = (event as? SWHighlightMentionEvent)?.mentionedPersonIdentity {
            told = .mention(.identity(identity))
        } else if let event = HighlightEvent(event, by: session.person) {
            told = .init(event)
        } else {
            session.onRefusal?(RPCError(.invalidParams, "The framework has no such kind of event."))
            return
        }
        let request = Request.highlightCenterPostNotice(.init(url: event.highlightURL, event: told))
        session.tell(clientID.map { .change(request, clientID: $0) } ?? .request(request))
    }

    /// Clears the notices of a collaboration: the person has seen what they tell (`center-clear-since`).
    public func clearNotices(for highlight: CollaborationHighlight) {
        session.tell(.request(.highlightCenterClearNotices(.init(url: highlight.url))))
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
