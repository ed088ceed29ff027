import ChatProtocol
import ChatTerminal

/// Asks whether somebody's access to a document is to be taken: the simulator's `SWRemoveParticipantAlertController`
/// (`remove-alert`). It names the person and the document, and nothing happens before the answer.
public final class RemoveParticipantAlertController {
    /// Whom it is about.
    public let participant: DisplayedPerson
    /// The document's highlight.
    public let highlight: CollaborationHighlight
    /// Whether it was answered.
    public private(set) var isAnswered = false

    /// A question that nobody has answered.
    public init(participant: DisplayedPerson, highlight: CollaborationHighlight) {
        self.participant = participant
        self.highlight = highlight
    }

    /// What it asks.
    public var title: String { "Remove \(participant.displayName)?" }
    /// What follows.
    public var message: String {
        "\(participant.displayName) will no longer have access to “\(highlight.title ?? LinkText.title(highlight.url))”."
    }

    /// No: nothing has changed.
    public func cancel() { isAnswered = true }

    /// Yes: takes the access in one save.
    ///
    /// - Parameter completionHandler: gets the share without that person, or why it is as it was.
    public func remove(in container: Container, completionHandler: @escaping (Result<CloudShare, SharingError>) -> Void)
    {
        guard !isAnswered else { return completionHandler(.failure(.notOffered)) }
        isAnswered = true
        // By the identity alone the server takes nobody off a share.
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
    /// The collaboration of a share that is saved.
    package convenience init?(_ share: CloudShare) {
        guard let url = share.url, let identifier = share.collaborationIdentifier, let date = share.creationDate else {
            return nil
        }
        self.init(
            identifier: HighlightID(url), url: url, collaborationIdentifier: identifier, title: share.title,
            contentType: "public.data", creationDate: date)
    }
}
