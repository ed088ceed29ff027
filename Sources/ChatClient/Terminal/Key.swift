/// What a person pressed or clicked, after the terminal's own spelling of it has been read away.
package enum Key: Hashable, Sendable {
    /// A character that would be typed into text. A combining mark arrives alone; `LineEditor` joins it.
    case character(Character)
    /// Control and a letter (in lower case), or one of `\ ] ^ _` and the space.
    case control(Character)
    /// Alt (or Escape first) and a character.
    case alt(Character)
    /// Return, as CR. LF is Control and `j`, which begins a new line.
    case enter
    /// Return with Alt, Shift or Control: a new line inside the text.
    case altEnter
    /// Tab.
    case tab
    /// Shift and Tab.
    case backTab
    /// Deletes to the left.
    case backspace
    /// Alt and Backspace: deletes a word to the left.
    case altBackspace
    /// Deletes to the right.
    case delete
    /// Escape by itself: known only once nothing followed it (`KeyDecoder.pass`).
    case escape
    /// An arrow.
    case up, down, left, right
    /// An arrow with Alt or Control.
    case jumpUp, jumpDown, jumpLeft, jumpRight
    /// Start or end of the line.
    case home, end
    /// A page back or on.
    case pageUp, pageDown
    /// F1 to F12.
    case function(Int)
    /// Pasted text, line ends made LF. It is text, never keys: a pasted line end sends nothing. A long one, or one that
    /// comes slowly, comes as several.
    case paste(String)
    /// The terminal's window has the person's eyes now, or no longer; it is told by terminals that know.
    case focus(Bool)
    /// The mouse, where `TerminalMode` was asked to follow it.
    case mouse(MouseEvent)
    /// The terminal's answer to `TerminalMode.askForBackground()`.
    case background(isLight: Bool)
    /// The terminal's answer to `TerminalMode.askForKeyboard()`: it has the kitty keyboard protocol.
    case keyboardProtocol
}
