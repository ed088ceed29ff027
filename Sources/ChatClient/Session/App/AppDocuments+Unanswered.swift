import AppModel
import ChatScreens
import ChatTerminal

/// Sharing screens that were closed before the server answered.
struct FinishingSharing {
    /// The system's screens, if these were open.
    fileprivate(set) var controller: CloudSharingController?
    /// The app's own screen, if that was open.
    fileprivate(set) var management: AppManagement?
    /// The link of the document.
    let url: String
    /// The title of the document.
    let title: String
    /// True if the person owns the document.
    let isOwner: Bool
    /// True if anyone with the link can open the document.
    let isOpen: Bool
}

/// Changes that the server has not answered. They continue when their page is closed, and are lost with the client.
extension AppDocuments {
    static let isSaving = "Sharing is being saved"
    static let isSaved = "Sharing is saved"

    /// Closes the sharing screens. A change that is being saved continues.
    func dismissSharing() {
        var closed = subject
        if controller?.isBusy == true {
            closed.controller = controller
            runtime?.tell(Self.isSaving)
        }
        if management?.isAsking == true { closed.management = management }
        if closed.controller != nil || closed.management != nil { finishing.append(closed) }
        controller?.dismiss()
        (controller, management) = (nil, nil)
    }

    /// The open document, as the subject of sharing screens.
    private var subject: FinishingSharing {
        FinishingSharing(
            url: item?.url ?? "", title: share?.title ?? runtime?.state.document?.document.title ?? "",
            isOwner: isOwner, isOpen: share.map { $0.publicPermission != .none } ?? false)
    }

    /// Returns the document of a controller that has ended, and releases the controller.
    func takeSubject(of controller: CloudSharingController) -> FinishingSharing {
        guard let place = finishing.firstIndex(where: { $0.controller === controller }) else { return subject }
        return finishing.remove(at: place)
    }

    /// Reports the result of a change on the app's own screen, which was closed before.
    func finish(_ outcome: AppManagement.Outcome, of management: AppManagement) {
        guard let place = finishing.firstIndex(where: { $0.management === management }) else { return }
        if case .asked = outcome { return }
        let subject = finishing.remove(at: place)
        switch outcome {
        case .asked: break
        case .saved:
            report(Self.isSaved, on: subject.url, subject.title)
            showPeople()
        case .failed(let error): report(error.description, on: subject.url, subject.title)
        case .ended: stopped(subject)
        }
    }

    /// Reports the result of a change in the last row, with the document's title unless its page is open.
    func report(_ sentence: String, on url: String, _ title: String) {
        let quoted = "“\(CleanText.line(title))”"
        let isClear = url == item?.url || title.isEmpty || sentence.contains(quoted)
        runtime?.tell(isClear ? sentence : "\(quoted): \(sentence)")
    }

    /// Shows the changes that would be lost if the client ended now, a sentence each.
    func showUnanswered() {
        let isAsking = management?.isAsking == true || finishing.contains { $0.management != nil }
        // A change that waits for its app has reached the server.
        let asks = isAsking && container?.awaitsApp != true
        var saving = finishing.filter { $0.controller != nil || asks }.map(\.title)
        if controller?.isBusy == true || management?.isAsking == true && asks { saving.append(subject.title) }
        let unanswered =
            saving.map { "The sharing of “\(CleanText.line($0))” is not saved yet." }
            + deleting.values.sorted().map { "“\($0)” is not deleted yet." }
        if runtime?.state.unanswered != unanswered { runtime?.update { $0.unanswered = unanswered } }
    }
}

/// The stored unsaved texts of an app's documents, which survive the end of the client.
struct UnsavedTexts {
    /// The texts, the newest last; some are from clients that have ended.
    private(set) var texts: [UnsavedText]
    private let drafts: DraftStore?
    /// The text in the editor as it was stored last; nil if none was.
    private var stored: UnsavedText?

    /// The largest number of texts of an app.
    private static let textsMax = 20

    /// Reads the texts that earlier clients stored.
    ///
    /// - Parameter drafts: nil if nothing outlives the client.
    init(_ drafts: DraftStore?) { (self.drafts, texts) = (drafts, drafts?.loadTexts() ?? []) }

    /// Stores the text in the editor, or removes the stored text of an editor that was closed, and updates the state.
    ///
    /// - Returns: a sentence for the person if the text is not stored.
    mutating func store(_ editor: AppEditor?, _ update: ([UnsavedText]) -> Void) -> String? {
        let text = editor?.unsavedText
        guard text != stored else { return nil }
        for old in [stored, text].compactMap(\.self) { texts.removeAll(where: old.replaces) }
        stored = text
        texts = (texts + [text].compactMap(\.self)).suffix(Self.textsMax)
        update(texts)
        return drafts?.keepTexts(texts).map { "Your text is not stored: \($0)" }
    }

    /// Removes the texts of the document at a link.
    ///
    /// - Returns: the other texts.
    mutating func discard(url: String) -> [UnsavedText] {
        texts.removeAll { $0.url == url }
        _ = drafts?.keepTexts(texts)
        return texts
    }
}
