import ChatCore
import ChatProtocol

extension World {
    /// What a request came to.
    package struct Decision {
        var answer: Answer
        /// The answer as the result object.
        var result: [UInt8]
        var records: [EventRecord]
        /// The JSON of the message that was said, of which a request says one at most: written once for the answer,
        /// the log and everyone who is told (law 5).
        var message: [UInt8]?
    }
}
