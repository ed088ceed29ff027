import ChatProtocol

extension Event.ParticipantAdded: SystemLineEvent {
    func fold(into state: inout CoreState, at place: LogPosition) {
        state.conversations[conversation]?.members[person] = .init(
            joined: place.position, after: after, readThrough: after)
        state.update(person) { $0.conversations.append(conversation) }
        state.update(by) { $0.begun.add(CollectionOfOne(person)) }
        state.updateShelf(conversation, joinedOrLeft: person)
    }

    func lineText(in state: CoreState, for reader: Handle?) -> String {
        let added = person == reader ? "you" : state.name(person, in: conversation)
        return "\(state.subject(by, for: reader, in: conversation)) added \(added) to the conversation"
    }
}
