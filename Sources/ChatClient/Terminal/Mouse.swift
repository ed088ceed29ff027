/// A mouse event as terminals report it (xterm ctlseqs, “Mouse Tracking”).
package struct MouseEvent: Hashable, Sendable {
    /// The kinds of mouse events.
    package enum Kind: Hashable, Sendable {
        /// A button was pressed.
        case press
        /// A button was released.
        case release
        /// A button was released where it was pressed. ``Click`` makes it from a release.
        case click
        /// The mouse moved to another cell while a button was pressed.
        case drag
        /// The wheel turned away from the person, by one notch.
        case wheelUp
        /// The wheel turned towards the person, by one notch.
        case wheelDown
    }

    /// The three buttons that all terminals distinguish.
    package enum Button: Hashable, Sendable {
        /// The left button, which selects.
        case left
        /// The middle button, or the pressed wheel.
        case middle
        /// The right button, which opens a menu.
        case right
    }

    /// The modifier keys. Most terminals reserve Shift for selecting text.
    package struct Modifiers: OptionSet, Hashable, Sendable {
        /// The bits of the keys, as xterm numbers them.
        package let rawValue: Int

        /// Creates a set from the bits of xterm.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Shift.
        package static let shift = Modifiers(rawValue: 4)
        /// Alt, or Meta.
        package static let alt = Modifiers(rawValue: 8)
        /// Control.
        package static let control = Modifiers(rawValue: 16)
    }

    package var kind: Kind
    /// The button; nil for the wheel.
    package var button: Button?
    /// The cell of the event. It may lie outside of a grid that has become smaller since.
    package var position: Position
    /// The modifier keys that were pressed.
    package var modifiers: Modifiers

    /// Creates an event, for tests.
    package init(_ kind: Kind, _ button: Button? = nil, at position: Position, modifiers: Modifiers = []) {
        self.kind = kind
        self.button = button
        self.position = position
        self.modifiers = modifiers
    }

    /// Returns the event with its place counted from a cell.
    package func from(_ origin: Position) -> MouseEvent {
        var event = self
        event.position.column -= origin.column
        event.position.row -= origin.row
        return event
    }

    /// Reads a report in the SGR coding (mode 1006): `ESC [ < code ; column ; row`, then `M`, or `m` for a release. The
    /// result is nil for events that the client ignores: moves without a button, and other buttons and wheels.
    init?(sgr numbers: [Int], isRelease: Bool) {
        guard numbers.count == 3, numbers[1] >= 1, numbers[2] >= 1 else { return nil }
        let isMove = numbers[0] & 32 != 0
        let held = isRelease ? Kind.release : isMove ? .drag : .press
        switch numbers[0] & ~(4 | 8 | 16 | 32) {
        case 0: (kind, button) = (held, .left)
        case 1: (kind, button) = (held, .middle)
        case 2: (kind, button) = (held, .right)
        case 64 where held == .press: (kind, button) = (.wheelUp, nil)
        case 65 where held == .press: (kind, button) = (.wheelDown, nil)
        default: return nil
        }
        position = Position(column: numbers[1] - 1, row: numbers[2] - 1)
        modifiers = Modifiers(rawValue: numbers[0] & (4 | 8 | 16))
    }
}

extension MouseEvent {
    /// True for the press and the release of a button.
    package var isButton: Bool { kind == .press || kind == .release }
}

/// The press of a mouse button that becomes a click if the button is released in the same place, on the same thing.
///
/// A person who has pressed the wrong thing moves the mouse away before releasing the button: then nothing happens.
package struct Click: Equatable, Sendable {
    private var pressed: MouseEvent?
    /// The identity of what was under the mouse then.
    private var target: String?

    /// Creates the state before any press.
    package init() {}

    /// Returns the event to act on: a click for a release that completes one, or the event itself.
    ///
    /// A release one cell from the press still completes the click, because a hand may tremble.
    ///
    /// - Parameter target: The identity of what is under the mouse. Another thing may have moved there since the press.
    package mutating func next(_ event: MouseEvent, on target: String?) -> MouseEvent {
        guard event.isButton else { return event }
        let (before, earlier) = (pressed, self.target)
        (pressed, self.target) = event.kind == .press ? (event, target) : (nil, nil)
        guard event.kind == .release, let before, before.button == event.button,
            before.position.row == event.position.row, abs(before.position.column - event.position.column) <= 1,
            earlier == target
        else { return event }
        var click = event
        click.kind = .click
        return click
    }
}
