import AppModel
public import ChatTestKit
import Foundation
import UnderstudyCloudKit
import UnderstudyFoundation
import UnderstudyRuntime
import UnderstudySharedWithYouCore
public import UnderstudyUIKit

/// The actions of a person on the system's sharing screens, for tests.
extension UICloudSharingController {
    /// Names people on the Invitation screen, and presses Send: the app's preparation handler saves the share, and the
    /// people get its link in their conversation.
    ///
    /// - Throws: The reason why the screen does not allow it, such as ``SharingError/publicShare``.
    public func invite(_ people: PersonClient...) throws {
        try withModel { controller in
            for person in people { try controller.invite(person.handle) }
            try controller.send()
        }
    }

    /// Adds people on the People screen, and presses Done.
    ///
    /// - Throws: The reason why the person's role does not allow it.
    public func add(_ people: PersonClient...) throws {
        try withModel { controller in
            try controller.request(.add(people.map(\.handle)))
            try controller.save()
        }
    }

    /// Removes people on the People screen, confirms the question, and presses Done.
    ///
    /// - Throws: The reason why the person's role does not allow it.
    public func remove(_ people: PersonClient...) throws {
        try withModel { controller in
            try controller.request(.remove(people.map(\.handle)))
            if controller.confirmation != nil { try controller.confirm() }
            if controller.hasUnsavedChanges { try controller.save() }
        }
    }

    /// Presses Stop Sharing, and confirms the question.
    ///
    /// - Throws: The reason why the person's role does not allow it.
    public func stopSharing() throws {
        try withModel { controller in
            try controller.request(.stop)
            if controller.confirmation != nil { try controller.confirm() }
        }
    }
}

/// The actions of a person on the share sheet, for tests.
extension UIActivityViewController {
    /// Chooses Messages, and sends the items to a conversation. Then the sheet is gone.
    ///
    /// The metadata of a collaboration starts it, and a registered share is sent as its link. Other items are sent as
    /// texts.
    ///
    /// - Parameter options: The identifiers of the selected options of a collaboration; by default the app's selection.
    /// - Throws: ``ClientFailure`` if the sheet does not offer Messages, or the server refuses an item; the error of
    ///   the app's handler if it prepares no share.
    public func send(
        to conversation: some Referable<Conversation>, as person: PersonClient, options: [String]? = nil
    ) async throws {
        guard offers(.message) else { throw ClientFailure.misused("The sheet does not offer Messages.") }
        for item in items(for: .message) {
            if let provider = item as? NSItemProvider {
                try await person.send(provider, to: conversation, options: options)
            } else {
                try await person.send((item as? URL)?.absoluteString ?? "\(item)", to: conversation)
            }
        }
        finish(.message, completed: true)
    }

    /// Closes the sheet without a choice.
    public func cancel() { finish(nil, completed: false) }
}

extension PersonClient {
    /// Sends the item of a provider, as Messages does.
    @MainActor fileprivate func send(
        _ provider: NSItemProvider, to conversation: some Referable<Conversation>, options: [String]?
    ) async throws {
        if let metadata = await provider.object(SWCollaborationMetadata.self) {
            let groups = metadata.defaultShareOptions?.optionsGroups
            let selected = groups?.flatMap(\.options).filter(\.isSelected).map(\.identifier)
            try await collaboration.start(
                app: try RunningApp.current.get().binding.app, title: metadata.title,
                conversation: conversation.reference, backend: .custom, options: options ?? selected,
                localIdentifier: metadata.localIdentifier.rawValue)
        } else if let registration = await provider.cloudKitShare() {
            let share = try await registration.prepare().cloudShare
            guard let id = share.shareID else { throw ClientFailure.misused("The app has not saved its share.") }
            try await self.share.send(share: id, conversation: conversation.reference)
        } else if let url = await provider.object(NSURL.self) {
            try await send((url as URL).absoluteString, to: conversation)
        } else if let text = await provider.object(NSString.self) {
            try await send(text as String, to: conversation)
        } else {
            throw ClientFailure.misused("Messages cannot send \(provider.registeredTypeIdentifiers).")
        }
    }
}
