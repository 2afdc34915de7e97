import Engine
import Insights
import Model
import Terminal

/// A notice about days that no answer covers yet.
struct AnsweredView {
    let screen: Screen
    let answered: AnsweredDays
    let today: CalendarDay

    private static let mostNamed = 3

    /// Whether days up to today have no answer.
    func isBehind(in days: Range<CalendarDay>) -> Bool {
        answered.last < min(today, days.upperBound.adding(days: -1))
    }

    /// "13 November, the last complete answer".
    var lastWords: String {
        let source =
            answered.isOfStatement ? "the last day of your statements" : "the last complete answer"
        return "\(answered.last.words(on: today)), \(source)"
    }

    /// Shows up to when the days are known, if that is not their end or today.
    func show(in days: Range<CalendarDay>, afterLine: Bool = false) throws {
        try show(lines(in: days), afterLine)
    }

    func lines(in days: Range<CalendarDay>) -> [String] {
        var lines: [String] = []
        if answered.isBefore(days), isBehind(in: days) {
            lines.append(
                "Nothing has come since \(lastWords), so nothing is known of these days.")
        } else if isBehind(in: days) {
            lines.append("Known up to \(lastWords).")
        }
        return lines + wordsForBanks(in: days)
    }

    /// Shows the banks whose answers end earlier than those of others.
    func showBanks(in days: Range<CalendarDay>, afterLine: Bool = false) throws {
        try show(wordsForBanks(in: days), afterLine)
    }

    /// Shows the accounts that are not known from the beginning of some days.
    func showBeginnings(in days: Range<CalendarDay>, afterLine: Bool = false) throws {
        let late = answered.beginnings(in: days)
        let lines =
            late.count > Self.mostNamed
            ? ["\(late.count) accounts are known only from later days: ghostvault accounts"]
            : late.map { "\($0.account) is known only from \($0.first) on." }
        try show(lines, afterLine)
    }

    private func show(_ lines: [String], _ afterLine: Bool) throws {
        if afterLine, !lines.isEmpty { try screen.print() }
        for line in lines { try screen.print(SafeText.neutralised(line), .warning) }
    }

    private func wordsForBanks(in days: Range<CalendarDay>) -> [String] {
        guard !answered.isBefore(days) else { return [] }
        let banks = answered.behind(in: days)
        guard banks.count <= Self.mostNamed else {
            return ["\(banks.count) banks are known less far: ghostvault status"]
        }
        return banks.map {
            "\($0.name) is known, and compared, only up to \($0.last.words(on: today)): "
                + "ghostvault status"
        }
    }
}
