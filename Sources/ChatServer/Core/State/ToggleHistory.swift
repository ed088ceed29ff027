/// A switch that begins as off, and where in the log it was turned: why something alerted then is asked later, when the
/// switch may stand otherwise.
struct ToggleHistory: Equatable, Sendable {
    /// On at the first, off at the second …
    private var positions: [Int64] = []

    var isOn: Bool { !positions.count.isMultiple(of: 2) }

    func isOn(at position: Int64) -> Bool {
        let later = positions.reversed().prefix { $0 > position }.count
        return !(positions.count - later).isMultiple(of: 2)
    }

    mutating func turn(_ isOn: Bool, at position: Int64) {
        if isOn != self.isOn { positions.append(position) }
    }
}
