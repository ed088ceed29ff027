import ChatProtocol

/// One sample as a line of JSON, for other programs.
enum SampleLine {
    /// - Parameters:
    ///   - subject: who was measured.
    ///   - load: what it took of generator and server, where both ran.
    static func text(
        _ work: String, unit: String, subject: String, round: Int, value: Double, load: Load? = nil
    ) -> String {
        let json = JSONWriter.object {
            $0.member("work", work)
            $0.member("unit", unit)
            $0.member("subject", subject)
            $0.member("round", JSONValue.integer(Int64(round)))
            $0.member("value", JSONValue.number(value))
            if let load {
                $0.member("generator", JSONValue.number(load.generator))
                $0.member("server", JSONValue.number(load.server))
            }
        }
        return String(decoding: json, as: UTF8.self)
    }

    static func lines(_ work: String, unit: String, subject: String, _ sample: Sample?) -> [String] {
        (sample?.values ?? []).enumerated().map { index, value in
            text(work, unit: unit, subject: subject, round: index + 1, value: value)
        }
    }
}
