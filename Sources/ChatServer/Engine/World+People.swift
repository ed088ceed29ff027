import ChatCore
import ChatProtocol

extension World {
    /// How many people a page has where nobody asks for a number.
    private static let usualPage = 200

    /// A page of the people that the world knows, by their handles.
    func people(_ request: ListPeople) throws(RPCError) -> Answer {
        let limit = request.limit ?? Self.usualPage
        let known = core.state.people.keys.filter { handle in request.after.map { handle > $0 } ?? true }
        let page = known.sorted().prefix(limit)
        return .people(
            page.map { KnownPerson(state.person($0), sessions: sessions.people[$0]?.count ?? 0) },
            more: page.count < known.count)
    }
}
