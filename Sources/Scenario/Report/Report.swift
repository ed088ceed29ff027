/// A report that receives the events of a run and writes them: as text on a terminal, or as a file for another program.
///
/// A report passes text to a closure. It reads no clock, so the same events give the same bytes.
protocol Report {
    /// Receives an event.
    mutating func report(_ event: RunEvent)
}
