import ChatTerminal

/// The mark of a sender in a group, which distinguishes their messages from those of others: a colour, and a sign for
/// screens without colours.
///
/// Both follow from the handle, so that they are the same in every conversation and on every device.
struct SenderMark: Equatable {
    let ink: Style.Ink
    let sign: String

    private static let marks: [(ink: Style.Ink, sign: String)] = [
        (.sender1, "■"), (.sender2, "▲"), (.sender3, "●"), (.sender4, "★"), (.sender5, "▼"), (.sender6, "♣"),
    ]

    /// Creates the mark of a sender.
    ///
    /// - Parameter handle: The sender's handle; nil or empty for a sender without a mark.
    init?(_ handle: String?) {
        guard let handle, !handle.isEmpty else { return nil }
        // FNV-1a, of which the upper bits are used because the low bits are too similar. Swift's own hash differs from
        // run to run.
        let hash = handle.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        (ink, sign) = Self.marks[Int((hash >> 16) % UInt32(Self.marks.count))]
    }
}
