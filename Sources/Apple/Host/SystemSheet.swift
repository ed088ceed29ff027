import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal
import UnderstudyCloudKit
import UnderstudyFoundation
import UnderstudyRuntime
import UnderstudySharedWithYou
import UnderstudyUIKit

/// A sheet of the system over an app's screen, with the results of its keys.
@MainActor struct SystemSheet {
    /// The content.
    var sheet: Sheet
    /// The object that the sheet is about.
    let subject: ObjectIdentifier
    /// The page of the sheet: another page begins at the first row, as the sheet of another object does.
    var page = ""
    /// The keys for the last row of the screen.
    var keys = ["Esc cancel", "↵ choose", "↑↓"]
    /// Called with the row that the person chose.
    var choose: (Int) -> Void = { _ in }
    /// Called with the row and the new editor if the person wrote in a field.
    var write: (Int, LineEditor) -> Void = { _, _ in }
    /// Called if the person pressed the button at the right of the header.
    var finish: () -> Void = {}
    /// Called if the person wants to close the sheet.
    var cancel: () -> Void = {}
    /// Called with a letter that the sheet has no use for, and the row; returns false if nothing uses it.
    var press: (Key, Int) -> Bool = { _, _ in false }
}

extension SystemSheet {
    /// The sheet of an alert. Esc presses its Cancel button.
    init(_ alert: UIAlertController, editors: TextEditors) {
        let fields = alert.textFields ?? []
        let isList = alert.preferredStyle == .actionSheet || !fields.isEmpty
        var sheet = Sheet(title: alert.title ?? "", body: alert.message.map { [$0] } ?? [])
        for (index, field) in fields.enumerated() {
            var row = Sheet.Choice((field.placeholder ?? "Text") + ":")
            row.field = editors.editor(of: field, text: field.text ?? "", isOneLine: true)
            row.subject = "field \(index)"
            sheet.choices.append(row)
        }
        for action in alert.actions {
            var row = Sheet.Choice(action.title ?? "", value: isList ? "" : nil)
            row.isDestructive = action.style == .destructive
            sheet.choices.append(row)
        }
        self.init(sheet: sheet, subject: ObjectIdentifier(alert))
        let canCancel = alert.preferredStyle == .actionSheet || alert.actions.contains { $0.style == .cancel }
        keys = (canCancel ? ["Esc cancel"] : []) + ["↵ choose", isList ? "↑↓" : "←→"]
        choose = { row in
            // Return in a field goes to the button that the app prefers, or to its only one.
            let others = alert.actions.filter { $0.style != .cancel }
            let action =
                row >= fields.count
                ? alert.actions[row - fields.count] : alert.preferredAction ?? (others.count == 1 ? others[0] : nil)
            if let action { alert.choose(action) }
        }
        write = { row, editor in
            editors.store(editor, of: fields[row])
            fields[row].type(editor.text)
        }
        cancel = {
            if let action = alert.actions.first(where: { $0.style == .cancel }) {
                alert.choose(action)
            } else if alert.preferredStyle == .actionSheet {
                alert.presentationController?.dismissByPerson()
            }
        }
    }

    /// The question before a participant is removed.
    init?(_ alert: SWRemoveParticipantAlertController) {
        guard let sheet = alert.question?.sheet else { return nil }
        self.init(sheet: sheet, subject: ObjectIdentifier(alert))
        keys = ["Esc cancel", "↵ choose", "←→"]
        choose = { row in if row == 1 { alert.remove() } else { alert.cancel() } }
        cancel = { alert.cancel() }
    }
}

/// A menu that a person has opened.
@MainActor final class OpenMenu {
    /// An entry of a menu.
    struct Entry {
        let title: String
        var isDestructive = false
        var mark = ""
        let perform: () -> Void
    }

    let title: String
    let entries: [Entry]

    init(title: String, entries: [Entry]) { (self.title, self.entries) = (title, entries) }

    /// Returns the entries of an app's menu.
    ///
    /// - Parameter open: opens a menu within the menu.
    static func entries(of menu: UIMenu, sender: Any?, open: @escaping (UIMenu) -> Void) -> [Entry] {
        menu.groups.flatMap { $0 }.map { element in
            guard let action = element as? UIAction else {
                return Entry(title: element.title, mark: "›") { if let menu = element as? UIMenu { open(menu) } }
            }
            let isDisabled = action.attributes.contains(.disabled)
            return Entry(
                title: action.title, isDestructive: action.attributes.contains(.destructive),
                mark: isDisabled ? "not now" : action.state == .on ? "✓" : ""
            ) { action.performWithSender(sender, target: nil) }
        }
    }
}

extension SystemSheet {
    /// The popover of a collaboration view: the people, the app's own part, and the button that manages the share.
    ///
    /// - Parameters:
    ///   - presenter: the controller that the sharing screens cover.
    ///   - report: shows a sentence to the person.
    ///   - message: opens the conversation with people.
    init(
        _ view: SWCollaborationView, over presenter: UIViewController, report: @escaping (String) -> Void,
        message: @escaping ([Handle]) -> Void
    ) {
        let panel = view.panel
        self.init(sheet: panel.sheet(), subject: ObjectIdentifier(view))
        keys[0] = "Esc close"
        cancel = { view.dismissPopover() }
        choose = { row in
            switch panel.items[row] {
            case .content(let index): view.pressContent(index)
            case .communicate:
                Task {
                    let people = await view.otherPeople
                    guard !people.isEmpty else { return report("No other person takes part") }
                    view.dismissPopover()
                    message(people)
                }
            case .manage:
                Task {
                    do {
                        try await view.presentSharing(over: presenter)
                    } catch {
                        report((error as? CKError)?.localizedDescription ?? "\(error)")
                    }
                }
            }
        }
    }
}

extension UIViewController {
    /// The collaboration views on the screen of the controller: in its bars and in its content.
    var collaborationViews: [SWCollaborationView] {
        let bars = (navigationItem.leftBarButtonItems ?? []) + (navigationItem.rightBarButtonItems ?? [])
        let views = (bars + (toolbarItems ?? [])).compactMap(\.customView) + [viewIfLoaded].compactMap { $0 }
        return views.flatMap(\.collaborationViews)
    }
}

extension UIView {
    fileprivate var collaborationViews: [SWCollaborationView] {
        ((self as? SWCollaborationView).map { [$0] } ?? []) + subviews.flatMap(\.collaborationViews)
    }

    /// The view and those in it that a person can press.
    fileprivate var controls: [UIControl] {
        ((self as? UIControl).map { [$0] } ?? []) + subviews.flatMap(\.controls)
    }
}

extension SWCollaborationView {
    /// The content of the popover: the app's own part has its buttons as rows.
    fileprivate var panel: CollaborationPanel {
        var panel = view.panel
        panel.content = (contentView?.controls ?? []).map { control in
            Sheet.Choice((control as? UIButton)?.currentTitle ?? control.accessibilityLabel ?? "", value: "")
        }
        return panel
    }

    fileprivate func pressContent(_ index: Int) { contentView?.controls[index].press() }

    /// The other participants of the share that the view is about.
    fileprivate var otherPeople: [Handle] {
        get async {
            guard let registration = await itemProvider.cloudKitShare(), let share = registration.share else {
                return []
            }
            // The app's object may be older than the last person who joined.
            await withCheckedContinuation { continuation in
                guard let app = registration.container.app else { return continuation.resume() }
                app.withModel { $0.container.refresh(share.cloudShare) { _ in continuation.resume() } }
            }
            let own = share.cloudShare.currentUserParticipant?.handle
            return share.cloudShare.participants.map(\.handle).filter { $0 != own }
        }
    }
}
