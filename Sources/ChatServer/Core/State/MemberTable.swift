package import ChatProtocol

/// The members of a conversation, and where each stands in it.
package struct MemberTable: Equatable, Sendable {
    typealias Membership = ConversationState.Membership

    /// In groups of so many or fewer a member is looked for one by one, which costs less than a hash, and no memory.
    private static let searchedMax = 8

    /// The members, in the order in which they joined.
    package private(set) var order: [Handle] = []
    /// The membership of each, in the same order.
    private var memberships: [Membership] = []
    /// Where each is in that order, where there are too many to look through.
    private var indices: [Handle: Int] = [:]

    private func index(of person: Handle) -> Int? {
        indices.isEmpty ? order.firstIndex(of: person) : indices[person]
    }

    /// Where someone stands; nil for who is no member. Who is given a membership joins, behind the others.
    subscript(person: Handle) -> Membership? {
        get { index(of: person).map { memberships[$0] } }
        set {
            switch (index(of: person), newValue) {
            case (let index?, let membership?): memberships[index] = membership
            case (let index?, nil):
                order.remove(at: index)
                memberships.remove(at: index)
                indices = Self.indices(of: order)
            case (nil, let membership?):
                order.append(person)
                memberships.append(membership)
                if indices.isEmpty { indices = Self.indices(of: order) } else { indices[person] = order.count - 1 }
            case (nil, nil): break
            }
        }
    }

    /// Makes room for as many as there will be, so that a small group takes no more than it needs.
    mutating func makeRoom(for count: Int) {
        order.reserveCapacity(count)
        memberships.reserveCapacity(count)
    }

    private static func indices(of order: [Handle]) -> [Handle: Int] {
        guard order.count > searchedMax else { return [:] }
        return Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    }

    /// Whether someone is one of them.
    package func contains(_ person: Handle) -> Bool { index(of: person) != nil }

    /// Notes that a member has seen all up to that message.
    mutating func noteSeen(by person: Handle, through sequence: Int64) {
        guard let index = index(of: person) else { return }
        memberships[index].readThrough = sequence
        memberships[index].markedUnread = nil
    }
}
