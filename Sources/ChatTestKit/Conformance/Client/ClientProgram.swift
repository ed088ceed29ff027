/// A client as a program that reads and prints lines.
package protocol ClientProgram: AnyObject {
    /// Sends a line to the program.
    func say(_ line: String)

    /// Returns the lines that the program has printed since the last call, without waiting.
    func hear() -> [String]

    /// A description of how the program ended; nil while it runs.
    var end: String? { get }

    /// Ends the program.
    func stop()
}
