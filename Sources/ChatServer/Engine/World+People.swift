import ChatCore
import ChatProtocol

extension World {
    /// The number of people on a page if the request has no limit.
    private static let usualPage = 200

    /// Returns a page of the people in the world, sorted by handle.
    func people(_ request: ListPeople) throws(RPCError) -> Answer {
        let limit = request.limit ?? Self.usualPage
        let known = core.state.people.keys.filter { handle in request.after.map { handle > $0 } ?? true }
        let page = known.sorted().prefix(limit)
        return .people(
            page.map { KnownPerson(state.person($0), sessions: sessions.people[$0]?.count ?? 0) },
            more: page.count < known.count)
    }
}
