import Foundation
import SimpleFIN
import Testing

@Suite("The library's page")
struct LibraryPageTests {
    @Test("has an example that does what it says")
    func example() throws {
        let client = Client(
            transport: ScriptedTransport(
                200,
                """
                {"errlist":[],"connections":[{"conn_id":"C1","name":"Otter Bank"}],
                 "accounts":[{"id":"A1","name":"Everyday","currency":"EUR","balance":"-05.50",
                 "conn_id":"C1"}]}
                """))
        let lines = try balances(at: AccessURL(bridgeAccess), using: client)
        #expect(lines == ["Otter Bank, Everyday: -5.50 EUR"])
    }

    @Test("shows that example as it is run here")
    func sameExample() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let package = tests.deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: package.appendingPathComponent(
                "Sources/SimpleFIN/SimpleFIN.docc/SimpleFIN.md"),
            encoding: .utf8)
        let source = try String(
            contentsOf: tests.appendingPathComponent("Support/LibraryExample.swift"),
            encoding: .utf8)
        let shown = try #require(
            page.components(separatedBy: "```swift\n").last?.components(separatedBy: "```").first)
        let run = try #require(source.range(of: "func ")).lowerBound
        #expect(shown == String(source[run...]))
    }
}
