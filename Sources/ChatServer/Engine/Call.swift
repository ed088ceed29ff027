import ChatProtocol

/// A request whose method is known and whose params were read to the last member.
struct Call {
    /// What is asked, sorted by who answers it.
    enum Kind {
        case hello, ping, fence, clockNow
        case clockAdvance(AdvanceClock)
        case createWorld(CreateWorld)
        case resetWorld(WorldName)
        case deleteWorld(WorldName)
        case listWorlds
        case typing(SetTyping)
        case injectFault(InjectFault)
        case listFaults
        case clearFaults(FaultID?)
        case history(ConversationHistory)
        case search(SearchMessages)
        case replyThread(ReplyThread)
        case attachment(of: MessageID)
        case attach(AttachAttribution)
        case showAttribution(AttributionToken)
        case closeDocument(DocumentReference)
        case core(Request)
    }

    let actor: Core.Actor
    let request: Kind
    /// By which a retry is known; only requests that change the log have one.
    let clientID: String?

    /// The longest client id: room for any UUID, hash or path that a client may use.
    static let clientIDBytesMax = 256

    /// Reads the params of a method.
    ///
    /// - Throws: `invalid_params` that names the member.
    init(_ envelope: RequestEnvelope, method: Method, actor: Core.Actor, limits: Limits) throws(RPCError) {
        self.actor = actor
        do throws(InvalidField) {
            var fields = try JSONFields(envelope.params, isClosed: true)
            clientID = method.changesTheLog ? try fields.optionalString("clientID") : nil
            if let clientID, !(1...Self.clientIDBytesMax).contains(clientID.utf8.count) {
                throw fields.invalid("clientID", "must have from 1 to \(Self.clientIDBytesMax) bytes")
            }
            request = try Self.kind(method, &fields, actor, limits)
            if case .hello = request { return }
            try fields.finish()
        } catch {
            throw RPCError.invalid(error)
        }
    }

    private static func kind(
        _ method: Method, _ fields: inout JSONFields, _ actor: Core.Actor, _ limits: Limits
    ) throws(InvalidField) -> Kind {
        if let request = try Request(method, from: &fields, caller: actor.handle, limits: limits) {
            return switch request {
            case .history(let request): .history(request)
            case .search(let request): .search(request)
            case .replyThread(let request): .replyThread(request)
            case .attachment(let message): .attachment(of: message)
            default: .core(request)
            }
        }
        switch method {
        case .sessionHello: return .hello
        case .sessionPing: return .ping
        case .sessionFence: return .fence
        case .clockNow: return .clockNow
        case .clockAdvance: return .clockAdvance(try AdvanceClock(from: &fields))
        case .worldCreate: return .createWorld(try CreateWorld(from: &fields))
        case .worldReset: return .resetWorld(try fields.id("world"))
        case .worldDelete: return .deleteWorld(try fields.id("world"))
        case .worldList: return .listWorlds
        case .attributionAttach: return .attach(try AttachAttribution(from: &fields))
        case .attributionShow: return .showAttribution(try fields.id("attribution"))
        case .documentClose: return .closeDocument(try DocumentReference(from: &fields))
        case .conversationTyping: return .typing(try SetTyping(from: &fields))
        case .faultInject: return .injectFault(try InjectFault(from: &fields))
        case .faultList: return .listFaults
        case .faultClear: return .clearFaults(try fields.optionalID("fault"))
        default: preconditionFailure("Request reads every other method")
        }
    }
}
