import Testing
import UnderstudyUIKit

@MainActor @Suite("Controls and menus")
struct ControlTests {
    private let log = NoticeLog()

    private func action(_ title: String, _ attributes: UIMenuElement.Attributes = []) -> UIAction {
        UIAction(title: title, attributes: attributes) { [log] action in log.write(action.title) }
    }

    @Test("a control performs the actions of an event in the order of their addition, each identifier once")
    func eventOrder() {
        let control = UIControl()
        let first = action("first")
        control.addAction(first, for: .valueChanged)
        control.addAction(action("second"), for: [.valueChanged, .touchUpInside])
        control.addAction(first, for: .valueChanged)
        control.sendActions(for: .valueChanged)
        #expect(log.take() == ["first", "second"])
        control.removeAction(first, for: .valueChanged)
        control.sendActions(for: [.valueChanged, .touchUpInside])
        #expect(log.take() == ["second"])
    }

    @Test("a press on a button performs its primary action once, with the button as the sender")
    func press() {
        var sender: Any?
        let button = UIButton(
            configuration: .filled(), primaryAction: UIAction(title: "Share") { sender = $0.sender })
        #expect(button.currentTitle == "Share")
        #expect(button.press())
        #expect(sender as? UIButton === button)
        sender = nil
        button.isEnabled = false
        #expect(!button.press())
        #expect(sender == nil)
    }

    @Test("a bar button takes its title from its action and refuses a press while disabled")
    func barButton() {
        let item = UIBarButtonItem(primaryAction: action("Invite"))
        #expect(item.title == "Invite")
        #expect(item.press())
        item.isEnabled = false
        #expect(!item.press())
        #expect(log.take() == ["Invite"])
        #expect(UIBarButtonItem(systemItem: .add).label == "Add")
    }

    @Test("a menu keeps the order of its children, and a copy with other children keeps the rest")
    func menuOrder() {
        let menu = UIMenu(title: "Recipe", options: .displayInline, children: [action("a"), action("b")])
        #expect(menu.children.map(\.title) == ["a", "b"])
        let longer = menu.replacingChildren(menu.children + [action("c")])
        #expect(longer.children.map(\.title) == ["a", "b", "c"])
        #expect(longer.identifier == menu.identifier && longer.title == "Recipe" && longer.options == .displayInline)
        #expect(menu.children.count == 2)
    }

    @Test("a screen sees an inline menu as a group of its own, and no hidden entry")
    func menuGroups() {
        let inline = UIMenu(options: .displayInline, children: [action("reply"), action("remove")])
        let more = UIMenu(title: "More", children: [action("deep")])
        let menu = UIMenu(children: [action("open"), action("secret", .hidden), inline, more])
        #expect(menu.groups.map { $0.map(\.title) } == [["open"], ["reply", "remove"], ["More"]])
    }

    @Test("a disabled action does nothing")
    func disabledAction() {
        action("x", .disabled).performWithSender(nil, target: nil)
        #expect(log.take().isEmpty)
    }

    @Test("a context menu is made when it opens, and its end reaches the delegate")
    func contextMenu() {
        let delegate = MenuDelegate(menu: UIMenu(children: [action("open")]))
        let view = UIView()
        let interaction = UIContextMenuInteraction(delegate: delegate)
        view.addInteraction(interaction)
        #expect(interaction.view === view)
        #expect(delegate.made == 0)
        let menu = interaction.openMenu(suggestedActions: [action("suggested")])
        #expect(menu?.children.map(\.title) == ["open", "suggested"])
        #expect(delegate.made == 1)
        view.removeInteraction(interaction)
        #expect(delegate.ended == 1)
        #expect(interaction.view == nil && interaction.visibleMenu == nil)
    }

    @Test("a text that a person types passes the delegate and then sends the event")
    func typing() {
        let root = UIViewController()
        let window = visibleWindow(root)
        let field = UITextField()
        let delegate = FieldDelegate()
        root.view.addSubview(field)
        field.delegate = delegate
        field.addAction(UIAction { [log] _ in log.write("changed") }, for: .editingChanged)
        field.text = "set by the app"
        #expect(log.take().isEmpty)
        #expect(field.type("flour"))
        #expect(!field.type("forbidden"))
        #expect(field.text == "flour")
        #expect(log.take() == ["changed"])
        field.pressReturn()
        #expect(delegate.notices == ["begin", "return"])
        #expect(window.topViewController === root)
    }

    @Test("a switch that a person presses changes before its event, and a change by the app sends none")
    func switches() {
        let control = UISwitch()
        control.addAction(
            UIAction { [log] in log.write("\(($0.sender as? UISwitch)?.isOn ?? false)") }, for: .valueChanged)
        control.setOn(true, animated: false)
        control.press()
        #expect(log.take() == ["false"])
    }
}

/// A delegate that counts the menus.
private final class MenuDelegate: NSObject, UIContextMenuInteractionDelegate {
    let menu: UIMenu
    var made = 0
    var ended = 0

    init(menu: UIMenu) {
        self.menu = menu
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration? {
        UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [weak self] suggested in
            guard let self else { return nil }
            made += 1
            return menu.replacingChildren(menu.children + suggested)
        }
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) {
        ended += 1
    }
}

/// A delegate that forbids a word.
private final class FieldDelegate: NSObject, UITextFieldDelegate {
    var notices: [String] = []

    func textFieldDidBeginEditing(_ textField: UITextField) {
        notices.append("begin")
    }

    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool {
        string != "forbidden"
    }

    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        notices.append("return")
        return true
    }
}
