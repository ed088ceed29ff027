import ChatProtocol

extension Event.ConversationRenamed: SystemLineEvent {
    func fold(into state: inout CoreState, at place: LogPosition) { state.conversations[conversation]?.name = name }

    func lineText(in state: CoreState, for reader: Handle?) -> String {
        "\(state.name(by, asSubjectFor: reader)) named the conversation “\(name)”"
    }
}

extension Event.ConversationPhotoSet: SystemLineEvent {
    func fold(into state: inout CoreState, at place: LogPosition) { state.conversations[conversation]?.photo = photo }

    func lineText(in state: CoreState, for reader: Handle?) -> String {
        "\(state.name(by, asSubjectFor: reader)) \(photo == nil ? "removed" : "changed") the group photo"
    }
}
