import ChatProtocol

extension World {
    func search(_ request: SearchMessages, for actor: Core.Actor) throws(RPCError) -> Answer {
        throw RPCError(.unknownMethod, "later")
    }

    func replyThread(_ request: ReplyThread, for actor: Core.Actor) throws(RPCError) -> Answer {
        throw RPCError(.unknownMethod, "later")
    }
}
