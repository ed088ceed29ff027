// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "understudy",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "ChatProtocol", targets: ["ChatProtocol"]),
        .library(name: "ChatServer", targets: ["ChatCore", "ChatEngine", "ChatLog", "ChatServer"]),
        .library(name: "ChatClient", targets: ["ChatClient"]),
        .library(name: "ChatTestKit", targets: ["ChatTestKit"]),
        .executable(name: "chat-server", targets: ["chat-server"]),
        .executable(name: "chat-client", targets: ["chat-client"]),
        .executable(name: "websocket-echo", targets: ["websocket-echo"]),
    ],
    targets: [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

        // Not `System`: that is a framework of Apple's.
        .target(
            name: "ChatSystem", dependencies: [.target(name: "CLinux", condition: .when(platforms: [.linux]))],
            path: "Sources/System", swiftSettings: house),
        // Reads the `.contract` files of a target, and writes the Swift of what they describe.
        .plugin(name: "ContractPlugin", capability: .buildTool(), dependencies: ["contract-compiler"]),
        .executableTarget(name: "contract-compiler", dependencies: ["ChatSystem"], swiftSettings: house),
        .target(name: "ChatProtocol", path: "Sources/Protocol", swiftSettings: house, plugins: ["ContractPlugin"]),
        .target(name: "ChatOptions", dependencies: ["ChatProtocol"], path: "Sources/Options", swiftSettings: house),
        // The server's rooms: each knows those above it alone.
        .target(
            name: "ChatCore", dependencies: ["ChatProtocol"], path: "Sources/ChatServer/Core", swiftSettings: house,
            plugins: ["ContractPlugin"]),
        .target(
            name: "ChatLog", dependencies: ["ChatCore", "ChatProtocol", "ChatSystem", "CSQLite"],
            path: "Sources/ChatServer/Log", swiftSettings: house),
        .target(
            name: "ChatEngine", dependencies: ["ChatCore", "ChatLog", "ChatProtocol"],
            path: "Sources/ChatServer/Engine", swiftSettings: house),
        .target(
            name: "ChatServer",
            dependencies: ["ChatCore", "ChatEngine", "ChatLog", "ChatOptions", "ChatProtocol", "ChatSystem"],
            path: "Sources/ChatServer/Network", swiftSettings: house),
        .target(
            name: "ChatClient", dependencies: ["ChatOptions", "ChatProtocol", "ChatSystem", "TracePage"],
            swiftSettings: house),
        // Apart, because the compiler takes seconds for bytes in code: so it does once.
        .target(name: "TracePage", resources: [.embedInCode("Page")], swiftSettings: house),
        .target(
            name: "ChatTestKit", dependencies: ["ChatClient", "ChatEngine", "ChatLog", "ChatProtocol", "ChatServer"],
            swiftSettings: house),

        .executableTarget(name: "chat-server", dependencies: ["ChatServer", "ChatSystem"], swiftSettings: house),
        .executableTarget(
            name: "chat-client", dependencies: ["ChatClient", "ChatCore", "ChatServer", "ChatSystem", "ChatTestKit"],
            swiftSettings: house),
        .executableTarget(name: "websocket-echo", dependencies: ["ChatProtocol", "ChatSystem"], swiftSettings: house),

        .testTarget(name: "SystemTests", dependencies: ["ChatSystem"], swiftSettings: house),
        .testTarget(name: "ProtocolTests", dependencies: ["ChatProtocol"], swiftSettings: house),
        // What the tests of several of the server's rooms stand on.
        .target(
            name: "ServerTestSupport", dependencies: ["ChatCore", "ChatProtocol"], path: "Tests/ServerTestSupport",
            swiftSettings: house),
        .testTarget(
            name: "ChatCoreTests", dependencies: ["ChatCore", "ChatLog", "ChatProtocol", "ServerTestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "ChatLogTests", dependencies: ["ChatLog", "ChatProtocol", "ChatSystem", "ServerTestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "ChatEngineTests",
            dependencies: ["ChatCore", "ChatEngine", "ChatLog", "ChatProtocol", "ServerTestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "ChatServerTests",
            dependencies: [
                "ChatCore", "ChatEngine", "ChatLog", "ChatServer", "ChatProtocol", "ChatSystem", "ServerTestSupport",
            ], swiftSettings: house),
        .testTarget(
            name: "ChatClientTests", dependencies: ["ChatClient", "ChatOptions", "ChatProtocol", "ChatSystem"],
            swiftSettings: house),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "ChatTestKit", "ChatEngine", "ChatLog", "ChatServer", "ChatClient", "ChatProtocol", "ChatSystem",
                "chat-server", "chat-client",
            ],
            swiftSettings: house),
    ]
)
