import Classification
import Engine
import Foundation
import Model
import Testing
import Vault

@Suite("Shipped files")
struct ShippedFilesTests {
    /// The package's folder: this file is `Tests/EngineTests/` within it.
    private let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("are the files of config, rules and Plugins, byte for byte")
    func sameAsFolders() throws {
        var files: [String: Data] = [:]
        for folder in ["config", "rules", "Plugins"] {
            let path = package.appendingPathComponent(folder).path
            guard FileManager.default.fileExists(atPath: path) else { continue }
            for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
                let file = path + "/" + name
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder),
                    !isFolder.boolValue
                else { continue }
                files["\(folder)/\(name)"] = try Data(contentsOf: URL(fileURLWithPath: file))
            }
        }
        // The tables of places are searched in place, and are no files of a vault.
        files = files.filter { !$0.key.hasPrefix("config/places/") }
        let shipped =
            ShippedFiles.all + ShippedFiles.modules.map { ("rules/" + $0.path, $0.bytes) }
        #expect(shipped.map(\.path).sorted() == files.keys.sorted())
        for file in shipped { #expect(Data(file.bytes) == files[file.path], "\(file.path)") }
    }

    @Test("have the pages of docs for users, byte for byte")
    func pages() throws {
        let folder = package.appendingPathComponent("docs")
        // What only measures and tests the program, or tells why it is built as it is.
        let others: Set = ["accuracy.md", "benchmarks.md", "dependencies.md", "lab.md"]
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".md") && !others.contains($0) }
        #expect(ShippedDocument.all.map { $0.name + ".md" } == names.sorted())
        for page in ShippedDocument.all {
            let file = folder.appendingPathComponent(page.name + ".md")
            #expect(try page.text == String(contentsOf: file, encoding: .utf8), "\(page.name)")
        }
    }

    @Test("are laid out once and never written over")
    func layOut() throws {
        let demo = try DemoVault()
        try demo.write("-- mine", to: "rules/10-starter.lua")
        let first = try Engine.layOut(demo.folder, configuration: true).files
        #expect(!first.isNew)
        #expect(first.kept == ["rules/10-starter.lua"])
        #expect(first.written.contains("config/pipeline.toml"))
        #expect(first.written.contains(".gitignore"))
        let second = try Engine.layOut(demo.folder, configuration: true).files
        #expect(second.written.isEmpty)
        let rules = demo.folder.rulesPath + "/10-starter.lua"
        #expect(try String(contentsOfFile: rules, encoding: .utf8) == "-- mine")
    }

    @Test("of configuration are laid out only when asked for")
    func noConfiguration() throws {
        let demo = try DemoVault()
        let files = try Engine.layOut(demo.folder, configuration: false).files
        #expect(files.written.sorted() == [".gitignore", "rules/10-starter.lua"])
    }

    @Test("have the rules that net worth's history knows contributions by")
    func rulesOfContributions() throws {
        let movements = try #require(
            ShippedFiles.all.first { $0.path == "config/movements.toml" })
        let lines = String(decoding: movements.bytes, as: UTF8.self).split(separator: "\n")
        for rule in Reason.rulesOfContributions {
            #expect(lines.contains("id = \"\(rule)\""))
        }
    }
}
