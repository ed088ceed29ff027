/// The entry of `websocket-echo`: everything is in the library.
@main
struct WebSocketEchoMain {
    static func main() {}
}
