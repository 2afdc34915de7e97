import Foundation
import Testing

@Suite("The C shims")
struct ShimImportTests {
    /// An error of Lua jumps over frames, and Swift's can't be jumped over: so
    /// the files named here alone speak to the shim, and call nothing that jumps.
    @Test(
        "a shim is imported by the Swift files that wrap it only",
        arguments: [
            (
                "CLuaShim",
                [
                    "Scripting/Lua/LuaMachine.swift", "Scripting/Lua/LuaQueries.swift",
                    "Scripting/Lua/NodeReader.swift",
                    "Scripting/Lua/PackedLibrary.swift", "Scripting/Lua/RecordBuffer.swift",
                    "Scripting/Messages/RowBlock.swift",
                ]
            ),
            (
                "CCurlShim",
                [
                    "Automation/Delivery/JSONPost.swift", "Platform/CurlHandle.swift",
                    "SimpleFIN/CurlTransport.swift",
                ]
            ),
            ("CRegexShim", ["Rules/Rulebook/CompiledRegex.swift"]),
            ("CSQLiteSessionShim", ["Vault/Decisions/ChangeRecording.swift"]),
            (
                "CShippedFiles",
                [
                    "Classification/Places/PlaceTables.swift", "Configuration/CompiledWords.swift",
                    "Engine/Files/ShippedFiles.swift",
                ]
            ),
            (
                "CPlatformShim",
                [
                    "Platform/DraftFile.swift", "Platform/ProcessMemory.swift",
                    "Platform/Programs/RunningProgram.swift",
                    "Platform/Waiting/InotifyBackend.swift", "Scripting/Worker/ScriptWorker.swift",
                    "Scripting/Worker/WorkerProcess.swift", "Terminal/Input/LinePrompt.swift",
                ]
            ),
            (
                "CZlib",
                [
                    "Statements/ZipFile.swift", "Vault/Backups/GzipStream.swift",
                    "Vault/Decisions/PluginDecisions.swift",
                ]
            ),
            ("CExpat", ["Statements/Camt/XMLTree.swift"]),
        ])
    func isImportedByItsWrappers(shim: String, wrappers: [String]) throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
            .filter { $0.hasSuffix(".swift") }
        #expect(files.count > 100)
        let importing = try files.filter { file in
            try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
                .split(separator: "\n").contains { $0.hasSuffix("import \(shim)") }
        }
        #expect(importing.sorted() == wrappers)
    }
}
