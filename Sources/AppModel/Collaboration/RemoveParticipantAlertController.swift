import ChatProtocol
import ChatTerminal

/// An alert that asks whether to remove a person from a document: the simulator's `SWRemoveParticipantAlertController`
/// (`remove-alert`). It names the person and the document, and changes nothing before the answer.
public final class RemoveParticipantAlertController {
    /// The person to remove.
    public let participant: DisplayedPerson
    /// The document's highlight.
    public let highlight: CollaborationHighlight
    /// True if the alert was answered.
    public private(set) var isAnswered = false

    /// Creates an unanswered alert.
    public init(participant: DisplayedPerson, highlight: CollaborationHighlight) {
        self.participant = participant
        self.highlight = highlight
    }

    /// The question.
    public var title: String { "Remove \(participant.displayName)?" }
    /// The consequence of a removal.
    public var message: String {
        "\(participant.displayName) will no longer have access to “\(highlight.title ?? LinkText.title(highlight.url))”."
    }

    /// Answers with no, and changes nothing.
    public func cancel() { isAnswered = true }

    /// Answers with yes, and removes the person in one save.
    ///
    /// - Parameter completionHandler: receives the share without the person, or the error. The error is
    ///   ``SharingError/notOffered`` if the alert was answered before, or if the person has no handle.
    public func remove(in container: Container, completionHandler: @escaping (Result<CloudShare, SharingError>) -> Void)
    {
        guard !isAnswered else { return completionHandler(.failure(.notOffered)) }
        isAnswered = true
        // The server removes people by their handles, and not by their identities.
        guard let person = participant.handle else { return completionHandler(.failure(.notOffered)) }
        container.fetchShare(url: highlight.url) { result in
            guard case .success(let share) = result else { return completionHandler(result) }
            do throws(SharingError) {
                try share.removeParticipant(CloudShare.Participant(person))
            } catch {
                return completionHandler(.failure(error))
            }
            let operation = ModifyRecordsOperation(share: share)
            operation.modifyRecordsResultBlock = completionHandler
            container.add(operation)
        }
    }
}

extension CollaborationHighlight {
    /// Creates the highlight of a share; nil before the share is saved.
    package convenience init?(_ share: CloudShare) {
        guard let url = share.url, let identifier = share.collaborationIdentifier, let date = share.creationDate else {
            return nil
        }
        self.init(
            identifier: HighlightID(url), url: url, collaborationIdentifier: identifier, title: share.title,
            contentType: "public.data", creationDate: date)
    }
}
