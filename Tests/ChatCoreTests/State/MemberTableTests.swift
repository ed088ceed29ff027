import ChatProtocol
import Testing

@testable import ChatCore

/// Members by handle, in small groups that are scanned and in larger groups with an index.
struct MemberTableTests {
    private static let people = (0..<16).compactMap { Handle("p\($0)") }

    @Test(
        "a member table keeps the order of joining and the membership of each person", arguments: [1, 2, 3] as [UInt64])
    func memberTableKeepsOrderAndMemberships(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (table, order, twin) = (MemberTable(), [Handle](), [Handle: MemberTable.Membership]())
        for step in 0..<2_000 {
            // With 16 people, the group often crosses the size at which the table uses an index.
            let person = Self.people[Int(random.next() % 16)]
            switch random.next() % 3 {
            case 0:
                table[person] = nil
                twin[person] = nil
                order.removeAll { $0 == person }
            case 1:
                if twin[person] == nil { order.append(person) }
                table[person] = .init(joined: Int64(step))
                twin[person] = .init(joined: Int64(step))
            default:
                table.noteSeen(by: person, through: Int64(step))
                twin[person]?.readThrough = Int64(step)
            }
            #expect(table.order == order)
            for person in Self.people {
                #expect(table[person] == twin[person] && table.contains(person) == (twin[person] != nil))
            }
        }
    }
}
