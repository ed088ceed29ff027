import ChatProtocol

extension Event.ConversationRenamed {
    func fold(into state: inout CoreState, at place: LogPlace) { state.conversations[conversation]?.name = name }

    func lineText(in state: CoreState) -> String { "\(state.name(by)) named the conversation “\(name)”" }
}

extension Event.ConversationPhotoSet {
    func fold(into state: inout CoreState, at place: LogPlace) { state.conversations[conversation]?.photo = photo }

    func lineText(in state: CoreState) -> String {
        "\(state.name(by)) \(photo == nil ? "removed" : "changed") the group photo"
    }
}
