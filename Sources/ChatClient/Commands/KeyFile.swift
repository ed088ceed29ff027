import ChatProtocol
import ChatScreens
import ChatSystem

/// The keys that a person chose: `keys.json` in the configuration folder, an object that maps names to keys.
enum KeyFile {
    /// Returns the keys of the file. If the file cannot be used, returns the standard keys and the problem.
    static func read(_ environment: [String: String]) -> (KeyBindings, problem: String?) {
        guard let path = BaseDirectory.configuration.path(environment: environment).map({ $0 + "/keys.json" }),
            (try? FileSystem.kind(of: path)) == .file
        else { return (KeyBindings(), nil) }
        do {
            let value = try JSONReader.read(try FileSystem.bytes(ofTextFile: path, max: 64 * 1024)).value
            let members = value.objectValue?.members ?? []
            let names = members.map { (name: "\($0.key)", key: $0.value.stringValue ?? "") }
            return (try KeyBindings(names), nil)
        } catch {
            return (KeyBindings(), "\(path): \(error). Using the standard keys")
        }
    }
}
