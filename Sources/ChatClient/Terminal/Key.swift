/// A key press, a mouse event, a paste or a report of the terminal, decoded from the bytes of the terminal.
package enum Key: Hashable, Sendable {
    /// A character that is typed into text. A combining mark arrives alone; `LineEditor` joins it.
    case character(Character)
    /// Control and a letter (in lower case), or Control and one of `\ ] ^ _` or the space.
    case control(Character)
    /// Alt (or Escape first) and a character.
    case alt(Character)
    /// Return, which arrives as CR. LF is Control and `j`, which begins a new line.
    case enter
    /// Return with Alt, Shift or Control: a new line inside the text.
    case altEnter
    /// Tab.
    case tab
    /// Shift and Tab.
    case backTab
    /// Backspace: deletes to the left.
    case backspace
    /// Alt and Backspace: deletes a word to the left.
    case altBackspace
    /// Delete: deletes to the right.
    case delete
    /// Escape alone, which is only certain when no byte followed it for a while (`KeyDecoder.pass`).
    case escape
    /// An arrow key.
    case up, down, left, right
    /// An arrow key with Alt or Control.
    case jumpUp, jumpDown, jumpLeft, jumpRight
    /// The start or the end of the line.
    case home, end
    /// Page Up or Page Down.
    case pageUp, pageDown
    /// A function key, F1 to F12.
    case function(Int)
    /// Pasted text with LF as its line ends. It is text, never keys: a line end in it sends nothing. A long or a slow
    /// paste arrives in several parts.
    case paste(String)
    /// True if the window of the terminal gained the focus, false if it lost it. Not all terminals report this.
    case focus(Bool)
    /// A mouse event, if `TerminalMode` was asked to track the mouse.
    case mouse(MouseEvent)
    /// The terminal's answer to `TerminalMode.askForBackground()`.
    case background(isLight: Bool)
    /// The terminal's answer to `TerminalMode.askForKeyboard()`: it has the kitty keyboard protocol.
    case keyboardProtocol
}
