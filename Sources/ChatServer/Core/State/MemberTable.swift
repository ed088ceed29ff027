package import ChatProtocol

/// The members of a conversation and their memberships.
package struct MemberTable: Equatable, Sendable {
    typealias Membership = ConversationState.Membership

    /// The largest number of members for a linear search. In a small conversation it is faster than hashing and needs
    /// no memory.
    private static let searchedMax = 8

    /// The members, in the order in which they joined.
    package private(set) var order: [Handle] = []
    /// The memberships, in the same order.
    private var memberships: [Membership] = []
    /// The indices of the members, if there are more than ``searchedMax``.
    private var indices: [Handle: Int] = [:]

    private func index(of person: Handle) -> Int? {
        indices.isEmpty ? order.firstIndex(of: person) : indices[person]
    }

    /// The membership of a person; nil if they are not a member. Setting a membership for a new person appends them.
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

    /// Reserves the exact capacity, so that a small conversation wastes no memory.
    mutating func makeRoom(for count: Int) {
        order.reserveCapacity(count)
        memberships.reserveCapacity(count)
    }

    private static func indices(of order: [Handle]) -> [Handle: Int] {
        guard order.count > searchedMax else { return [:] }
        return Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    }

    /// Returns true if a person is a member.
    package func contains(_ person: Handle) -> Bool { index(of: person) != nil }

    /// Marks all messages up to a number as read by a member.
    mutating func noteSeen(by person: Handle, through sequence: Int64) {
        guard let index = index(of: person) else { return }
        memberships[index].readThrough = sequence
        memberships[index].markedUnread = nil
    }
}
