import ChatProtocol

/// The people of a scenario, and the device on which each of them acts.
struct Roster {
    /// The people, in the order in which they entered the scenario.
    private(set) var people: [CastPerson] = []
    /// The second devices of those who have one.
    private(set) var secondDevices: [CastPerson] = []
    /// The name of the person who uses the second device in this step; nil for none.
    private var nameOnSecondDevice: String?

    /// The first and second devices of all people.
    var devices: [CastPerson] { people + secondDevices }

    /// Returns the person with that name, on the device that they use in this step.
    /// - Throws: ``StepFailure`` if the scenario has no such person yet.
    func person(_ name: String) throws(StepFailure) -> CastPerson {
        if name == nameOnSecondDevice, let device = secondDevices.first(where: { $0.name == name }) { return device }
        return try owner(name)
    }

    /// Returns the person with that name, on the first device.
    /// - Throws: ``StepFailure`` if the scenario has no such person yet.
    func owner(_ name: String) throws(StepFailure) -> CastPerson {
        if let person = people.first(where: { $0.name == name }) { return person }
        let near = Spelling.nearest(to: name, among: people.map(\.name))
        throw StepFailure(
            "the scenario has no person \(name) yet" + (near.map { "; did you mean \($0)?" } ?? ""),
            expected:
                "a step before this one in which \(name) does something, or a step like: \(name) is on the server",
            actual: people.isEmpty ? "no people yet" : people.map(\.name).joined(separator: ", "))
    }

    /// Returns the name of a person in the scenario.
    func name(of handle: Handle) -> String { people.first { $0.handle == handle }?.name ?? handle.defaultName }

    /// Adds a person, unless the scenario has them already.
    ///
    /// - Returns: The new person; nil if they were in the scenario already.
    /// - Throws: ``StepFailure`` if the name allows no handle, or the handle of another person.
    mutating func bringIn(_ name: String) throws(StepFailure) -> CastPerson? {
        guard !people.contains(where: { $0.name == name }) else { return nil }
        let person = try CastPerson(called: name)
        if let other = people.first(where: { $0.handle == person.handle }) {
            throw StepFailure("\(name) and \(other.name) would have one handle: \(person.handle)")
        }
        people.append(person)
        return person
    }

    /// Makes a person act on their second device.
    ///
    /// - Returns: The device if it is new.
    /// - Throws: ``StepFailure`` if the scenario has no such person yet.
    mutating func takeSecondDevice(of name: String) throws(StepFailure) -> CastPerson? {
        let person = try owner(name)
        nameOnSecondDevice = name
        guard !secondDevices.contains(where: { $0.handle == person.handle }) else { return nil }
        let device = try CastPerson(called: name, isSecondDevice: true)
        secondDevices.append(device)
        return device
    }

    /// Makes everyone act on their first device again.
    mutating func leaveSecondDevice() { nameOnSecondDevice = nil }
}
