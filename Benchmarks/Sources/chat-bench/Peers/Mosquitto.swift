/// Mosquitto over MQTT 3.1.1, each of its settings the one that is best for it on this work.
struct Mosquitto: Contender {
    /// Whether sessions last and messages are acknowledged by the receivers.
    let isStored: Bool

    let program = "mosquitto"
    let role = Role.peer
    let acknowledges = true
    /// It has none.
    let versionArguments: [String]? = nil

    var name: String { isStored ? "Mosquitto, stored" : "Mosquitto, in memory" }

    var promise: String {
        isStored
            ? "QoS 1 both ways, lasting sessions; persistence on with its default autosave (every 1,800 s and at the "
                + "end): acknowledged is not synced, a crash loses what came since"
            : "QoS 1 from the sender (acknowledged = taken), QoS 0 to the receivers, clean sessions"
    }

    func arguments(port: UInt16, directory: String) throws(BenchError) -> [String] {
        let file = "\(directory)/mosquitto.conf"
        let settings = """
            listener \(port) 127.0.0.1
            allow_anonymous true
            set_tcp_nodelay true
            max_inflight_messages 0
            max_queued_messages 0
            log_dest none
            connection_messages false
            user root
            persistence \(isStored)
            persistence_location \(directory)/

            """
        try System.write(settings, toFile: file)
        return ["-c", file]
    }

    func logIn(_ client: Client, as person: String) throws(BenchError) {
        _ = try client.ask(MQTT.connect(as: person, cleanSession: !isStored)) { bytes throws(BenchError) in
            try MQTT.takeConnectionAcknowledgement(&bytes)
        }
    }

    /// A topic for each speaker, so that nobody is sent what they said themselves, as in ours.
    func makeRoom(_ name: String, of members: [Member], speakers: Int) throws(BenchError) {
        let topics = members.prefix(speakers).map { "\(name)/\($0.person)" }
        for (seat, member) in members.enumerated() {
            let heard = topics.enumerated().filter { $0.offset != seat }.map(\.element)
            if seat < speakers {
                let head = MQTT.publishHead(topic: topics[seat], textCount: Speech.text.utf8.count)
                member.client.speech = Speech(before: head, number: .packet, after: Array(Speech.text.utf8))
            }
            guard !heard.isEmpty else { continue }
            let request = MQTT.subscribe(to: heard, atLeastOnce: isStored)
            _ = try member.client.ask(request) { bytes throws(BenchError) in
                try MQTT.takeSubscriptionAcknowledgement(&bytes)
            }
        }
    }

    func hear(_ bytes: UnsafeBufferPointer<UInt8>, by client: Client) throws(BenchError) -> (Heard, used: Int) {
        try MQTT.hear(bytes, acknowledgingInto: &client.output)
    }
}
