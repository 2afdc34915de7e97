import Automation
import Foundation
import Testing

@Suite("The Lua reference with automations")
struct AutomationReferenceTests {
    private let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/lua-reference.md")

    @Test("is what docs/lua-reference.md says; RECORD_TRANSCRIPTS=1 writes it")
    func isWritten() throws {
        if ProcessInfo.processInfo.environment["RECORD_TRANSCRIPTS"] == "1" {
            try AutomationReference.page.write(to: page, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: page, encoding: .utf8) == AutomationReference.page)
    }

    @Test("every type that the stubs name is declared, and once")
    func types() {
        let stubs = AutomationReference.stubs(categories: ["dining"])
        let declared = stubs.matches(of: /---@(?:class|alias) (ghostvault\.\w+)/)
            .map { String($0.output.1) }
        let named = stubs.matches(of: /ghostvault\.\w+/).map { String($0.output) }
        #expect(Set(declared).count == declared.count)
        #expect(Set(named).subtracting(declared) == [])
    }

    @Test("every field of every event can be read, and is in the stubs")
    func fields() throws {
        let stubs = AutomationReference.stubs(categories: [])
        for kind in EventKind.allCases {
            for field in kind.shape.fields {
                #expect(stubs.contains("---@field \(field.name) "), "\(kind) \(field.name)")
            }
        }
    }

    @Test("every word of files and handlers is there", arguments: ActionWord.allCases)
    func words(word: ActionWord) throws {
        let stubs = AutomationReference.stubs(categories: [])
        #expect(stubs.contains("\nfunction \(word.rawValue)("))
        #expect(stubs.contains("\nfunction on(kind, options, handler) end\n"))
    }
}
