import AppModel
public import ChatTestKit
public import Foundation
import UnderstudyCloudKit
public import UnderstudySharedWithYou
public import UnderstudyUIKit

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
