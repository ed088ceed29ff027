import ChatProtocol
import FuzzDriver

/// JSON. Whatever comes: no crash; a fault lies within the text; and what was read is written, read again as the same
/// value, and written as the same bytes, on one line.
@main
enum JSONFuzz: FuzzTarget {
    static func check(_ bytes: [UInt8]) {
        let value: JSONValue
        do {
            value = try JSONReader.read(bytes).value
        } catch {
            hold((0...bytes.count).contains(error.offset), "a fault within the text")
            return
        }
        let written = JSONWriter.bytes(of: value)
        hold(!written.contains(0x0A), "a text on one line")
        guard let again = try? JSONReader.read(written).value else {
            hold(false, "what is written is read")
            return
        }
        hold(again == value, "what is written is read as what it was")
        hold(JSONWriter.bytes(of: again) == written, "what is read again is written as before")
    }
}
