/// The members that most messages do not have, such as replies, edits and tapbacks.
///
/// A message is copied many times during its delivery, and most messages are only a text. So these members are in a
/// separate immutable object that all copies share.
final class MessageExtras: Sendable {
    let values: Values

    /// Creates the object; nil if all members have their default values.
    init?(_ values: Values) {
        guard values != Values() else { return nil }
        self.values = values
    }
}

extension MessageExtras: Equatable {
    static func == (left: MessageExtras, right: MessageExtras) -> Bool {
        left === right || left.values == right.values
    }
}
