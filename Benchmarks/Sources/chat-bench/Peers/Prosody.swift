import Glibc

/// Prosody, an XMPP server, whose rooms are archived in the database that ours has its log in.
struct Prosody: Contender {
    /// The address of the database, with a host, a port and a user.
    let database: String

    let name = "Prosody, PostgreSQL"
    let program = "prosody"
    let role = Role.peer
    let promise = "archived and committed by PostgreSQL (mod_muc_mam), then sent back and told"
    let acknowledges = true
    let versionArguments: [String]? = nil

    func arguments(port: UInt16, directory: String) throws(BenchError) -> [String] {
        // postgres://USER@HOST:PORT/NAME
        let parts = database.split(whereSeparator: { "/@:?".contains($0) }).map(String.init)
        guard parts.count >= 5 else { throw BenchError("Prosody needs postgres://USER@HOST:PORT/NAME") }
        let file = "\(directory)/prosody.cfg.lua"
        let settings = """
            run_as_root = true
            daemonize = false
            pidfile = "\(directory)/prosody.pid"
            data_path = "\(directory)"
            log = { error = "\(directory)/prosody.err" }
            interfaces = { "127.0.0.1" }
            c2s_ports = { \(port) }
            c2s_require_encryption = false
            s2s_ports = {}
            modules_enabled = { "saslauth" }
            modules_disabled = { "s2s", "tls" }
            storage = "sql"
            sql = { driver = "PostgreSQL", username = "\(parts[1])", host = "\(parts[2])", port = \(parts[3]),
                database = "\(parts[4])", password = "" }
            VirtualHost "localhost"
                authentication = "anonymous"
            Component "rooms.localhost" "muc"
                modules_enabled = { "muc_mam" }
                muc_log_by_default = true
                muc_room_locking = false
                restrict_room_creation = false

            """
        try System.write(settings, toFile: file)
        return ["-F", "--config", file]
    }

    func logIn(_ client: Client, as person: String) throws(BenchError) {
        let stream =
            "<?xml version='1.0'?><stream:stream to='localhost' xmlns='jabber:client' "
            + "xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>"
        try client.ask(stream, until: "</stream:features>")
        try client.ask(
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='ANONYMOUS'/>", until: "xmpp-sasl'/>")
        try client.ask(stream, until: "</stream:features>")
        try client.ask("<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>", until: "</iq>")
    }

    func makeRoom(_ name: String, of members: [Member], speakers: Int) throws(BenchError) {
        // Of an earlier round somebody may not have left yet, in whose seat nobody else is let in.
        let room = "\(name)-\(UInt32.random(in: .min ... .max))@rooms.localhost"
        for (seat, member) in members.enumerated() {
            // Who said something is read from this: everybody is sent what they said themselves, too.
            member.client.deliveryCount = seat
            member.client.speech = Speech(
                before: Array("<message to='\(room)' type='groupchat' id='".utf8), number: .sevenDigits,
                after: Array("'><body>\(Speech.text)</body></message>".utf8))
            // The last that comes is what the room is about.
            try member.client.ask(
                "<presence to='\(room)/s\(seat)'><x xmlns='http://jabber.org/protocol/muc'>"
                    + "<history maxstanzas='0'/></x></presence>", until: "</message>")
        }
    }

    func hear(_ bytes: UnsafeBufferPointer<UInt8>, by client: Client) throws(BenchError) -> (Heard, used: Int) {
        var heard = Heard()
        var start = 0
        let last = "</message>"
        while let end = Self.find(last, in: bytes, from: start) {
            let stanza = UnsafeBufferPointer(rebasing: bytes[start..<end])
            guard Self.find("type='error'", in: stanza, from: 0) == nil else {
                throw BenchError("Prosody refused: \(String(decoding: stanza, as: UTF8.self))")
            }
            let isOwn = Self.find("@rooms.localhost/s\(client.deliveryCount)'", in: stanza, from: 0) != nil
            if isOwn { heard.acknowledged += 1 } else { heard.delivered += 1 }
            start = end + last.utf8.count
        }
        return (heard, start)
    }

    private static func find(_ words: String, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var words = words
        return words.withUTF8 { words in
            guard let first = words.first, let wanted = words.baseAddress else { return nil }
            var start = start
            while start + words.count <= bytes.count {
                guard let found = memchr(base + start, Int32(first), bytes.count - words.count - start + 1) else {
                    return nil
                }
                if memcmp(found, wanted, words.count) == 0 {
                    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
                }
                start = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
            }
            return nil
        }
    }
}
