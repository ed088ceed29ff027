/// What most messages do not have: what they hang on, and what became of them.
///
/// A message goes through many hands on its way, and most are a text alone: these parts are kept in one place beside it,
/// which is shared by all its copies and never changes.
final class MessageExtras: Sendable {
    let values: Values

    /// A place for those parts; nil where there are none.
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
