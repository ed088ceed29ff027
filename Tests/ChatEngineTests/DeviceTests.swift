import ChatProtocol
import Testing

@testable import ChatEngine

/// Devices: the numbered sessions of one person.
struct DeviceTests {
    @Test func devicesAreNumberedByLoginAndKeepTheirNumbers() throws {
        let server = try EngineFixture()
        let phone = try server.join(["role": "person", "handle": "bea", "device": "phone"])
        let second = try server.person("bea")
        let other = try server.person("anna")
        #expect(phone.welcome["device"] == ["number": 1, "name": "phone"])
        #expect(second.welcome["device"] == ["number": 2] && other.welcome["device"] == ["number": 1])
        server.close(phone)
        #expect(second.engineSession.device?.number == 2)
        let again = try server.join(["role": "person", "handle": "bea", "device": "phone"])
        #expect(again.welcome["device"] == ["number": 1, "name": "phone"])
        #expect(try server.person("bea").welcome["device"] == ["number": 3])
    }

    @Test func appSessionsHaveDevicesAndObserversHaveNone() throws {
        let trip = try TripFixture()
        let again = try trip.server.app(as: "anna")
        #expect(again.welcome["device"] == ["number": 2])
        #expect(try trip.server.app(as: "bea").welcome["device"] == ["number": 1])
        #expect(trip.observer.welcome["device"] == nil)
        let single = trip.server.connect(isStream: false)
        #expect(try single.ask("session.hello", ["role": "person", "handle": "anna"])["device"] == nil)
    }

    @Test func deviceNameOver200CharactersIsTooLarge() throws {
        let server = try EngineFixture()
        let client = server.connect()
        let name = String(repeating: "n", count: 201)
        #expect(
            client.refusal("session.hello", ["role": "person", "handle": "bea", "device": .string(name)]) == .tooLarge)
        try client.ask("session.hello", ["role": "person", "handle": "bea", "device": .string("\(name.dropLast())")])
    }
}
