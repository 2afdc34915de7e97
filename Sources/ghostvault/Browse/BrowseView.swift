import Model
import Terminal

/// The frame of a state, for a window of any size.
struct BrowseView {
    let palette: Palette
    let size: WindowSize

    private var hasAccounts: Bool { size.columns >= 70 }
    private var isBeside: Bool { size.columns >= 140 }
    /// As wide as the widest account, up to a third of the window.
    private func accountsWidth(_ state: BrowseState) -> Int {
        let frame = block(size.columns)
        let widest =
            state.accounts.map {
                frame.columns(of: $0.name) + frame.columns(of: $0.balance) + Self.besideName
            }.max() ?? 0
        return min(max(widest, Self.leastAccountsWidth), size.columns / 3)
    }
    private static let leastAccountsWidth = 20
    /// The mark before an account's name and the blank behind it.
    private static let besideName = 3
    private var detailsWidth: Int { max(36, size.columns * 3 / 10) }
    /// Below the lists; none in a low window, where the list needs the lines.
    private var detailsHeight: Int { isBeside || size.rows < 34 ? 0 : 10 }

    /// The header, a line below it, and the last line.
    private var listHeight: Int {
        size.rows - 3 - (detailsHeight > 0 ? detailsHeight + 1 : 0)
    }

    /// The transactions that fit, below their heading.
    var page: Int { listHeight - 1 }

    private static let least = WindowSize(columns: 36, rows: 8)

    func frame(_ state: BrowseState) -> Frame {
        var frame = block(size.columns)
        guard size.columns >= Self.least.columns, size.rows >= Self.least.rows else {
            frame.add("This window is too small.")
            frame.fill(to: size.rows)
            return frame
        }
        frame.add(header(state), as: .heading)
        if case .page(let page, let above) = state.mode {
            let lines = lines(of: page, state)
            frame.addRule(at: [], "")
            frame.add(lines.part(from: max(0, min(above, lines.lines.count - pageHeight))))
            frame.fill(to: size.rows - 1)
            frame.add(footer(state))
            return frame
        }
        var crossings: [Int] = []
        let lists = lists(state, &crossings)
        frame.addRule(at: crossings, "┬")
        frame.add(lists)
        if detailsHeight > 0 {
            frame.addRule(at: crossings, "┴")
            frame.add(side(state, size.columns, detailsHeight))
        }
        frame.add(footer(state))
        return frame
    }

    private func block(_ width: Int) -> Frame { Frame(width: width, palette: palette) }

    private func lists(_ state: BrowseState, _ crossings: inout [Int]) -> Frame {
        // A pick list needs a place in a low window too.
        if case .category = state.mode, !isBeside, detailsHeight == 0 {
            return side(state, size.columns, listHeight)
        }
        guard hasAccounts else {
            return state.pane == .accounts
                ? accounts(state, size.columns) : transactions(state, size.columns)
        }
        let accountsWidth = accountsWidth(state)
        let rest = size.columns - accountsWidth - 1
        crossings = [accountsWidth]
        guard isBeside else {
            return accounts(state, accountsWidth).beside(transactions(state, rest))
        }
        let width = rest - detailsWidth - 1
        crossings.append(accountsWidth + 1 + width)
        return accounts(state, accountsWidth).beside(transactions(state, width))
            .beside(side(state, detailsWidth, listHeight))
    }

    private func header(_ state: BrowseState) -> Frame.Cell {
        guard !state.isAllTime else { return "All time" }
        let month = "\(state.month.name) \(state.month.year)"
        let ways: [(BrowseState.Figures) -> String] = [
            {
                "in \($0.income.groupedText)   out \($0.expenses.groupedText)   "
                    + "net \($0.net.signedText) \($0.net.currency.code)"
            },
            { "net \($0.net.signedText) \($0.net.currency.code)" }, { _ in "" },
        ]
        let lines = ways.map { way in ([month] + state.figures.map(way)).joined(separator: "   ") }
        let frame = block(size.columns)
        return Frame.Cell(lines.first { frame.columns(of: $0) <= size.columns } ?? month)
    }

    private func footer(_ state: BrowseState) -> Frame {
        var line = block(size.columns)
        func prompt(_ question: String, _ typed: String) {
            let room = size.columns - question.count - 2
            line.add(
                .init(question + " ", .accent), .init(typed, width: room, cut: .start))
            line.cursor = (0, question.count + 1 + min(room, line.columns(of: typed)))
        }
        if let (text, style) = state.message {
            line.add(.init(text, style, width: size.columns))
            return line
        }
        switch state.mode {
        case .filter: prompt("Filter:", state.filter)
        case .category(let typed, _): prompt("Category:", typed)
        case .line(let line, let typed): prompt(line.rawValue, typed)
        case .page(let page, _):
            let isWhole = lines(of: page, state).lines.count <= pageHeight
            line.add(
                .init((isWhole ? "Any" : "↑↓ the rest, any other") + " key goes back.", .muted))
        case .reach(_, _, let question):
            let room = size.columns - Carrying.keys.count - 1
            line.add(
                .init(question, .accent, width: min(room, line.columns(of: question))),
                .init(" " + Carrying.keys, .muted))
        case .list: line.add(.init(hints, .muted))
        }
        return line
    }

    private var hints: String {
        let all = [
            "? keys", "q quit", "/ filter", "c category", "e explain", "u undo", "←→ month",
            "t transfer", "i ignore", "a all time", "n note", "# tag", "Tab accounts",
        ]
        let frame = block(size.columns)
        return all.dropFirst().reduce(all[0]) { line, hint in
            let longer = line + "  " + hint
            return frame.columns(of: longer) <= size.columns ? longer : line
        }
    }

    /// Below the header and its line, above the last line.
    private var pageHeight: Int { size.rows - 3 }

    /// The lines of an open page that don't fit.
    func hiddenLines(_ state: BrowseState) -> Int {
        guard case .page(let page, _) = state.mode else { return 0 }
        return max(0, lines(of: page, state).lines.count - pageHeight)
    }

    private func lines(of page: BrowseState.Page, _ state: BrowseState) -> Frame {
        switch page {
        case .keys: keys
        case .explanation: explanation(state, size.columns)
        }
    }

    private var keys: Frame {
        var frame = block(size.columns)
        for (key, meaning) in Self.keys {
            frame.add(.init(key, .accent, width: 16), .init(meaning))
        }
        return frame
    }

    private static let keys: KeyValuePairs = [
        "q, Control-C": "quit",
        "Enter, c": "set the category",
        "e": "the whole explanation",
        "t, i": "a transfer; ignore it",
        "n, #": "add a note; a tag",
        "u": "undo what was done here",
        "/, Escape": "filter; show all again",
        "←→, [ ]": "the month before; after",
        "a": "all time; the month",
        "Tab": "accounts; transactions",
        "↑↓, k j": "up; down",
        "PgUp, PgDn": "a page up; down",
        "Home, End, g G": "the first; the last",
        "In a filter": "words, >50, 5..9, #tag",
    ]
}

extension BrowseView {
    /// The sign before what is chosen, which doesn't need colour.
    private func sign(_ isChosen: Bool, in pane: BrowseState.Pane, _ state: BrowseState) -> String {
        isChosen ? (state.pane == pane ? "> " : "• ") : "  "
    }

    private func accounts(_ state: BrowseState, _ width: Int) -> Frame {
        var frame = block(width)
        let isHere = state.pane == .accounts
        var chosenLine = 0
        for (position, account) in state.accounts.enumerated() {
            if !account.group.isEmpty, account.group != state.accounts[position - 1].group {
                frame.add("  ", .init(account.group, .muted))
            }
            let isChosen = position == state.account
            if isChosen { chosenLine = frame.lines.count }
            let balance = frame.columns(of: account.balance)
            frame.add(
                .init(sign(isChosen, in: .accounts, state)),
                .init(account.name, width: width - balance - 3, cut: .name), " ",
                .init(account.balance, width: min(balance, width - 3), cut: .whole),
                as: isChosen && isHere ? .chosen : nil)
        }
        return block("Accounts", of: frame, around: chosenLine)
    }

    /// The part of a list around a line, under a heading.
    private func block(_ heading: String, of list: Frame, around line: Int) -> Frame {
        let rows = listHeight - 1
        let first = max(0, min(line - rows / 2, list.lines.count - rows))
        var frame = block(list.width)
        frame.add(.init(heading), as: .heading)
        frame.add(list.part(from: first))
        frame.fill(to: listHeight)
        return frame
    }

    private func transactions(_ state: BrowseState, _ width: Int) -> Frame {
        var frame = block(width)
        frame.add(
            .init(heading(state), width: width - 12),
            .init(place(state), width: 12, alignment: .trailing),
            as: .heading)
        let rows = state.visible.map { (number: $0, row: state.rows[$0]) }
        let currencies = Set(rows.compactMap(\.row?.amount.currency))
        func text(_ amount: Money) -> String {
            currencies.count > 1 ? amount.text : amount.groupedText
        }
        let day = state.isAllTime ? 10 : 7
        let widest = rows.compactMap { $0.row.map { text($0.amount).count } }.max() ?? 0
        let amount = min(max(10, widest), width - day - 4)
        let room = width - day - amount - 4
        let category = room >= 30 ? 14 : room >= 24 ? 10 : 0
        for (number, row) in rows {
            guard let row else { continue }
            let isChosen = number == state.chosenNumber
            frame.add(
                .init(sign(isChosen, in: .transactions, state)),
                .init(words(for: row, state), row.isPending ? .muted : nil, width: day), " ",
                .init(row.payee, width: room - (category > 0 ? category + 1 : 0)), " ",
                .init(
                    text(row.amount), row.amount.minorUnits > 0 ? .positive : nil, width: amount,
                    alignment: .trailing, cut: .whole),
                " ", .init(row.conclusion, width: category),
                as: isChosen && state.pane == .transactions ? .chosen : nil)
        }
        if rows.isEmpty {
            let isOfMonth = !state.filter.isEmpty && !state.isAllTime
            let words = "No transactions here" + (isOfMonth ? "; a looks in all time." : ".")
            frame.add("  ", .init(words, .muted))
        }
        frame.fill(to: listHeight)
        return frame
    }

    private func words(for row: BrowseState.Row, _ state: BrowseState) -> String {
        row.isPending ? "pending" : state.isAllTime ? "\(row.day)" : String("\(row.day)".suffix(5))
    }

    private func heading(_ state: BrowseState) -> String {
        let account = state.accounts[state.account]
        return Count.text(state.numbers.count, "transaction")
            + (state.sum.map { ", \($0)" } ?? "")
            + (state.filter.isEmpty ? "" : " with \"\(state.filter)\"")
            + (account.id == nil || hasAccounts ? "" : ", \(account.name)")
    }

    private func place(_ state: BrowseState) -> String {
        state.numbers.isEmpty ? "" : "\(state.chosen + 1)/\(state.numbers.count)"
    }

    /// The explanation of the chosen transaction, or the categories to pick from.
    private func side(_ state: BrowseState, _ width: Int, _ height: Int) -> Frame {
        var frame = block(width)
        if case .category(let typed, let position) = state.mode {
            let choices = state.choices(for: typed)
            let first = max(0, position - height + 1)
            for (number, choice) in choices.enumerated().dropFirst(first) {
                frame.add(
                    .init(number == position ? "> " : "  "), .init(choice.name + " "),
                    .init(choice.id == choice.name.lowercased() ? "" : choice.id, .muted),
                    as: number == position ? .chosen : nil)
            }
            if choices.isEmpty { frame.add("  ", .init("No category fits.", .muted)) }
        } else {
            let spaced = explanation(state, width)
            let dense = explanation(state, width, isDense: true)
            let shown = spaced.lines.count <= height ? spaced : dense
            let isWhole = shown.lines.count <= height
            frame.add(isWhole ? shown : shown.part(from: 0, count: height - 1))
            if !isWhole { frame.add(.init("e shows the rest", .muted)) }
        }
        frame.fill(to: height)
        return frame
    }

    private func explanation(
        _ state: BrowseState, _ width: Int, isDense: Bool = false
    ) -> Frame {
        var frame = block(width)
        guard let details = state.details, details.number == state.chosenNumber else {
            return frame
        }
        let figures = min(frame.columns(of: details.figures), width - 2)
        let payee = min(frame.columns(of: details.payee), width - figures - 2)
        frame.add(
            .init(details.payee, width: payee), "  ",
            .init(details.figures, width: figures, cut: .whole), as: .heading)
        for (number, table) in details.tables.enumerated() {
            if number > 0, !isDense { frame.add("") }
            frame.add(table)
        }
        return frame
    }
}
