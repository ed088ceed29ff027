/// A switch that begins as off, with the log positions of its changes. The reason of an earlier alert depends on the
/// state of the switch at that time.
struct ToggleHistory: Equatable, Sendable {
    /// The positions of the changes: on at the first, off at the second and so on.
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
