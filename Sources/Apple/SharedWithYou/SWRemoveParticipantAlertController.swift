package import AppModel
import ChatProtocol
public import Foundation
import UnderstudyRuntime
public import UnderstudySharedWithYouCore
public import UnderstudyUIKit

/// A question before a person loses access to a document (`remove-alert`). It names the person and the document.
/// Nothing happens before the answer.
@MainActor open class SWRemoveParticipantAlertController: UIViewController {
    /// The question as the system asks it; nil if an archive held none.
    package let question: RemoveParticipantAlertController?
    private let app = RunningApp.currentOrReport

    /// Creates a question.
    public convenience init(participant: SWPerson, highlight: SWCollaborationHighlight) {
        self.init(
            RemoveParticipantAlertController(
                participant: DisplayedPerson(
                    handle: participant.handle.flatMap { Handle($0) }, identity: participant.identity?.personIdentity,
                    displayName: participant.displayName),
                highlight: highlight.collaboration))
    }

    private init(_ question: RemoveParticipantAlertController?) {
        self.question = question
        super.init(nibName: nil, bundle: nil)
        title = question?.title
        modalPresentationStyle = .overFullScreen
    }

    /// Creates an empty question, because archives hold no interface here.
    public required init?(coder: NSCoder) {
        question = nil
        super.init(coder: coder)
    }

    /// The text below the title.
    package var message: String { question?.message ?? "" }

    /// Presses Cancel: nothing changes.
    package func cancel() {
        withQuestion { question, _ in question.cancel() }
        dismiss(animated: true)
    }

    /// Presses Remove: the person loses access in one save.
    ///
    /// - Parameter completion: Receives the reason if the person keeps access.
    package func remove(completion: @escaping @MainActor (String?) -> Void = { _ in }) {
        guard let app, question != nil else { return completion("The question belongs to no app.") }
        withQuestion { question, sessions in
            question.remove(in: sessions.container) { result in
                let reason: String? = if case .failure(let error) = result { error.description } else { nil }
                app.enqueue { MainActor.assumeIsolated { completion(reason) } }
            }
        }
        dismiss(animated: true)
    }

    private func withQuestion(_ body: (RemoveParticipantAlertController, AppSessions.Guarded) -> Void) {
        guard let question else { return }
        app?.withModel { body(question, $0) }
    }
}
