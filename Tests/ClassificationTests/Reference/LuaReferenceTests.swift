import Classification
import Foundation
import Testing

@Suite("The Lua reference")
struct LuaReferenceTests {
    @Test("has the fields that a function reads, and no other")
    func fields() throws {
        let names = try inConsole("local t = tx(1):copy() for k in pairs(t) do print(k) end")
        let stubs = LuaReference.stubs(categories: [])
        #expect(names.count > 15)
        for name in names { #expect(stubs.contains("---@field \(name) "), "\(name)") }
        // A field that is nil is in no copy; one that is not there is an error.
        for name in ["Transaction", "DecidedTransaction"] {
            for field in fields(of: name, in: stubs) {
                #expect(throws: Never.self) { _ = try inConsole("return tx(1).\(field)") }
            }
        }
    }

    @Test("names methods and functions that are there")
    func functions() throws {
        for line in LuaReference.stubs(categories: []).split(separator: "\n") {
            guard
                let match = line.wholeMatch(
                    of: /function (?:ghostvault_(\w+)[:.]|string[:.])?(\w+)\(.*/)
            else { continue }
            let name = String(match.output.2)
            let owner: String
            switch match.output.1 {
            case "Transaction": owner = "tx(1)"
            case "View": owner = "view"
            // Made by files only, which other tests see.
            case "Map": continue
            case nil where line.contains("string"): owner = "string"
            // Words of files.
            default: continue
            }
            #expect(try inConsole("print(type(\(owner).\(name)))") == ["function"], "\(name)")
        }
    }

    @Test("stubs name the categories that there are")
    func categories() {
        #expect(
            LuaReference.stubs(categories: ["dining", "pets"])
                .contains("---@alias ghostvault.Category \"dining\"|\"pets\"\n"))
    }

    @Test("stubs name the accounts where an account is meant, and take a part of a name")
    func accounts() {
        let stubs = LuaReference.stubs(categories: ["pets"], accounts: ["Joint \"A\""])
        #expect(
            stubs.contains("---@alias ghostvault.AccountName \"Joint \\\"A\\\"\"|string\n"))
        #expect(stubs.contains("---@field account? ghostvault.AccountName|ghostvault.TextTest|"))
        #expect(
            stubs.contains(
                "---@field category? ghostvault.Category|ghostvault.AnyTest|ghostvault.Category[] ")
        )
    }

    @Test("the settings for the language server are JSON")
    func settings() throws {
        let text = LuaReference.languageServerSettings(stubs: ".lua-stubs")
        let settings = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(settings["workspace.library"] as? [String] == [".lua-stubs"])
        #expect((settings["runtime.builtin"] as? [String: String])?["os"] == "disable")
    }

    private func fields(of type: String, in stubs: String) -> [String] {
        let lines = stubs.split(separator: "\n")
        guard
            let start = lines.firstIndex(where: { $0.hasPrefix("---@class ghostvault.\(type)") })
        else { return [] }
        return lines[(start + 1)...].prefix { $0.hasPrefix("---@field") }.compactMap {
            $0.split(separator: " ").dropFirst().first.map(String.init)
        }
    }

    private func inConsole(_ line: String) throws -> [String] {
        let rule = "rule { when = {}, set = { tags = { 'a' }, lens = 'want' } }"
        return try LuaConsole.open(
            over: makeSnapshot([Row(description: "A", memo: "m", merchantCode: "5411")]),
            classifier: Classifier(pipeline: try makeBarePipeline(), userRules: try load([rule]))
        ) { try $0.lines(line) }
    }
}
