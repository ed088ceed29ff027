/// Something that is told a run and tells it on: as text on a terminal, as a file that another program reads.
///
/// A report is a value that writes text to whoever gave it a place. It asks no clock: the same events give the same
/// bytes.
protocol Report {
    /// Takes an event.
    mutating func report(_ event: RunEvent)
}
