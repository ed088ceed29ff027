import ChatProtocol

/// The number and the size of one kind of item that a person has.
struct Usage: Equatable, Sendable {
    /// The approximate memory of one item in bytes, without its text.
    enum Size {
        static let conversation = 512
        static let member = 256
        static let link = 512
        static let document = 512
        static let comment = 128
        static let share = 512
    }

    var count = 0
    var bytes = 0

    /// Returns the size of the members of a conversation, in bytes.
    static func bytes(of members: some Sequence<Handle>) -> Int {
        members.reduce(0) { $0 + Usage.Size.member + $1.rawValue.utf8.count }
    }
}
