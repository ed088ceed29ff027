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
        .library(name: "ChatServer", targets: ["ChatServer"]),
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
        .target(
            name: "ChatServer", dependencies: ["ChatOptions", "ChatProtocol", "ChatSystem", "CSQLite"],
            swiftSettings: house, plugins: ["ContractPlugin"]),
        .target(
            name: "ChatClient", dependencies: ["ChatOptions", "ChatProtocol", "ChatSystem", "TracePage"],
            path: "Sources", sources: ["AppFrameworks", "ChatClient", "Gherkin", "Scenario"],
            swiftSettings: house),
        // Apart, because the compiler takes seconds for bytes in code: so it does once.
        .target(name: "TracePage", resources: [.embedInCode("Page")], swiftSettings: house),
        .target(name: "ChatTestKit", dependencies: ["ChatServer", "ChatClient", "ChatProtocol"], swiftSettings: house),

        .executableTarget(name: "chat-server", dependencies: ["ChatServer", "ChatSystem"], swiftSettings: house),
        .executableTarget(
            name: "chat-client", dependencies: ["ChatClient", "ChatServer", "ChatSystem", "ChatTestKit"],
            swiftSettings: house),
        .executableTarget(name: "websocket-echo", dependencies: ["ChatProtocol", "ChatSystem"], swiftSettings: house),

        .testTarget(name: "SystemTests", dependencies: ["ChatSystem"], swiftSettings: house),
        .testTarget(name: "ProtocolTests", dependencies: ["ChatProtocol"], swiftSettings: house),
        .testTarget(
            name: "ChatServerTests", dependencies: ["ChatServer", "ChatProtocol", "ChatSystem"],
            swiftSettings: house),
        .testTarget(
            name: "ChatClientTests", dependencies: ["ChatClient", "ChatOptions", "ChatProtocol", "ChatSystem"],
            path: "Tests",
            sources: [
                "AppFrameworksTests", "ChatClientTests", "ChatConnectionTests", "ChatScenarioTests", "ChatScreensTests",
                "ChatSessionTests", "ChatTerminalTests", "GherkinTests", "TestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "ChatTestKit", "ChatServer", "ChatClient", "ChatProtocol", "ChatSystem", "chat-server", "chat-client",
            ],
            swiftSettings: house),
    ]
)
