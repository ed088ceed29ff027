/// Somebody's client as a program: lines to it, and lines of it.
package protocol ClientProgram: AnyObject {
    /// Says a line to it.
    func say(_ line: String)

    /// The lines that it said since the last look. It never waits.
    func hear() -> [String]

    /// How it ended; nil while it runs.
    var end: String? { get }

    /// Ends it.
    func stop()
}
