import ChatCore
import ChatProtocol

/// Who is in a world.
extension World {
    /// Everyone in the world, in a stable order.
    var sessions: [Session] {
        people.keys.sorted().flatMap { people[$0] ?? [] }
            + apps.keys.sorted { ($0.app, $0.person) < ($1.app, $1.person) }.flatMap { apps[$0] ?? [] }
            + observers
    }

    /// How many streams are someone's here.
    package var sessionCount: Int {
        people.values.reduce(0) { $0 + $1.count } + apps.values.reduce(0) { $0 + $1.count } + observers.count
    }

    /// The device that the next session of someone's is: the first number that is free.
    func nextDevice(of actor: Core.Actor, named name: String?) -> Device? {
        let others: [Session]
        switch actor {
        case .person(let handle): others = people[handle] ?? []
        case .app(let app, let person): others = apps[AppSeat(app: app, person: person)] ?? []
        case .observer: return nil
        }
        let taken = Set(others.compactMap(\.device?.number))
        var number = 1
        while taken.contains(number) { number += 1 }
        return Device(number: number, name: name)
    }
}
