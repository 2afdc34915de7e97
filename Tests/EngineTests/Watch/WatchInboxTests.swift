import Engine
import Foundation
import Model
import Testing
import Vault

@Suite("The inbox of a watched vault", .serialized)
struct WatchInboxTests {
    private let demo: DemoVault
    private var inbox: String { demo.folder.path + "/inbox" }

    init() throws {
        demo = try DemoVault()
        for folder in [demo.folder.automationPath, inbox, demo.folder.configPath + "/imports"] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        }
    }

    /// A file that nobody has written to for long.
    private func put(_ text: String, as name: String) throws {
        try demo.write(text, to: "inbox/.\(name)")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3600)],
            ofItemAtPath: "\(inbox)/.\(name)")
        try FileManager.default.moveItem(atPath: "\(inbox)/.\(name)", toPath: "\(inbox)/\(name)")
    }

    @Test("is imported, classified and moved, and handlers hear of it once")
    func imports() throws {
        try demo.write(
            "on(\"file_imported\", function(e) end)\non(\"new_transaction\", function(e) end)\n",
            to: "automation/alerts.lua")
        let watched = WatchedVault(demo)
        var isPut = false
        try watched.watch { news in
            if news.isWaiting, !isPut {
                isPut = true
                try put(
                    "Date;Payee;Amount;Currency\n\(today);Kelp Coffee;-1,50;EUR\n", as: "giro.csv")
            }
            return news.told != nil
        }
        let imported = watched.news.compactMap { news -> DroppedImport? in
            if case .imported(let file) = news.what { file } else { nil }
        }
        #expect(imported.map(\.name) == ["giro.csv"])
        #expect(imported.map(\.report.newTransactions) == [1])
        let causes = watched.news.compactMap { news -> WatchCause? in
            if case .classified(_, let cause) = news.what { cause } else { nil }
        }
        #expect(causes == [.imports])
        #expect(
            try demo.engine().toldEvents(limit: 10).filter { $0.kind == "file_imported" }.count == 1
        )
        #expect(FileManager.default.fileExists(atPath: inbox + "/done/giro.csv"))
    }

    @Test("is reported once where a person must decide, and imported after that")
    func doubt() throws {
        try put(
            "Date;Payee;Amount;Currency\n03/04/2025;Kelp Coffee;-1,50;EUR\n", as: "giro.csv")
        let watched = WatchedVault(demo)
        var looks = 0
        var waiting: [String] = []
        try watched.watch { news in
            if case .notImported = news {
                // Another look finds the same.
                try demo.write("# nothing\n", to: "config/views.toml")
            }
            if case .classified(_, .files) = news {
                looks += 1
                waiting = try demo.engine().watcher()?.waitingFiles.map(\.file) ?? []
                try demo.write(
                    """
                    headings = ["Date", "Payee", "Amount", "Currency"]
                    separator = ";"
                    day_order = "day-first"
                    [columns]
                    day = [1]
                    payee = [2]
                    amount = [3]
                    currency = [4]

                    """, to: "config/imports/giro.toml")
            }
            if case .imported = news { return true }
            return false
        }
        let doubts = watched.news.count { if case .notImported = $0.what { true } else { false } }
        #expect(doubts == 1)
        #expect(waiting == ["giro.csv"])
        #expect(try demo.vault.everything().map { "\($0.day)" } == ["2025-04-03"])
    }
}
