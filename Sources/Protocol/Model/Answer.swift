extension Answer {
    /// Appends the result object.
    public func write(to json: inout JSONWriter) { write(to: &json, message: nil) }

    /// Appends the result object.
    ///
    /// - Parameter message: the JSON of the message that is answered, where it is written already (law 5).
    public func write(to json: inout JSONWriter, message written: ArraySlice<UInt8>?) {
        json.object {
            if case .message(let message) = self {
                $0.member("message", message, written: written)
            } else {
                writeMembers(to: &$0)
            }
        }
    }
}
