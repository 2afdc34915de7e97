import Classification
import Engine
import Foundation
import Model
import TestSupport
import Testing
import Vault

@Suite("A watcher beside commands that apply what was edited")
struct WatchBesideCommandsTests {
    private let demo: DemoVault
    private static let file = "rules/50-mine.lua"

    init() throws {
        demo = try HouseholdVault(months: 3, syncedMonths: 3).copyWithConnection().0
    }

    private func rule(_ effect: String) -> String {
        "rule { name = \"Mine\", when = { amount = less(0) }, set = { \(effect) } }\n"
    }

    /// Does one thing after the other, each when the watcher has told what the one before it
    /// was to bring.
    private func play(
        _ steps: [(act: () throws -> Void, isDone: (WatchNews) -> Bool)]
    ) throws -> [WatchNews] {
        let watched = WatchedVault(demo)
        var next = 0
        try watched.watch(from: today.noon + 60) { news in
            let isDone = next == 0 ? news.isWaiting : steps[next - 1].isDone(news)
            guard isDone else { return false }
            guard next < steps.count else { return true }
            next += 1
            try steps[next - 1].act()
            return false
        }
        return watched.news.map(\.what)
    }

    private func write(_ text: String) throws { try demo.write(text, to: Self.file) }

    @Test("says of a file that a command's decision mended that the command applied it")
    func mendedByDecision() throws {
        let news = try play([
            ({ try write(rule("category = \"kids\"")) }, { $0.leftOut != nil }),
            (
                {
                    _ = try demo.engine().addCategory(
                        "Kids", id: "kids", CategoryEdit(), summary: "categories add Kids")
                }, { $0.mended != nil }
            ),
        ])
        #expect(news.compactMap(\.mendedFiles).map(\.areAppliedByOthers) == [true])
        let isMoved = try demo.vault.everything().contains {
            $0.verdict?.category.value == "kids"
        }
        #expect(isMoved)
    }

    @Test("says of an edit that a command classified first that the command applied it")
    func appliedFirst() throws {
        let news = try play([
            (
                {
                    try write(rule("tags = { \"a\" }"))
                    let report = try demo.engine().classify(dryRun: false)
                    #expect(!report.changes.isEmpty)
                }, { $0.edited != nil }
            )
        ])
        #expect(news.compactMap(\.editsInUse).map(\.areAppliedByOthers) == [true])
    }

    @Test("says it neither of its own passes nor of a file that is again what it was")
    func ownPasses() throws {
        let news = try play([
            ({ try write(rule("tags = { \"a\" }")) }, { $0.edited != nil }),
            ({ try write("rule {") }, { $0.broken != nil }),
            ({ try write(rule("tags = { \"a\" }")) }, { $0.mended != nil }),
            ({ try write(rule("tags = { \"b\" }")) }, { $0.edited?.changes.isEmpty == false }),
        ])
        #expect(news.compactMap(\.mendedFiles).map(\.areAppliedByOthers) == [false])
        #expect(news.compactMap(\.editsInUse).allSatisfy { !$0.areAppliedByOthers })
    }
}

extension WatchNews {
    fileprivate var mendedFiles: EditedFiles? {
        if case .mended(let files) = self { files } else { nil }
    }

    fileprivate var editsInUse: EditedFiles? {
        if case .classified(_, .files(let files)) = self { files } else { nil }
    }
}
