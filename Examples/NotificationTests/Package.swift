// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "NotificationTests",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "understudy", path: "../..")],
    targets: [
        .testTarget(
            name: "NotificationTests", dependencies: [.product(name: "ChatTestKit", package: "understudy")])
    ]
)
