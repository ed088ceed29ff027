/// The entry of `chat-server`: everything is in the library.
@main
struct ChatServerMain {
    static func main() {}
}
