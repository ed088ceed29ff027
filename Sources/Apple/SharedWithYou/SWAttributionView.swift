import AppModel
import ChatProtocol
public import Foundation
import UnderstudyRuntime
public import UnderstudyUIKit

/// A view that shows who shared a highlight, and leads back to the conversation (`attr-props`). The system draws it: the
/// app learns nothing of its content (`privacy-render`).
@MainActor open class SWAttributionView: UIView {
    /// The purpose for which the content is on the screen. It counts in the ranking (`attr-enum-context`).
    public enum DisplayContext: Int, Sendable {
        /// The content is offered among others.
        case summary = 0
        /// The content is being watched, read or listened to.
        case detail = 1
    }

    /// The place of the content in a width that it does not fill (`attr-enum-align`).
    public enum HorizontalAlignment: Int, Sendable {
        /// The choice of the view.
        case `default` = 0
        /// The side where lines begin.
        case leading = 1
        /// The middle.
        case center = 2
        /// The side where lines end.
        case trailing = 3
    }

    /// The background that makes the content legible (`attr-enum-bg`).
    public enum BackgroundStyle: Int, Sendable {
        /// The choice of the view.
        case `default` = 0
        /// No background, for a place of one colour.
        case color = 1
        /// A material, for a place of many colours.
        case material = 2
    }

    /// The highlight. Setting it draws the view again; nil draws nothing (`attr-one-per`, `attr-reload`).
    open var highlight: SWHighlight? { didSet { update() } }
    /// The purpose. The value at the time when the view joins a window counts (`attr-context-when`).
    open var displayContext = DisplayContext.summary
    /// The alignment (`attr-align-when`).
    open var horizontalAlignment = HorizontalAlignment.default { didSet { update() } }
    /// The background.
    open var backgroundStyle = BackgroundStyle.default { didSet { update() } }
    /// The largest width, in points; 0 is the width of the view (`attr-max-width`).
    open var preferredMaxLayoutWidth: CGFloat = 0 { didSet { update() } }
    /// The title of the entry that removes the highlight. A title without "Remove" or "Hide" is ignored
    /// (`attr-hide-word`).
    open var menuTitleForHideAction: String?
    /// The app's entries for the end of the view's own menu (`attr-supplemental`).
    open var supplementalMenu: UIMenu?

    private let app = RunningApp.currentOrReport
    /// The name of the view among the attributions of the app.
    private lazy var place = "\(ObjectIdentifier(self))"
    private var isAttached = false

    /// The system's entries for the app's own menus: Reply and Remove (`attr-highlight-menu`).
    open var highlightMenu: UIMenu {
        let entries = AttributionMenu.system(hideTitle: menuTitleForHideAction).entries
        return UIMenu(
            options: .displayInline,
            children: entries.map { entry in
                let attributes: UIMenuElement.Attributes = entry.deed == .remove ? .destructive : []
                return UIAction(title: entry.title, attributes: attributes) { [weak self] _ in
                    self?.perform(entry.deed)
                }
            })
    }

    /// Attaches the view to the system when it joins a window, and detaches it when it leaves.
    open override func didMoveToWindow() {
        super.didMoveToWindow()
        guard let app, (window != nil) != isAttached else { return }
        isAttached = window != nil
        let (place, view) = (place, model)
        app.withModel { sessions in
            if let view { sessions.attributions.attach(view, at: place) } else { sessions.attributions.detach(place) }
        }
    }

    /// The opaque token by which the system draws the view; nil until the server has answered.
    package var token: String? { app?.withModel { $0.attributions.token(at: place) } }

    private func update() {
        guard isAttached, let app, let view = model else { return }
        let place = place
        app.withModel { $0.attributions.update(view, at: place) }
    }

    /// The view as the model has it; nil if it is in no window.
    private var model: AttributionView? {
        guard window != nil else { return nil }
        var view = AttributionView(highlight: highlight?.model)
        view.displayContext = displayContext == .detail ? .detail : .summary
        view.horizontalAlignment = .init(rawValue: horizontalAlignment.rawValue) ?? .default
        view.backgroundStyle = .init(rawValue: backgroundStyle.rawValue) ?? .default
        view.preferredMaxLayoutWidth = preferredMaxLayoutWidth > 0 ? Int(preferredMaxLayoutWidth.rounded(.down)) : nil
        view.menuTitleForHideAction = menuTitleForHideAction
        return view
    }

    private func perform(_ deed: AttributionMenu.Entry.Deed) {
        guard let app, let highlight else { return }
        let place = place
        app.withModel { sessions in
            switch deed {
            case .reply: sessions.onReply?(place)
            case .remove:
                let hiding = Request.highlightHide(.init(highlight: HighlightID(highlight.name)))
                sessions.container.ask(hiding) { _ in }
            case .app: break
            }
        }
    }
}
