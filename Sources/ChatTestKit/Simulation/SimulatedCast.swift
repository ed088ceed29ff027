import ChatProtocol

/// The actors of a simulation: five persons, two of them with two devices, and an app that runs as two of them.
struct SimulatedCast {
    static let app = "com.example.notes"
    static let domain = "notes.example"

    let people = ["ada", "bob", "cleo", "dan", "eve"]

    /// The login of every device, with its name in reports.
    let devices: [(name: String, hello: Hello)]

    init() {
        var devices: [(String, Hello)] = []
        for (index, name) in people.enumerated() {
            guard let handle = Handle(name) else { continue }
            for device in ["phone", "tablet"].prefix(index < 2 ? 2 : 1) {
                let identity = Hello.Identity.person(handle, name: "\(name) \(CanaryWords.name)")
                devices.append(("\(name)'s \(device)", Hello(identity, device: device)))
            }
        }
        for name in people.prefix(2) {
            guard let handle = Handle(name) else { continue }
            devices.append(("the app as \(name)", Hello(.app(AppID(Self.app), person: handle))))
        }
        self.devices = devices
    }
}
