/// What a person did with the mouse, as terminals tell it (xterm ctlseqs, “Mouse Tracking”).
package struct MouseEvent: Hashable, Sendable {
    /// What was done.
    package enum Kind: Hashable, Sendable {
        /// A button went down.
        case press
        /// A button came up.
        case release
        /// The mouse moved to another cell with a button down.
        case drag
        /// The wheel turned away from the person, by one notch.
        case wheelUp
        /// The wheel turned towards the person, by one notch.
        case wheelDown
    }

    /// The three buttons that terminals tell apart for sure.
    package enum Button: Hashable, Sendable {
        /// The button that chooses.
        case left
        /// The wheel as a button.
        case middle
        /// The button that opens a menu.
        case right
    }

    /// The keys that were held. Most terminals keep Shift for choosing text themselves.
    package struct Modifiers: OptionSet, Hashable, Sendable {
        /// As xterm numbers them.
        package let rawValue: Int

        /// Some keys.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Shift.
        package static let shift = Modifiers(rawValue: 4)
        /// Alt, or Meta.
        package static let alt = Modifiers(rawValue: 8)
        /// Control.
        package static let control = Modifiers(rawValue: 16)
    }

    /// What was done.
    package var kind: Kind
    /// With which button; nil for the wheel.
    package var button: Button?
    /// The cell it was done on. It may lie outside of a grid that has become smaller since.
    package var position: Position
    /// The keys that were held.
    package var modifiers: Modifiers

    /// An event, as a test makes it up.
    package init(_ kind: Kind, _ button: Button? = nil, at position: Position, modifiers: Modifiers = []) {
        self.kind = kind
        self.button = button
        self.position = position
        self.modifiers = modifiers
    }

    /// Reads a report in the SGR coding (mode 1006): `ESC [ < code ; column ; row`, and `M`, or `m` where a button came
    /// up. Nil for what is not followed: moves without a button, and buttons and wheels beyond those above.
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
