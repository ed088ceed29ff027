/// The entry of `chat-client`: everything is in the library.
@main
struct ChatClientMain {
    static func main() {}
}
