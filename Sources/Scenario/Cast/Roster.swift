import ChatProtocol

/// Who is in a story, and on which of their devices they act.
struct Roster {
    /// The people, in the order in which they came into the story.
    private(set) var people: [CastPerson] = []
    /// The second devices of those who have one.
    private(set) var secondDevices: [CastPerson] = []
    /// Who acts on the second device in this step.
    private var nameOnSecondDevice: String?

    /// Everyone, on every device.
    var devices: [CastPerson] { people + secondDevices }

    /// The person of that name, on the device that they act on in this step.
    func person(_ name: String) throws(StepFailure) -> CastPerson {
        if name == nameOnSecondDevice, let device = secondDevices.first(where: { $0.name == name }) { return device }
        return try owner(name)
    }

    /// The person of that name, on the first device.
    func owner(_ name: String) throws(StepFailure) -> CastPerson {
        if let person = people.first(where: { $0.name == name }) { return person }
        let near = Spelling.nearest(to: name, among: people.map(\.name))
        throw StepFailure(
            "the scenario has no person \(name) yet" + (near.map { "; did you mean \($0)?" } ?? ""),
            expected:
                "a step before this one in which \(name) does something, or a step like: \(name) is on the server",
            actual: people.isEmpty ? "no people yet" : people.map(\.name).joined(separator: ", "))
    }

    /// What the story calls a person.
    func name(of handle: Handle) -> String { people.first { $0.handle == handle }?.name ?? handle.defaultName }

    /// Brings somebody in who is not there.
    ///
    /// - Returns: who came; nil if they were there.
    mutating func bringIn(_ name: String) throws(StepFailure) -> CastPerson? {
        guard !people.contains(where: { $0.name == name }) else { return nil }
        let person = try CastPerson(called: name)
        if let other = people.first(where: { $0.handle == person.handle }) {
            throw StepFailure("\(name) and \(other.name) would have one handle: \(person.handle)")
        }
        people.append(person)
        return person
    }

    /// Lets a person act on their second device.
    ///
    /// - Returns: the device, if this is the first time.
    mutating func takeSecondDevice(of name: String) throws(StepFailure) -> CastPerson? {
        let person = try owner(name)
        nameOnSecondDevice = name
        guard !secondDevices.contains(where: { $0.handle == person.handle }) else { return nil }
        let device = try CastPerson(called: name, isSecondDevice: true)
        secondDevices.append(device)
        return device
    }

    /// Lets everyone act on their first device again.
    mutating func leaveSecondDevice() { nameOnSecondDevice = nil }
}
