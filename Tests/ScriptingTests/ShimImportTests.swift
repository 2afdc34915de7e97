import Foundation
import Testing

@Suite("The C shims")
struct ShimImportTests {
    /// An error of Lua jumps over frames, and Swift's can't be jumped over: so
    /// one file alone speaks to the shim, and calls nothing that jumps.
    @Test(
        "a shim is imported by one Swift file only",
        arguments: [
            ("CLuaShim", "Scripting/LuaMachine.swift"),
            ("CCurlShim", "SimpleFIN/Transport/CurlTransport.swift"),
            ("CRegexShim", "Rules/Regex/CompiledRegex.swift"),
            ("CShippedFiles", "Engine/Shipped/ShippedFiles.swift"),
            ("CZlib", "Vault/Facts/RawBody.swift"),
        ])
    func isImportedOnce(shim: String, file: String) throws {
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
        #expect(importing == [file])
    }
}
