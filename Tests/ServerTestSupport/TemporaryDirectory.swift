import Foundation

/// Runs a closure with the path of a new directory, and removes the directory afterwards.
package func withTemporaryDirectory<Answer>(_ body: (String) throws -> Answer) throws -> Answer {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("understudy-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try body(directory.path)
}
