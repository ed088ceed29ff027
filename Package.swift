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
        .library(name: "ChatClient", targets: ["ChatClient", "ChatConnection"]),
        .library(name: "Gherkin", targets: ["Gherkin"]),
        .library(name: "ChatTestKit", targets: ["ChatTestKit", "ChatConnection", "ChatProtocol"]),
        .library(name: "AppHost", targets: ["AppHost"]),
        .library(name: "AppTestKit", targets: ["AppTestKit"]),
        .library(name: "UnderstudyCloudKit", targets: ["UnderstudyCloudKit"]),
        .library(name: "UnderstudySharedWithYou", targets: ["UnderstudySharedWithYou"]),
        .library(name: "UnderstudySharedWithYouCore", targets: ["UnderstudySharedWithYouCore"]),
        .library(name: "UnderstudyUIKit", targets: ["UnderstudyUIKit"]),
        .library(name: "UnderstudyUniformTypeIdentifiers", targets: ["UnderstudyUniformTypeIdentifiers"]),
        .executable(name: "chat-server", targets: ["chat-server"]),
        .executable(name: "chat-client", targets: ["chat-client"]),
        .executable(name: "websocket-echo", targets: ["websocket-echo"]),
    ],
    targets: [
        .systemLibrary(name: "CSystem", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

        // Writes the folders `Generated` from the `.contract` files (script/contract). It depends on none of our targets,
        // because their code may wait for it.
        .executableTarget(
            name: "contract-compiler", path: "Sources/Programs/contract-compiler", swiftSettings: house),
        .target(name: "ChatProtocol", path: "Sources/Protocol", exclude: ["Contract"], swiftSettings: house),
        // Not `System`: that is a framework of Apple's.
        .target(
            name: "ChatSystem", dependencies: ["ChatProtocol", "CSystem"], path: "Sources/System", swiftSettings: house),
        // The server's rooms: each knows those above it alone.
        .target(
            name: "ChatCore", dependencies: ["ChatProtocol"], path: "Sources/ChatServer/Core",
            exclude: ["Contract"], swiftSettings: house),
        .target(
            name: "ChatLog", dependencies: ["ChatCore", "ChatProtocol", "ChatSystem", "CSystem"],
            path: "Sources/ChatServer/Log", swiftSettings: house),
        .target(
            name: "ChatEngine", dependencies: ["ChatCore", "ChatLog", "ChatProtocol"],
            path: "Sources/ChatServer/Engine", exclude: ["Contract"], swiftSettings: house),
        .target(
            name: "ChatServer",
            dependencies: [
                "ChatCore", "ChatEngine", "ChatLog", "ChatProtocol", "ChatSystem", "Pages",
            ],
            path: "Sources/ChatServer/Network", swiftSettings: house),
        // What a person sees, from the keys up; the rooms of one client.
        .target(
            name: "ChatTerminal", dependencies: ["ChatProtocol", "ChatSystem"], path: "Sources/ChatClient/Terminal",
            swiftSettings: house),
        .target(
            name: "ChatConnection", dependencies: ["ChatProtocol", "ChatSystem"], path: "Sources/ChatClient/Connection",
            swiftSettings: house),
        .target(
            name: "AppModel", dependencies: ["ChatConnection", "ChatProtocol", "ChatSystem", "ChatTerminal"],
            swiftSettings: house),
        .target(
            name: "ChatScreens", dependencies: ["AppModel", "ChatProtocol", "ChatTerminal"],
            path: "Sources/ChatClient",
            exclude: ["Commands", "Connection", "Session", "Terminal", "Screens/Contract"],
            sources: ["Actions", "Screens"], swiftSettings: house),
        .target(
            name: "ChatSession",
            dependencies: [
                "AppModel", "ChatConnection", "ChatProtocol", "ChatScreens", "ChatSystem", "ChatTerminal",
            ],
            path: "Sources/ChatClient/Session", exclude: ["Contract"], swiftSettings: house),
        .target(name: "Gherkin", swiftSettings: house),
        .target(
            name: "ChatScenario",
            dependencies: [
                "AppModel", "ChatConnection", "ChatProtocol", "ChatScreens", "ChatSession",
                "ChatSystem", "ChatTerminal", "Gherkin", "Pages",
            ],
            path: "Sources/Scenario", swiftSettings: house),
        // Whether somebody's own server or client keeps the contract.
        .target(
            name: "ChatConformance", dependencies: ["ChatConnection", "ChatProtocol", "ChatSystem"],
            path: "Sources/ChatTestKit/Conformance", resources: [.embedInCode("Checks")], swiftSettings: house),
        .target(
            name: "ChatClient",
            dependencies: [
                "AppModel", "ChatConformance", "ChatConnection", "ChatProtocol", "ChatScenario",
                "ChatScreens",
                "ChatSession", "ChatSystem", "ChatTerminal", "Gherkin", "Pages",
            ],
            path: "Sources/ChatClient/Commands", resources: [.embedInCode("Demo/Tour")], swiftSettings: house),
        // A target of their own: the compiler takes seconds for the bytes of pages in code.
        .target(
            name: "Pages",
            resources: [
                .embedInCode("Shared"), .embedInCode("Trace"), .embedInCode("Inspector"), .embedInCode("Player"),
            ],
            swiftSettings: house),
        .target(
            name: "ChatTestKit",
            dependencies: [
                "ChatConnection", "ChatCore", "ChatEngine", "ChatLog", "ChatProtocol", "ChatServer",
                "ChatSystem",
            ],
            exclude: ["Conformance"], swiftSettings: house),

        // Apple's classes for an app's own code: a thin layer on Foundation above AppModel.
        .target(
            name: "UnderstudyRuntime", dependencies: ["AppModel", "ChatConnection", "ChatProtocol", "ChatSystem"],
            path: "Sources/Apple/Runtime", swiftSettings: house),
        .target(name: "UnderstudyFoundation", path: "Sources/Apple/Foundation", swiftSettings: house),
        .target(
            name: "UnderstudyUniformTypeIdentifiers", dependencies: ["UnderstudyFoundation"],
            path: "Sources/Apple/UniformTypeIdentifiers", swiftSettings: house),
        .target(
            name: "UnderstudyCloudKit",
            dependencies: ["AppModel", "ChatProtocol", "UnderstudyFoundation", "UnderstudyRuntime"],
            path: "Sources/Apple/CloudKit", swiftSettings: house),
        .target(
            name: "UnderstudyUIKit",
            dependencies: [
                "AppModel", "UnderstudyCloudKit", "UnderstudyFoundation", "UnderstudyRuntime",
                "UnderstudyUniformTypeIdentifiers",
            ],
            path: "Sources/Apple/UIKit", swiftSettings: house),
        .target(
            name: "UnderstudySharedWithYouCore",
            dependencies: ["AppModel", "ChatProtocol", "UnderstudyFoundation", "UnderstudyRuntime"],
            path: "Sources/Apple/SharedWithYouCore", swiftSettings: house),
        .target(
            name: "UnderstudySharedWithYou",
            dependencies: [
                "AppModel", "ChatProtocol", "UnderstudyFoundation", "UnderstudyRuntime",
                "UnderstudySharedWithYouCore", "UnderstudyUIKit",
                "UnderstudyUniformTypeIdentifiers",
            ],
            path: "Sources/Apple/SharedWithYou", swiftSettings: house),
        .target(
            name: "AppTestKit",
            dependencies: [
                "AppModel", "ChatConnection", "ChatProtocol", "ChatTestKit", "UnderstudyCloudKit",
                "UnderstudyFoundation", "UnderstudyRuntime", "UnderstudySharedWithYou", "UnderstudySharedWithYouCore",
                "UnderstudyUIKit",
            ],
            path: "Sources/Apple/TestKit", swiftSettings: house),
        // Runs an app's own program in a terminal.
        .target(
            name: "AppHost",
            dependencies: [
                "AppModel", "ChatConnection", "ChatProtocol", "ChatScreens", "ChatSession", "ChatSystem",
                "ChatTerminal", "UnderstudyCloudKit", "UnderstudyFoundation", "UnderstudyRuntime",
                "UnderstudySharedWithYou", "UnderstudySharedWithYouCore", "UnderstudyUIKit",
            ],
            path: "Sources/Apple/Host", swiftSettings: house),

        .executableTarget(
            name: "chat-server", dependencies: ["ChatServer", "ChatSystem"], path: "Sources/Programs/chat-server",
            swiftSettings: house),
        .executableTarget(
            name: "chat-client",
            dependencies: ["ChatClient", "ChatConnection", "ChatCore", "ChatServer", "ChatSystem", "ChatTestKit"],
            path: "Sources/Programs/chat-client", swiftSettings: house),
        .executableTarget(
            name: "websocket-echo", dependencies: ["ChatProtocol", "ChatSystem"],
            path: "Sources/Programs/websocket-echo", swiftSettings: house),
        .executableTarget(
            name: "chat-simulator",
            dependencies: ["ChatConnection", "ChatLog", "ChatScenario", "ChatSystem", "ChatTestKit"],
            path: "Sources/Programs/chat-simulator", swiftSettings: house),

        // How much the tests of every room try.
        .target(name: "TestExtent", path: "Tests/TestExtent", swiftSettings: house),
        .testTarget(name: "SystemTests", dependencies: ["ChatSystem"], swiftSettings: house),
        .testTarget(name: "ProtocolTests", dependencies: ["ChatProtocol"], swiftSettings: house),
        // What the tests of several of the server's rooms stand on.
        .target(
            name: "ServerTestSupport", dependencies: ["ChatCore", "ChatProtocol", "ChatSystem", "TestExtent"],
            path: "Tests/ServerTestSupport", swiftSettings: house),
        .target(
            name: "TestSupport", dependencies: ["AppModel", "ChatProtocol"], path: "Tests/TestSupport",
            swiftSettings: house),
        .testTarget(
            name: "ChatCoreTests",
            dependencies: ["ChatCore", "ChatLog", "ChatProtocol", "ServerTestSupport", "TestExtent"],
            swiftSettings: house),
        .testTarget(
            name: "ChatLogTests",
            dependencies: ["CSystem", "ChatLog", "ChatProtocol", "ChatSystem", "ServerTestSupport", "TestExtent"],
            swiftSettings: house),
        .testTarget(
            name: "ChatEngineTests",
            dependencies: [
                "ChatCore", "ChatEngine", "ChatLog", "ChatProtocol", "ChatTestKit", "ServerTestSupport", "TestExtent",
            ],
            swiftSettings: house),
        .testTarget(
            name: "ChatServerTests",
            dependencies: [
                "ChatCore", "ChatEngine", "ChatLog", "ChatServer", "ChatProtocol", "ChatSystem", "Pages",
                "ServerTestSupport",
            ], swiftSettings: house),
        .testTarget(
            name: "ChatTerminalTests",
            dependencies: ["ChatProtocol", "ChatSystem", "ChatTerminal", "ChatTestKit", "TestExtent"],
            swiftSettings: house),
        .testTarget(
            name: "ChatConnectionTests",
            dependencies: ["AppModel", "ChatConnection", "ChatProtocol", "ChatSession"],
            swiftSettings: house),
        .testTarget(
            name: "AppModelTests",
            dependencies: [
                "AppModel", "ChatConnection", "ChatProtocol", "ChatScreens", "ChatTerminal", "TestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "ChatScreensTests",
            dependencies: [
                "AppModel", "ChatClient", "ChatProtocol", "ChatScreens", "ChatSession",
                "ChatTerminal", "TestExtent", "TestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "ChatSessionTests",
            dependencies: [
                "AppModel", "ChatConnection", "ChatProtocol", "ChatScreens", "ChatSession", "ChatSystem",
                "ChatTerminal", "TestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "GherkinTests", dependencies: ["ChatProtocol", "ChatTerminal", "Gherkin"], swiftSettings: house),
        .testTarget(
            name: "ChatScenarioTests",
            dependencies: [
                "AppModel", "ChatClient", "ChatConnection", "ChatProtocol", "ChatScenario",
                "ChatScreens", "ChatSession", "ChatSystem", "ChatTerminal", "Gherkin", "TestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "ChatClientTests",
            dependencies: [
                "ChatClient", "ChatConnection", "ChatProtocol", "ChatScenario", "ChatScreens",
                "ChatSession", "ChatSystem", "Gherkin", "TestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "ChatConformanceTests",
            dependencies: [
                "ChatConformance", "ChatConnection", "ChatProtocol", "ChatSystem", "ChatTestKit", "TestExtent",
            ],
            swiftSettings: house),
        .testTarget(
            name: "ChatTestKitTests",
            dependencies: ["ChatConnection", "ChatProtocol", "ChatTestKit", "TestExtent"],
            swiftSettings: house),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "AppModel", "ChatClient", "ChatConformance", "ChatConnection", "ChatEngine", "ChatLog", "ChatProtocol",
                "ChatScenario", "ChatScreens", "ChatServer", "ChatSession", "ChatSystem", "ChatTerminal", "ChatTestKit",
                "Gherkin", "ServerTestSupport", "TestExtent", "TestSupport", "chat-client", "chat-server",
                "contract-compiler", "websocket-echo",
            ],
            swiftSettings: house),
    ]
)

// Modules under Apple's names. They exist on Linux alone, and give ours (docs/internals/decisions/0027-apples-names.md).
#if os(Linux)
    let names = ["CloudKit", "SharedWithYou", "SharedWithYouCore", "UIKit", "UniformTypeIdentifiers"]
    for name in names {
        package.targets.append(
            .target(name: name, dependencies: [.target(name: "Understudy\(name)")], path: "Sources/Apple/Names/\(name)")
        )
        package.products.append(.library(name: name, targets: [name]))
    }
    package.targets.append(
        .testTarget(
            name: "AppleTests",
            dependencies: [
                "AppHost", "AppModel", "AppTestKit", "ChatTerminal", "CloudKit", "SharedWithYou", "SharedWithYouCore",
                "TestExtent", "UIKit", "UniformTypeIdentifiers",
                "UnderstudyFoundation", "UnderstudyRuntime", "UnderstudySharedWithYou", "UnderstudyUIKit",
                "UnderstudyUniformTypeIdentifiers",
            ],
            exclude: ["Surface"], swiftSettings: house))
#endif
