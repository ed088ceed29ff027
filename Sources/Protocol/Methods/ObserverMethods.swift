/// `clock.advance`: an observer lets time pass.
public enum AdvanceClock: Sendable, Equatable {
    /// So long.
    case milliseconds(Int64)
    /// Until nothing is pending that only time brings.
    case settled
    /// The most that time may be advanced at once: a hundred years, in milliseconds.
    private static let millisecondsMax: Int64 = 100 * 366 * 86_400_000

    private enum End: String, JSONWord { case settled }

    /// Reads the params.
    public init(from fields: inout JSONFields) throws(InvalidField) {
        guard (try fields.readOptional("until") as End?) != nil else {
            self = .milliseconds(try fields.integer("milliseconds", in: 0...Self.millisecondsMax))
            return
        }
        guard fields.value("milliseconds") == nil else {
            throw fields.invalid("milliseconds", "stands beside until: give one of them")
        }
        self = .settled
    }
}
