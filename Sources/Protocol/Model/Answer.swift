extension Answer {
    /// Appends the result object.
    public func write(to json: inout JSONWriter) { write(to: &json, message: nil) }

    /// Appends the result object.
    ///
    /// - Parameter message: the encoded JSON of the message in the answer. It is copied and not encoded again; nil if
    ///   there is none.
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
