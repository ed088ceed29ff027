import ChatProtocol

extension Event.ConversationRenamed: SystemLineEvent {
    func fold(into state: inout CoreState, at place: LogPosition) { state.conversations[conversation]?.name = name }

    func lineText(in state: CoreState, for reader: Handle?) -> String {
        "\(state.subject(by, for: reader, in: conversation)) named the conversation “\(name)”"
    }
}

extension Event.ConversationPhotoSet: SystemLineEvent {
    func fold(into state: inout CoreState, at place: LogPosition) { state.conversations[conversation]?.photo = photo }

    func lineText(in state: CoreState, for reader: Handle?) -> String {
        "\(state.subject(by, for: reader, in: conversation)) \(photo == nil ? "removed" : "changed") the group photo"
    }
}
