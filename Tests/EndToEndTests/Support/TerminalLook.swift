/// The look of a terminal cell, as SGR sequences set it.
struct TerminalLook: Hashable {
    /// A colour by its number among the 256; nil is the terminal's own.
    typealias Color = Int

    var isBold = false
    var isDim = false
    var isUnderlined = false
    var isReversed = false
    var ink: Color?
    var surface: Color?

    /// Applies the numbers of an SGR sequence.
    ///
    /// - Returns: True if all of them are known.
    mutating func apply(_ numbers: [Int]) -> Bool {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: self = TerminalLook()
            case 1: isBold = true
            case 2: isDim = true
            case 4: isUnderlined = true
            case 7: isReversed = true
            case 22: (isBold, isDim) = (false, false)
            case 24: isUnderlined = false
            case 27: isReversed = false
            case 30...37: ink = number - 30
            case 39: ink = nil
            case 40...47: surface = number - 40
            case 49: surface = nil
            case 90...97: ink = number - 90 + 8
            case 100...107: surface = number - 100 + 8
            case 38, 48:
                guard rest.popFirst() == 5, let color = rest.popFirst() else { return false }
                if number == 38 { ink = color } else { surface = color }
            default: return false
            }
        }
        return true
    }
}
