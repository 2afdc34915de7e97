import Engine
import Model
import Terminal
import Vault

/// Lets the person pick transactions from a list, where a command is given no numbers.
struct TransactionPicker {
    let screen: Screen
    let engine: Engine
    /// The last day that is shown; nil for all.
    let lastDay: CalendarDay?

    private static let mostShown = 15

    /// Shows the newest transactions, or those that the person looks for, until some are picked.
    ///
    /// - Returns: their numbers; nil if the person picks none.
    /// - Throws: ``NobodyToAsk`` if there is no terminal.
    func pick(_ question: String) throws -> [Int64]? {
        guard Conversation.isPossible, screen.capabilities.isTerminal else {
            throw NobodyToAsk(question: question, advice: "Write the numbers after the command")
        }
        var search = ""
        while true {
            let found = try records(of: search)
            if found.isEmpty {
                try screen.note(SafeText.neutralised("Nothing found for \"\(search)\"."))
            } else {
                try show(found)
            }
            let answer = try Conversation(screen: screen).ask(
                "\(question) Numbers, words to search for, or Enter for none:")
            guard let answer, !answer.isEmpty else { return nil }
            let words = answer.split { $0 == " " || $0 == "," }
            let numbers = words.compactMap { ListedNumber($0)?.value }
            let shown = Set(found.map(\.id))
            if numbers.count == words.count, numbers.allSatisfy(shown.contains) { return numbers }
            search = answer
        }
    }

    private func records(of search: String) throws -> [TransactionRecord] {
        var query = TransactionQuery()
        query.leavesOutHiddenAccounts = true
        query.limit = Self.mostShown
        query.searches = search.split(separator: " ").map { TransactionSearch(String($0)) }
        if let lastDay {
            query.days = CalendarDay(daysSinceEpoch: .min)..<lastDay.adding(days: 1)
        }
        return try engine.vault.transactions(query)
    }

    private func show(_ records: [TransactionRecord]) throws {
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("day"), .init("payee", isFlexible: true),
            .init("amount", alignment: .trailing), .init("category", rank: 1),
        ])
        for record in records {
            table.add(
                .init("\(record.id)", .accent),
                record.isPending ? .init("pending", .muted) : .init("\(record.day)"),
                .init(record.payee), .amount(record.amount),
                .init(record.kindWord ?? "–", .muted))
        }
        try screen.print(table)
    }
}
