import ChatCore
package import ChatProtocol

extension World {
    /// What a request came to.
    package struct Decision {
        var answer: Answer
        var records: [EventRecord]
        /// The JSON of the message that was said, of which a request says one at most: written once, for the log, and
        /// copied from there for the answer and everyone who is told (law 5).
        var message: ArraySlice<UInt8>?
    }
}

extension World.Decision: JSONWritable {
    /// Appends the answer as the result object.
    package func write(to json: inout JSONWriter) { answer.write(to: &json, message: message) }
}
