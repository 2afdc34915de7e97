import Classification
import Engine
import Model
import Terminal
import Vault

/// The printed result of a line at the Lua prompt.
struct ConsoleResultView {
    let screen: Screen
    let engine: Engine
    let console: LuaConsole

    /// The transactions of a list, and the changes or samples of a trial, that are shown.
    private static let mostListed = 20
    private static let mostSamples = 5

    /// - Returns: false if what was asked for failed, which it reports.
    func show(_ result: ConsoleResult) throws -> Bool {
        switch result {
        case .text(let text):
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                try screen.print(SafeText.neutralised(String(line)))
            }
        case .transactions(let transactions, let count):
            try show(transactions, count: count)
        case .groups(let groups): try show(groups)
        case .explanation(let id, let rule):
            return try reportingFailure {
                try Explanations(screen: screen, engine: engine).show(id, rule: rule)
            }
        case .trial(let definition): return try reportingFailure { try show(trial: definition) }
        case .help(let name?): return try show(helpAbout: name)
        case .help(nil): try showHelp()
        }
        return true
    }

    private func reportingFailure(_ show: () throws -> Void) throws -> Bool {
        do {
            try show()
            return true
        } catch let error as OutputError {
            throw error
        } catch is PartialResult {
            return false
        } catch {
            guard let failure = Failure(error) else { throw error }
            try screen.report(failure)
            return false
        }
    }

    private func show(_ transactions: [ConsoleTransaction], count: Int) throws {
        guard count > 0 else { return try screen.print("No transactions.") }
        let headings = count > 1 ? ["#", "day", "payee", "amount", "class", "category"] : []
        func heading(_ place: Int) -> String { headings.isEmpty ? "" : headings[place] }
        var table = Table(columns: [
            .init(heading(0), alignment: .trailing), .init(heading(1)),
            .init(heading(2), isFlexible: true), .init(heading(3), alignment: .trailing),
            .init(heading(4)), .init(heading(5)),
        ])
        for transaction in transactions.prefix(Self.mostListed) {
            table.add(
                .init("\(transaction.id)", .muted),
                transaction.isPending ? .init("pending", .warning) : .init("\(transaction.day)"),
                .init(transaction.payee), .amount(transaction.amount, withCurrency: true),
                .init(transaction.class?.rawValue ?? "–"),
                .init(
                    transaction.category.map {
                        Verdict.marked($0, isGuess: transaction.isGuess)
                    } ?? "–"))
        }
        try screen.print(table)
        let others = count - min(transactions.count, Self.mostListed)
        if others > 0 {
            try screen.print("and \(others) more; :first(n) and :last(n) narrow them", .muted)
        }
    }

    private func show(_ groups: [ConsoleGroup]) throws {
        guard !groups.isEmpty else { return try screen.print("No transactions.") }
        var table = Table(columns: [
            .init("", isFlexible: true), .init("sum", alignment: .trailing),
            .init("transactions", alignment: .trailing),
        ])
        for group in groups {
            table.add(.init(group.key), .init(group.sum), .init("\(group.count)", .muted))
        }
        try screen.print(table)
    }

    private func show(trial definition: String) throws {
        let preview = try engine.previewRule(definition)
        try RulePreviewView(screen: screen, engine: engine)
            .show(preview, listing: Self.mostSamples, hint: "")
        let changes = preview.changes.changes.contains { !$0.isOfReasonAlone }
        guard preview.shadowing.matches > 0, !changes else { return }
        let samples = try engine.samples(of: preview.rule, most: Self.mostSamples).matching
        try screen.print()
        try show(console.transactions(samples), count: samples.count)
    }

    // MARK: Help

    private func showHelp() throws {
        for (title, entries) in ConsoleHelp.overview {
            try screen.print(title, .heading)
            var table = Table(columns: [.init(""), .init("", isFlexible: true)])
            for entry in entries { table.add(.init("  \(entry.signature)"), .init(entry.text)) }
            try screen.print(table)
        }
        try screen.print("help \"name\" shows one of them", .muted)
    }

    private func show(helpAbout name: String) throws -> Bool {
        let entries = ConsoleHelp.entries(of: name)
        guard !entries.isEmpty else {
            try screen.warn(
                SafeText.neutralised(
                    "There is no help about \"\(name)\"\(ConsoleHelp.suggestion(for: name))."))
            return false
        }
        var table = Table(columns: [.init(""), .init(""), .init("", wraps: true)])
        for (title, entry) in entries {
            table.add(.init(entry.signature, .accent), .init(title, .muted), .init(entry.text))
        }
        try screen.print(table)
        return true
    }
}
