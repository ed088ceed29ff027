import AppModel
public import ChatTestKit
public import Foundation
import UnderstudyCloudKit
import UnderstudyFoundation
import UnderstudyRuntime
public import UnderstudySharedWithYou
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

/// The actions of a person on the question before a participant is removed, for tests.
extension SWRemoveParticipantAlertController {
    /// The text below the title.
    public var text: String { message }

    /// Presses Remove, and waits for the save.
    ///
    /// - Throws: ``ClientFailure`` with the reason if the participant keeps access.
    public func pressRemove() async throws {
        let reason = await withCheckedContinuation { continuation in
            remove { continuation.resume(returning: $0) }
        }
        if let reason { throw ClientFailure.misused(reason) }
    }

    /// Presses Cancel.
    public func pressCancel() { cancel() }
}

/// The actions of a person on the button of a shared document, for tests.
extension SWCollaborationView {
    /// True if the popover is open.
    public var isPopoverOpen: Bool { view.isPresented }

    /// The app's own part of the open popover; nil if the popover is closed or has none.
    public var popoverContent: UIView? { isPopoverOpen ? contentView : nil }

    /// Presses the button, which opens the popover.
    ///
    /// - Returns: True if the popover is open: the app's delegate may refuse.
    @discardableResult
    public func pressButton() -> Bool { presentPopover() }

    /// Presses the manage button of the open popover, which closes it and presents the sharing screen.
    ///
    /// - Parameter presenter: The controller that the sharing screen covers.
    /// - Returns: The sharing screen.
    /// - Throws: ``ClientFailure`` if the popover is closed or has no manage button; the error of the app's handler if
    ///   it prepares no share.
    @discardableResult
    public func pressManageButton(over presenter: UIViewController) async throws -> UICloudSharingController {
        guard isPopoverOpen, view.showsManageButton else {
            throw ClientFailure.misused("No popover with a manage button is open.")
        }
        guard let screen = try await presentSharing(over: presenter) else {
            throw ClientFailure.misused("The item provider of the view has no CloudKit share.")
        }
        return screen
    }
}

/// The content that a person sees in an app's views, for tests.
extension SWAttributionView {
    /// Returns the people who shared the highlight, newest first, as the system draws them.
    ///
    /// - Throws: ``ClientFailure`` if the view is in no window.
    public func sharers(seenBy person: PersonClient) async throws -> [Handle] {
        guard let token else { throw ClientFailure.misused("The view is in no window.") }
        return try await person.attribution.show(attribution: AttributionToken(token)).sharers.map(\.handle)
    }
}

/// The actions of a person on a table, for tests.
extension UITableView {
    /// Returns the titles of a row's context menu, in order; empty if the row has no menu.
    public func menuTitles(at indexPath: IndexPath) -> [String] { menuEntries(at: indexPath).map(\.title) }

    /// Opens the context menu of a row, and chooses an entry.
    ///
    /// - Throws: ``ClientFailure`` if the menu has no entry of this title.
    public func chooseMenuEntry(_ title: String, at indexPath: IndexPath) throws {
        guard let entry = menuEntries(at: indexPath).first(where: { $0.title == title }) as? UIAction else {
            let titles = menuTitles(at: indexPath).joined(separator: ", ")
            throw ClientFailure.misused("The menu of row \(indexPath.row) has no “\(title)”. It has: \(titles).")
        }
        entry.performWithSender(self, target: nil)
    }

    private func menuEntries(at indexPath: IndexPath) -> [UIMenuElement] {
        contextMenu(at: indexPath)?.groups.flatMap { $0 } ?? []
    }
}
