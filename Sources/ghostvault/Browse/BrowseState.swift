import Model
import Terminal

/// The state of the full screen and the effect of each key.
///
/// Knows no vault and no terminal.
struct BrowseState {
    enum Pane { case accounts, transactions }

    /// What fills the screen where there is more to read than fits beside the lists.
    enum Page { case keys, explanation }

    /// The target of keys.
    enum Mode: Equatable {
        case list, filter
        /// The number of lines above the first that is shown.
        case page(Page, above: Int)
        case category(typed: String, position: Int)
        case line(Line, typed: String)
        /// Asks how far a category carries.
        case reach(Correction, words: String, question: String)
    }

    /// The purpose of a typed line.
    enum Line: String { case note = "Note:", tag = "Tag:" }

    /// The action that a key requests.
    enum Action: Equatable {
        case nothing, quit, undo
        /// Other transactions are to be listed.
        case read
        /// The chosen transaction is to be corrected.
        ///
        /// - Parameter words: what it becomes.
        case correct(Correction, words: String)
    }

    struct Account: Equatable {
        /// Nil for all accounts.
        let id: Int64?
        let name: String
        var balance = ""
        /// Accounts of one group stand together.
        var group = ""
    }

    /// Income and expenses of the month in one currency.
    struct Figures {
        let income: Money
        let expenses: Money
        let net: Money
    }

    struct Row {
        let day: CalendarDay
        let payee: String
        let amount: Money
        /// The category of spending; of all else the class.
        let conclusion: String
        var isPending = false
    }

    /// The explanation of one transaction.
    struct Details {
        let number: Int64
        let payee: String
        /// The amount and the day.
        let figures: String
        let tables: [Table]
    }

    struct Choice: Equatable {
        let id: String
        let name: String
    }

    var mode = Mode.list
    var pane = Pane.transactions
    /// The months with transactions.
    let months: ClosedRange<CalendarMonth>
    private(set) var month: CalendarMonth
    private(set) var isAllTime = false
    private(set) var filter = ""
    let accounts: [Account]
    /// The position of the account whose transactions are listed.
    private(set) var account = 0
    let categories: [Choice]
    /// The listed transactions. Only those on the screen have a row.
    private(set) var numbers: [Int64] = []
    var rows: [Int64: Row] = [:]
    var figures: [Figures] = []
    var details: Details?
    /// The position of the chosen transaction.
    private(set) var chosen = 0
    /// The position of the first transaction on the screen.
    private(set) var top = 0
    /// The number of transactions that fit the screen.
    private(set) var page = 1
    /// The lines of a page that don't fit the screen.
    var hiddenLines = 0
    /// The sum of the listed transactions; nil if the whole month is listed.
    var sum: String?
    /// The outcome of the last key.
    var message: (text: String, style: Style)?

    /// - Parameters:
    ///   - accounts: the first stands for all.
    init(
        months: ClosedRange<CalendarMonth>, month: CalendarMonth, accounts: [Account],
        categories: [Choice]
    ) {
        (self.months, self.month) = (months, month)
        (self.accounts, self.categories) = (accounts, categories)
    }

    var chosenNumber: Int64? { numbers.indices.contains(chosen) ? numbers[chosen] : nil }

    /// The transactions on the screen.
    var visible: ArraySlice<Int64> { numbers[min(top, numbers.count)...].prefix(page) }

    /// The categories that fit what is typed, those that begin with it first.
    func choices(for typed: String) -> [Choice] {
        let typed = typed.lowercased()
        let fitting = categories.filter {
            typed.isEmpty || $0.name.lowercased().contains(typed) || $0.id.contains(typed)
        }
        let isFirst = { (choice: Choice) in
            choice.name.lowercased().hasPrefix(typed) || choice.id.hasPrefix(typed)
        }
        return fitting.filter(isFirst) + fitting.filter { !isFirst($0) }
    }

    /// Takes the transactions that were asked for. The chosen one stays so, if it is among them.
    mutating func list(_ numbers: [Int64]) {
        let before = chosenNumber
        self.numbers = numbers
        chosen = before.flatMap { numbers.firstIndex(of: $0) } ?? min(chosen, numbers.count - 1)
        fit(page: page)
    }

    /// Keeps the chosen transaction on a screen that shows so many.
    mutating func fit(page: Int) {
        self.page = max(1, page)
        chosen = max(0, min(chosen, numbers.count - 1))
        top = max(0, min(top, numbers.count - self.page))
        top = min(max(top, chosen - self.page + 1), chosen)
    }

    mutating func press(_ key: KeyReader.Key) -> Action {
        message = nil
        switch mode {
        case .list: return key == .interrupt ? .quit : pressInList(key)
        case .page(let page, let above):
            guard key != .interrupt else { return .quit }
            guard let steps = steps(of: key) else {
                mode = .list
                break
            }
            mode = .page(page, above: max(0, min(above + steps, hiddenLines)))
        case .filter: return pressInFilter(key)
        case .category(let typed, let position): return press(key, typed, position)
        case .line(let line, var typed):
            guard key == .enter else {
                mode = typed.type(key) ? .line(line, typed: typed) : .list
                break
            }
            mode = .list
            guard !typed.allSatisfy(\.isWhitespace) else { break }
            return line == .note
                ? .correct(Correction(note: typed), words: "noted")
                : .correct(Correction(tags: [typed]), words: "tagged")
        case .reach(var correction, let words, _):
            mode = .list
            guard let reach = CorrectionReach(answer: key) else {
                message = ("Nothing was changed.", .muted)
                break
            }
            correction.reach = reach
            return .correct(correction, words: words)
        }
        return .nothing
    }
}

extension BrowseState {
    private mutating func pressInList(_ key: KeyReader.Key) -> Action {
        if let steps = steps(of: key) { return move(by: steps) }
        switch key {
        case .character("q"): return .quit
        case .character("u"): return .undo
        case .character("?"): mode = .page(.keys, above: 0)
        // One is explained beside the accounts too.
        case .character("e") where chosenNumber != nil: mode = .page(.explanation, above: 0)
        case .character("e"): decide()
        case .character("/"): (mode, pane) = (.filter, .transactions)
        case .tab: pane = pane == .accounts ? .transactions : .accounts
        case .character("a"):
            isAllTime.toggle()
            return .read
        case .left, .character("["): return show(month.previous)
        case .right, .character("]"): return show(month.next)
        case .escape:
            guard !filter.isEmpty else { break }
            filter = ""
            return .read
        case .enter where pane == .accounts: pane = .transactions
        case .enter, .character("c"): decide(in: .category(typed: "", position: 0))
        case .character("n"): decide(in: .line(.note, typed: ""))
        case .character("#"): decide(in: .line(.tag, typed: ""))
        case .character("t"):
            guard decide() else { break }
            return .correct(Correction(class: .transfer), words: "transfer")
        case .character("i"):
            guard decide() else { break }
            return .correct(Correction(class: .ignore), words: "ignored")
        case .character(let key):
            message = ("No key \"\(key)\" here; ? shows the keys.", .warning)
        default: break
        }
        return .nothing
    }

    /// - Returns: whether there is a transaction to decide about.
    @discardableResult
    private mutating func decide(in mode: Mode = .list) -> Bool {
        guard pane == .transactions, chosenNumber != nil else {
            message = ("Choose a transaction first; Tab goes to them.", .warning)
            return false
        }
        self.mode = mode
        return true
    }

    private mutating func show(_ month: CalendarMonth) -> Action {
        if !isAllTime {
            guard months.contains(month) else {
                message = ("There are no transactions in that direction.", .muted)
                return .nothing
            }
            self.month = month
        }
        isAllTime = false
        return readAnew()
    }

    /// Lists other transactions, from the first.
    private mutating func readAnew() -> Action {
        (numbers, chosen, top) = ([], 0, 0)
        return .read
    }

    private mutating func pressInFilter(_ key: KeyReader.Key) -> Action {
        if case .character = key {} else if let steps = steps(of: key) { return move(by: steps) }
        switch key {
        case .enter: mode = .list
        case .escape, .interrupt:
            mode = .list
            guard !filter.isEmpty else { break }
            filter = ""
            return .read
        default:
            let before = filter
            if !filter.type(key) { mode = .list }
            return filter == before ? .nothing : readAnew()
        }
        return .nothing
    }

    private mutating func press(
        _ key: KeyReader.Key, _ typed: String, _ position: Int
    ) -> Action {
        let choices = choices(for: typed)
        switch key {
        case .up, .down:
            let next = position + (key == .up ? -1 : 1)
            mode = .category(typed: typed, position: max(0, min(next, choices.count - 1)))
        case .enter:
            guard choices.indices.contains(position) else {
                message = ("No category fits \"\(typed)\".", .warning)
                break
            }
            mode = .list
            return .correct(
                Correction(category: choices[position].id), words: choices[position].name)
        default:
            var typed = typed
            let before = typed
            guard typed.type(key) else {
                mode = .list
                break
            }
            mode = .category(typed: typed, position: typed == before ? position : 0)
        }
        return .nothing
    }

    /// How many rows a key moves by; nil for other keys.
    private func steps(of key: KeyReader.Key) -> Int? {
        switch key {
        case .up, .character("k"): -1
        case .down, .character("j"): 1
        case .pageUp: -page
        case .pageDown: page
        case .home, .character("g"): -1_000_000_000
        case .end, .character("G"): 1_000_000_000
        default: nil
        }
    }

    private mutating func move(by steps: Int) -> Action {
        switch pane {
        case .transactions:
            chosen += steps
            fit(page: page)
            return .nothing
        case .accounts:
            let before = account
            account = max(0, min(account + steps, accounts.count - 1))
            return account == before ? .nothing : readAnew()
        }
    }
}
