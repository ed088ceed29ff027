public import Foundation

/// A view that turns what a person does into events.
///
/// Target and action need the Objective-C runtime; the handlers of events are actions.
@MainActor open class UIControl: UIView {
    /// A set of events.
    public struct Event: OptionSet, Hashable, Sendable {
        /// The stored value.
        public let rawValue: UInt

        /// Creates a value of its stored form.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// A finger has touched the control.
        public static let touchDown = Event(rawValue: 1 << 0)
        /// A finger has left the control within it: a press.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// A finger has left the control outside it.
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// The system has ended a touch.
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// The value has changed.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// The main action of the control.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// The menu is about to open.
        public static let menuActionTriggered = Event(rawValue: 1 << 14)
        /// Editing has begun.
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        /// The text has changed.
        public static let editingChanged = Event(rawValue: 1 << 17)
        /// Editing has ended.
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        /// The return key has ended editing.
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        /// All events of touches.
        public static let allTouchEvents = Event(rawValue: 0xFFF)
        /// All events of editing.
        public static let allEditingEvents = Event(rawValue: 0xF_0000)
        /// All events.
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// A set of conditions of a control.
    public struct State: OptionSet, Hashable, Sendable {
        /// The stored value.
        public let rawValue: UInt

        /// Creates a value of its stored form.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// No condition.
        public static let normal = State([])
        /// A person presses the control.
        public static let highlighted = State(rawValue: 1)
        /// The control ignores presses.
        public static let disabled = State(rawValue: 2)
        /// The control is selected.
        public static let selected = State(rawValue: 4)
        /// The control has the focus.
        public static let focused = State(rawValue: 8)
    }

    /// The place of the content across the control.
    public enum ContentHorizontalAlignment: Int, Sendable {
        case center = 0
        case left = 1
        case right = 2
        case fill = 3
        case leading = 4
        case trailing = 5
    }

    /// True if a person can use the control.
    open var isEnabled = true

    /// True if the control is selected.
    open var isSelected = false

    /// True while a person presses the control.
    open var isHighlighted = false

    /// The place of the content.
    open var contentHorizontalAlignment = ContentHorizontalAlignment.center

    /// True if a press opens the control's menu at once.
    open var showsMenuAsPrimaryAction = false

    private var handlers: [(action: UIAction, events: Event)] = []

    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    /// Creates an empty object, because archives hold no interface here.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// Creates a control that performs an action as its primary one.
    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    /// The conditions of the control.
    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        return state
    }

    /// Adds a handler of events. An action of the same identifier is replaced.
    open func addAction(_ action: UIAction, for controlEvents: Event) {
        if let index = handlers.firstIndex(where: { $0.action.identifier == action.identifier }) {
            handlers[index] = (action, handlers[index].events.union(controlEvents))
        } else {
            handlers.append((action, controlEvents))
        }
    }

    /// Removes a handler of events.
    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
    }

    /// Removes the handler that has an identifier.
    open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: Event) {
        guard let index = handlers.firstIndex(where: { $0.action.identifier == actionIdentifier }) else { return }
        handlers[index].events.subtract(controlEvents)
        if handlers[index].events.isEmpty { handlers.remove(at: index) }
    }

    /// The events that have a handler.
    open var allControlEvents: Event { handlers.reduce(into: []) { $0.formUnion($1.events) } }

    /// Performs an action with the control as its sender.
    open func sendAction(_ action: UIAction) {
        action.performWithSender(self, target: nil)
    }

    /// Performs the actions of any of the events, in the order of their addition.
    open func sendActions(for controlEvents: Event) {
        for handler in handlers where !handler.events.isDisjoint(with: controlEvents) { sendAction(handler.action) }
    }

    /// Presses the control as a person does. Returns false if it is disabled or hidden.
    @discardableResult
    package func press() -> Bool {
        guard isEnabled, !isHidden, isUserInteractionEnabled else { return false }
        pressed()
        return true
    }

    /// Sends the events of a press.
    func pressed() {
        sendActions(for: [.touchUpInside, .primaryActionTriggered])
    }
}

/// A switch with two states.
@MainActor open class UISwitch: UIControl {
    /// True if the switch is on.
    open var isOn = false

    /// The colour of a switch that is on.
    open var onTintColor: UIColor?

    /// The title that a person reads.
    open var title: String?

    /// Changes the state without an event.
    open func setOn(_ on: Bool, animated: Bool) {
        isOn = on
    }

    override func pressed() {
        isOn.toggle()
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }
}
