import ChatCore
import ChatLog
import ChatProtocol

/// The faults of a world: in memory where this server alone serves it, and else in rows that all read, each of which
/// comes about as often as it should, whoever's streams it waits for.
extension World {
    /// Takes a fault in.
    func inject(_ request: InjectFault) throws(RPCError) -> Fault {
        guard let shared = log.liveTables else { return try live.faults.inject(request, max: limits.faults) }
        let number: Int64?
        do {
            number = try shared.addFault(isOnce: request.target.nth != nil, max: limits.faults) {
                JSONWriter.bytes(of: FaultTable.fault(request, number: $0))
            }
        } catch {
            throw RPCError(error)
        }
        guard let number else {
            throw RPCError.tooLarge("This world would have \(limits.faults + 1) faults", limit: "faults", limits.faults)
        }
        do { try loadFaults() } catch { throw RPCError(error) }
        tellOthers(.faultsChanged)
        return FaultTable.fault(request, number: number)
    }

    /// Takes a fault out, or all.
    func clearFaults(_ id: FaultID?) throws(RPCError) {
        guard let shared = log.liveTables else { return try live.faults.clear(id) }
        do { try loadFaults() } catch { throw RPCError(error) }
        // What there is none of is refused.
        let number = try id.map(live.faults.number)
        do {
            _ = try shared.removeFault(number)
            try loadFaults()
        } catch {
            throw RPCError(error)
        }
        tellOthers(.faultsChanged)
    }

    /// Learns which faults there are, where others make some too.
    func loadFaults() throws(LogError) {
        guard let shared = log.liveTables else { return }
        live.faults.load(try shared.faults().compactMap { row in Fault(row).map { (row.number, $0) } })
    }

    /// The fault that comes about on an occasion. What cannot be counted does not.
    func meet(_ occasion: FaultTable.Occasion) -> Fault? {
        guard let shared = log.liveTables else { return live.faults.meet(occasion) }
        let met = live.faults.matching(occasion)
        guard !met.isEmpty, let matches = try? shared.countMatch(of: met) else { return nil }
        for number in live.faults.due(of: met, at: matches) where (try? shared.fire(number)) == true {
            return live.faults.fire(number)
        }
        return nil
    }
}

extension Fault {
    fileprivate init?(_ row: StoredFault) {
        guard let value = try? JSONReader.read(row.body, depthMax: 64).value, var fields = try? JSONFields(value),
            let fault = try? Fault(from: &fields)
        else { return nil }
        self = fault
        fired = Int(row.fired)
    }
}
