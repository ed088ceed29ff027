/// A `message.send` in its most common form, parsed in one pass without temporary values.
///
/// A plain request has each member once, in any order, with strings without escapes, and no other members. The id may
/// be a number. The parser returns nil for any other request, valid or not: ``RequestEnvelope`` reads it and reports
/// its errors. Tests check that both parsers give the same result.
public struct PlainSend: Sendable, Equatable {
    /// The id, which the response repeats.
    public let id: RequestID
    /// The `message.send` with its conversation and text.
    public let request: Request
    /// The client's id of the request, which identifies a retry.
    public let clientID: String?

    /// Reads a plain request. Returns nil for any other.
    public init?(_ bytes: [UInt8]) {
        var members = Members()
        guard bytes.withUnsafeBufferPointer({ members.read($0) }), members.hasVersion, members.isSend,
            let id = members.id.take(), let conversation = members.conversation.take(), let text = members.text.take()
        else { return nil }
        self.id = id
        request = .messageSend(SendMessage(conversation: ConversationID(conversation), text: text))
        clientID = members.clientID.take()
    }

    /// The values of the members that were read, of the request and of its params.
    private struct Members {
        var hasVersion = false
        var isSend = false
        var id: RequestID?
        private var hasParams = false
        var conversation: String?
        var text: String?
        var clientID: String?

        /// Reads the whole request. Returns false if it is not plain.
        mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
            var json = PlainJSON(bytes)
            return readObject(&json) { members, json, key in members.take(key, &json) } && json.isAtEnd
        }

        @inline(__always) private mutating func readObject(
            _ json: inout PlainJSON, _ take: (inout Members, inout PlainJSON, PlainJSON.Text) -> Bool
        ) -> Bool {
            guard json.skip(UInt8(ascii: "{")) else { return false }
            repeat {
                guard let key = json.text(), json.skip(UInt8(ascii: ":")), take(&self, &json, key) else { return false }
            } while json.skip(UInt8(ascii: ","))
            return json.skip(UInt8(ascii: "}"))
        }

        private mutating func take(_ key: PlainJSON.Text, _ json: inout PlainJSON) -> Bool {
            switch key.count {
            case 2 where json.reads(key, "id") && id == nil:
                id = json.natural().map { .integer($0) } ?? json.string().map { .string($0) }
                return id != nil
            case 6 where json.reads(key, "method") && !isSend:
                isSend = json.text().map { json.reads($0, "message.send") } ?? false
                return isSend
            case 6 where json.reads(key, "params") && !hasParams:
                hasParams = true
                return readObject(&json) { members, json, key in members.takeParam(key, &json) }
            case 7 where json.reads(key, "jsonrpc") && !hasVersion:
                hasVersion = json.text().map { json.reads($0, "2.0") } ?? false
                return hasVersion
            default: return false
            }
        }

        private mutating func takeParam(_ key: PlainJSON.Text, _ json: inout PlainJSON) -> Bool {
            switch key.count {
            case 4 where json.reads(key, "text") && text == nil:
                text = json.string()
                return text != nil
            case 8 where json.reads(key, "clientID") && clientID == nil:
                clientID = json.string()
                return clientID != nil
            case 12 where json.reads(key, "conversation") && conversation == nil:
                conversation = json.string()
                return conversation != nil
            default: return false
            }
        }
    }
}
