package import ChatProtocol

/// The names of people, as the screens show them.
extension PersonSession {
    /// Returns the display name of a person.
    package func name(of handle: Handle) -> String { model.name(handle) }

    /// Returns the display name of a person, with the handle if another person has the same name.
    package func label(of handle: Handle) -> String { model.label(handle) }
}
