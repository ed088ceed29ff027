import ChatCore
package import ChatProtocol

extension World {
    /// The outcome of a request.
    package struct Decision {
        var answer: Answer
        var records: [EventRecord]
        /// The JSON of the posted message, of which a request has at most one. It is encoded once for the log, and
        /// copied from there for the answer and all recipients.
        var message: ArraySlice<UInt8>?
    }
}

extension World.Decision: JSONWritable {
    /// Appends the answer as the result object.
    package func write(to json: inout JSONWriter) { answer.write(to: &json, message: message) }
}
