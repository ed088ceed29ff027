import AppModel
import ChatProtocol
import UnderstudyCloudKit
import UnderstudyFoundation
import UnderstudyRuntime
import UnderstudySharedWithYou
import UnderstudyUIKit

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
