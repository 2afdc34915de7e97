import Foundation
import Model
import Scripting
import Testing

@testable import Configuration

@Suite("docs/configuration.md")
struct ConfigurationPageTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func page() throws -> String {
        try String(
            contentsOf: root.appendingPathComponent("docs/configuration.md"), encoding: .utf8)
    }

    private static func files() throws -> [String] {
        try FileManager.default
            .contentsOfDirectory(atPath: root.appendingPathComponent("config").path)
            .filter { $0.hasSuffix(".toml") || $0.hasSuffix(".txt") }.sorted()
    }

    @Test("names every configuration file, and every setting that it has")
    func settings() throws {
        let page = try Self.page()
        for file in try Self.files() {
            #expect(page.contains("`config/\(file)`"), "\(file)")
            guard file.hasSuffix(".toml") else { continue }
            let text = try String(
                contentsOf: Self.root.appendingPathComponent("config/\(file)"), encoding: .utf8)
            let settings = text.matches(of: #/(?m)^([a-z_]+) =/#).map(\.output.1)
            // Settings of two letters are countries.
            for setting in Set(settings) where setting.count > 2 {
                #expect(page.contains("`\(setting)`"), "\(file): \(setting)")
            }
        }
    }

    @Test("shows rates that are read, each from its day on")
    func rates() throws {
        let blocks = try Self.page().components(separatedBy: "```toml\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
        let rates = try #require(blocks.first)
        let files = ConfigurationFiles(texts: ["rates.toml": rates], on: .inThisProcess)
        let read = try files.currencyRates(in: "rates.toml")
        #expect(read.base?.code == "USD")
    }

    @Test(
        "A misspelt setting has a guess, also where the file explains none",
        arguments: [
            ("[[rates]]\ncurrency = \"EUR\"\nvalue = 1.1\n", "rate"),
            ("[[rate]]\ncurrency = \"EUR\"\nvalu = 1.1\n", "value"),
            ("[[rate]]\ncurency = \"EUR\"\nvalue = 1.1\n", "currency"),
            ("[[rate]]\ncurrency = \"EUR\"\nvalue = 1\ndya = \"2025-01-01\"\n", "day"),
        ])
    func guess(text: String, setting: String) throws {
        let files = ConfigurationFiles(
            texts: ["rates.toml": "base = \"USD\"\n" + text], on: .inThisProcess)
        let error = #expect(throws: ConfigurationError.self) {
            try files.currencyRates(in: "rates.toml")
        }
        #expect(error?.message.hasSuffix("(did you mean \"\(setting)\"?)") == true)
    }
}
