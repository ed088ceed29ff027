extension Answer {
    /// The result object.
    ///
    /// - Parameter message: the JSON of the message that is answered, where it is written already (law 5).
    public func encoded(message written: [UInt8]? = nil) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            if case .message(let message) = self {
                $0.member("message", message, written: written)
            } else {
                writeMembers(to: &$0)
            }
        }
        return json.bytes
    }

    /// Appends the result object.
    public func write(to json: inout JSONWriter) { json.object { writeMembers(to: &$0) } }
}
