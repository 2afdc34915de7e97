// swift-tools-version:6.2

import PackageDescription

/// On a developer's machine a warning is a note; in CI it is an error.
let warningsAreErrors = Context.environment["CI"] != nil

let swiftSettings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

let cSettings: [CSetting] =
    [.enableWarning("all"), .enableWarning("extra")]
    + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

/// A room: a Swift target under `Sources/`, listed from top to bottom; each imports only
/// rooms below it.
func room(_ name: String, imports: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: imports, swiftSettings: swiftSettings)
}

/// A C target that makes one system library safe to call from Swift.
func shim(
    _ name: String, over shims: [Target.Dependency] = [], _ furtherSettings: [CSetting] = [],
    links: [LinkerSetting] = []
) -> Target {
    .target(
        name: name, dependencies: shims, cSettings: cSettings + furtherSettings,
        linkerSettings: links)
}

func program(_ name: String, imports: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: imports, swiftSettings: swiftSettings)
}

func tests(
    _ name: String, of imports: [Target.Dependency], except files: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: ["TestSupport"] + imports, exclude: files,
        swiftSettings: swiftSettings)
}

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")

let package = Package(
    name: "ghostvault",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "ghostvault", targets: ["ghostvault"]),
        .executable(name: "ghostvault-demo-bank", targets: ["ghostvault-demo-bank"]),
        .library(name: "SimpleFIN", targets: ["SimpleFIN"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    ],
    targets: [
        program(
            "ghostvault",
            imports: [
                "Engine", "Insights", "Vault", "Automation", "Classification", "Configuration",
                "SimpleFIN", "Rules", "Scripting", "Platform", "Model",
                "Letter", "Statements", "Serving", "Terminal", argumentParser,
            ]),
        program(
            "ghostvault-demo-bank",
            imports: ["DemoHousehold", "Serving", "Model", "Terminal", argumentParser]),
        room("DemoHousehold", imports: ["Model"]),
        room(
            "Engine",
            imports: [
                "Insights", "Vault", "SimpleFIN", "Statements", "Configuration", "Automation",
                "Classification", "Rules", "Scripting", "Platform", "Model",
                "CShippedFiles",
            ]),
        room("Insights", imports: ["Vault", "Model"]),
        room(
            "Configuration",
            imports: [
                "Automation", "Classification", "Rules", "Scripting", "Statements", "Platform",
                "Model", "CShippedFiles",
            ]),
        room(
            "Automation",
            imports: ["Classification", "Scripting", "Platform", "Model", "CCurlShim"]),
        room(
            "Classification",
            imports: ["Rules", "Scripting", "Statements", "Model", "CShippedFiles"]),
        room("Rules", imports: ["Model", "CRegexShim"]),
        room(
            "Vault", imports: ["Platform", "Model", "CSQLiteSessionShim", "CZlib", grdb, sqlite]),
        room("SimpleFIN", imports: ["Platform", "Model", "CCurlShim"]),
        room("Platform", imports: ["Model", "CPlatformShim", "CCurlShim"]),
        room("Scripting", imports: ["Model", "CLuaShim", "CPlatformShim", toml]),
        room("Letter", imports: ["Model"]),
        room("Statements", imports: ["Model", "CExpat", "CZlib", sqlite]),
        room("Terminal", imports: ["Model", "CPlatformShim"]),
        room("Serving"),
        room("Model"),
        shim("CLuaShim", links: [.linkedLibrary("lua5.4", .when(platforms: [.linux]))]),
        shim("CCurlShim", links: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        shim("CPlatformShim", links: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        shim("CRegexShim", links: [.linkedLibrary("pcre2-8")]),
        shim("CSQLiteSessionShim", links: [.linkedLibrary("sqlite3")]),
        .target(
            name: "CShippedFiles", exclude: ["words.table"],
            // #embed is C23, and known to every clang that this package asks for.
            cSettings: cSettings + [.disableWarning("c23-extensions")]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),

        .target(
            name: "Programs", dependencies: ["ghostvault", "ghostvault-demo-bank"],
            path: "Tools/Programs", swiftSettings: swiftSettings),
        .executableTarget(
            name: "ghostvault-compile-words", dependencies: ["Engine", "Configuration"],
            path: "Tools/words", swiftSettings: swiftSettings),
        .executableTarget(
            name: "ghostvault-read-statement", dependencies: ["Statements", "Model"],
            path: "Tools/statements", exclude: ["compare.py", "mutate.py"],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "ghostvault-fuzz-rules", dependencies: ["Scripting", "TestSupport"],
            path: "Tools/Fuzzing/RuleFiles", swiftSettings: swiftSettings),
        .executableTarget(
            name: "ghostvault-torture",
            dependencies: [
                "DemoHousehold", "Model", "TestSupport", argumentParser, grdb,
            ],
            path: "Tools/Fuzzing/Torture", exclude: ["FullDisk/full_disk.c"],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "ghostvault-fuzz-answers",
            dependencies: [
                "Engine", "Vault", "SimpleFIN", "Scripting", "Model", "TestSupport", sqlite,
            ],
            path: "Tools/Fuzzing/Answers", swiftSettings: swiftSettings),
        .target(
            name: "BenchmarkData", dependencies: ["DemoHousehold", "Rules", "Model"],
            path: "Tools/Benchmarks/Data", swiftSettings: swiftSettings),
        .target(name: "CSearch", path: "Tools/Benchmarks/CSearch", cSettings: cSettings),
        .executableTarget(
            name: "ghostvault-bench",
            dependencies: [
                "BenchmarkData", "Classification", "DemoHousehold", "Engine", "Rules", "Scripting",
                "SimpleFIN", "Vault", "Platform", "Model", "CSearch", sqlite,
            ],
            path: "Tools/Benchmarks/Program", swiftSettings: swiftSettings),

        .target(
            name: "Accuracy",
            dependencies: [
                "DemoHousehold", "Classification", "Configuration", "Scripting", "Model", toml,
            ],
            path: "Tools/Accuracy/Measure", swiftSettings: swiftSettings),
        .executableTarget(
            name: "ghostvault-accuracy",
            dependencies: ["Accuracy", "DemoHousehold", argumentParser],
            path: "Tools/Accuracy/Program", swiftSettings: swiftSettings),

        .executableTarget(
            name: "planted-worker", dependencies: ["Scripting"], path: "Tests/PlantedWorker",
            swiftSettings: swiftSettings),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: swiftSettings),
        .target(
            name: "TestKeyring", dependencies: ["Platform", "TestSupport"],
            path: "Tests/TestKeyring",
            swiftSettings: swiftSettings),
        .target(
            name: "TestServers", dependencies: ["TestSupport"], path: "Tests/TestServers",
            swiftSettings: swiftSettings),
        .target(
            name: "TestExports", dependencies: [sqlite], path: "Tests/TestExports",
            swiftSettings: swiftSettings),
        .target(name: "TestTerminal", path: "Tests/TestTerminal", cSettings: cSettings),
        tests("ModelTests", of: ["Model"]),
        tests("PlatformTests", of: ["Platform", "TestKeyring", "TestServers"]),
        tests("ServingTests", of: ["Serving"]),
        tests("LetterTests", of: ["Letter", "Model"]),
        tests("StatementsTests", of: ["Statements", "Model", "TestExports"]),
        tests("TerminalTests", of: ["Terminal", "Model"]),
        tests("ScriptingTests", of: ["Scripting", "planted-worker"]),
        tests("SimpleFINTests", of: ["SimpleFIN", "Model", "TestServers"]),
        tests("RulesTests", of: ["Rules", "Model", "BenchmarkData"]),
        tests("DemoHouseholdTests", of: ["DemoHousehold", "Model"]),
        tests(
            "ClassificationTests",
            of: ["Classification", "Rules", "Scripting", "Statements", "Model"]),
        tests(
            "AutomationTests",
            of: [
                "Automation", "Classification", "Scripting", "Platform", "Model", "TestServers",
            ]),
        tests(
            "ConfigurationTests",
            of: [
                "Configuration", "Automation", "Classification", "Rules", "Scripting",
                "Statements", "Model", "CShippedFiles", toml,
            ]),
        tests("VaultTests", of: ["Vault", "Model", grdb]),
        tests(
            "EngineTests",
            of: [
                "Engine", "Insights", "Vault", "SimpleFIN", "Statements", "DemoHousehold",
                "Automation",
                "Classification", "Configuration", "Scripting", "Platform",
                "Model", "TestExports", "TestKeyring", "planted-worker", grdb,
            ]),
        tests("InsightsTests", of: ["Insights", "Vault", "DemoHousehold", "Model"]),
        tests("AccuracyTests", of: ["Accuracy", "DemoHousehold", "Classification", "Model"]),
        tests(
            "CommandTests",
            of: [
                "ghostvault", "ghostvault-demo-bank", "Engine", "Vault", "Serving", "Letter",
                "Scripting", "Terminal",
                "Model", "TestKeyring", "TestServers", "TestTerminal", grdb,
            ],
            except: ["Transcripts"]),
    ]
)
