import Model
import Terminal
import Testing

@testable import ghostvault

@Suite("The keys of the full screen")
struct BrowseStateTests {
    private func state(_ numbers: [Int64] = [1, 2, 3, 4, 5], page: Int = 3) -> BrowseState {
        BrowseState.sample(numbers, page: page)
    }

    @Test(
        "move the choice, and the page with it",
        arguments: [
            ("j", 2, [1, 2, 3]), ("jjj", 4, [2, 3, 4]), ("jjjjk", 4, [3, 4, 5]),
            ("G", 5, [3, 4, 5]),
            ("Gg", 1, [1, 2, 3]), ("k", 1, [1, 2, 3]),
        ] as [(String, Int64, [Int64])])
    func moves(keys: String, chosen: Int64, visible: [Int64]) {
        var state = state()
        _ = state.press(keys)
        #expect(state.chosenNumber == chosen)
        #expect(Array(state.visible) == visible)
    }

    @Test("page up and down, Home and End move further")
    func pages() {
        var state = state()
        _ = state.press(.pageDown)
        #expect(state.chosenNumber == 4)
        _ = state.press(.pageUp)
        #expect(state.chosenNumber == 1)
        _ = state.press(.end)
        #expect(state.chosenNumber == 5)
        _ = state.press(.home)
        #expect(state.chosenNumber == 1)
    }

    @Test(
        "ask for what they stand for",
        arguments: [
            ("[", .read), ("a", .read), ("u", .undo), ("q", .quit), ("x", .nothing),
            ("?", .nothing),
            ("t", .correct(Correction(class: .transfer), words: "transfer")),
            ("i", .correct(Correction(class: .ignore), words: "ignored")),
            ("cgif\n", .correct(Correction(category: "presents"), words: "Gifts")),
            ("\npresent\n", .correct(Correction(category: "presents"), words: "Gifts")),
            ("nfor Ann\n", .correct(Correction(note: "for Ann"), words: "noted")),
            ("#trip\n", .correct(Correction(tags: ["trip"]), words: "tagged")),
            ("n\n", .nothing), ("#  \n", .nothing), ("n\u{85}\u{2028}\n", .nothing),
            ("cnone\n", .nothing),
        ] as [(String, BrowseState.Action)])
    func actions(keys: String, action: BrowseState.Action) {
        var state = state()
        #expect(state.press(keys) == action)
    }

    @Test("Control-C quits", arguments: ["", "?", "e"])
    func interrupt(keys: String) {
        var state = state()
        _ = state.press(keys)
        #expect(state.press(.interrupt) == .quit)
    }

    @Test("Control-C leaves a line first", arguments: ["/", "c", "n", "#", "/coffee", "nfor Ann"])
    func interruptedLine(keys: String) {
        var state = state()
        _ = state.press(keys)
        #expect(state.press(.interrupt) == (keys == "/coffee" ? .read : .nothing))
        #expect(state.mode == .list && state.filter.isEmpty)
        #expect(state.press(.interrupt) == .quit)
    }

    @Test("Control-U clears a line")
    func clear() {
        var state = state()
        _ = state.press("nfor An")
        _ = state.press(.clear)
        #expect(state.press("x\n") == .correct(Correction(note: "x"), words: "noted"))
    }

    @Test("a page scrolls as far as it has lines, and any other key goes back")
    func scrolls() {
        var state = state()
        _ = state.press("?")
        state.hiddenLines = 2
        _ = state.press("jjj")
        #expect(state.mode == .page(.keys, above: 2))
        _ = state.press("kkk")
        #expect(state.mode == .page(.keys, above: 0))
        #expect(state.press("u") == .nothing)
        #expect(state.mode == .list)
    }

    @Test("what is typed is no command", arguments: ["/qtiu", "cqtiu", "nqtiu", "#qtiu"])
    func typed(keys: String) {
        var state = state()
        let action = state.press(keys)
        #expect(action == (keys.hasPrefix("/") ? .read : .nothing))
    }

    @Test("a filter narrows with each letter, stays after Enter and goes with Escape")
    func filter() {
        var state = state()
        _ = state.press("jj/")
        for letter in "coffee 12" {
            #expect(state.press(.character(letter)) == .read)
            state.list([4, 5])
            #expect(state.chosenNumber == 4)
        }
        #expect(state.filter == "coffee 12")
        #expect(state.press(.backspace) == .read)
        #expect(state.press(.down) == .nothing)
        #expect(state.press(.enter) == .nothing)
        #expect(state.filter == "coffee 1" && state.mode == .list)
        #expect(state.press(.escape) == .read)
        #expect(state.filter.isEmpty)
        #expect(state.press(.escape) == .nothing)
    }

    @Test("the chosen transaction stays so where another list has it too")
    func staysChosen() {
        var state = state()
        _ = state.press("jj")
        state.list([9, 8, 7, 3])
        #expect(state.chosenNumber == 3)
        state.list([9, 8])
        #expect(state.chosenNumber == 8)
        state.list([])
        #expect(state.chosenNumber == nil && state.visible.isEmpty)
    }

    @Test("months go as far as there are transactions")
    func months() {
        var state = state()
        #expect(state.press("]") == .nothing)
        #expect(state.message != nil)
        #expect(state.press(.left) == .read)
        #expect(state.month == CalendarMonth(year: 2026, month: 10))
        #expect(state.press(.left) == .nothing)
        #expect(state.press("a") == .read)
        #expect(state.isAllTime)
        #expect(state.press("]") == .read)
        #expect(!state.isAllTime && state.month == CalendarMonth(year: 2026, month: 10))
    }

    @Test("among accounts they choose whose transactions are listed, and decide nothing")
    func accounts() {
        var state = state()
        _ = state.press("j")
        #expect(state.press(.tab) == .nothing)
        #expect(state.press(.up) == .nothing)
        #expect(state.press(.down) == .read)
        #expect(state.accounts[state.account].id == 1)
        #expect(state.chosenNumber == nil)
        state.list([2])
        for key in "tic#n" {
            #expect(state.press(.character(key)) == .nothing)
            #expect(state.mode == .list && state.message != nil)
        }
        #expect(state.press(.enter) == .nothing)
        #expect(state.pane == .transactions && state.chosenNumber == 2)
    }

    @Test("without a transaction nothing is decided", arguments: ["t", "i", "c", "n", "#"])
    func nothingToDecide(key: String) {
        var state = state([])
        #expect(state.press(key) == .nothing)
        #expect(state.mode == .list)
    }

    @Test("categories that begin with what is typed come first, and arrows choose among them")
    func choices() {
        var state = state()
        #expect(state.choices(for: "f").map(\.id) == ["presents"])
        #expect(state.choices(for: "g").map(\.id) == ["groceries", "presents", "dining"])
        _ = state.press("cg")
        _ = state.press(.down)
        #expect(state.press(.enter) == .correct(Correction(category: "presents"), words: "Gifts"))
        _ = state.press("c")
        for _ in 0..<9 { _ = state.press(.down) }
        #expect(state.mode == .category(typed: "", position: 2))
        #expect(state.press(.escape) == .nothing)
        #expect(state.mode == .list)
    }

    @Test("a line is left by Escape, or by deleting more than was typed")
    func leaves() {
        var state = state()
        _ = state.press("nab")
        for _ in 0..<2 { _ = state.press(.backspace) }
        #expect(state.mode == .line(.note, typed: ""))
        _ = state.press(.backspace)
        #expect(state.mode == .list)
        _ = state.press("#ab")
        #expect(state.press(.escape) == .nothing)
        #expect(state.mode == .list)
    }
}

extension BrowseState {
    /// - Returns: what the last of the keys asks for.
    mutating func press(_ keys: String) -> Action {
        keys.reduce(.nothing) { press($1 == "\n" ? .enter : .character($1)) }
    }

    /// A month of an account and a card.
    static func sample(_ numbers: [Int64] = [1, 2, 3, 4], page: Int = 11) -> BrowseState {
        let dollars = Currency(code: "USD", exponent: 2)
        func money(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: dollars) }
        let day = CalendarDay(daysSinceEpoch: 20_782)
        var state = BrowseState(
            months: CalendarMonth(year: 2026, month: 10)...day.month, month: day.month,
            accounts: [
                .init(id: nil, name: "All accounts"),
                .init(
                    id: 1, name: "Everyday Checking (4471)", balance: "34,377.21",
                    group: "Bank accounts"),
                .init(id: 2, name: "寿司 Savings", balance: "7.00", group: "Bank accounts"),
                .init(
                    id: 3, name: "Cash Rewards Visa (8820)", balance: "-1,999.27",
                    group: "Liabilities"),
            ],
            categories: [
                .init(id: "dining", name: "Dining"), .init(id: "groceries", name: "Groceries"),
                .init(id: "presents", name: "Gifts"),
            ])
        state.list(numbers)
        state.fit(page: page)
        state.figures = [
            .init(income: money(738_070), expenses: money(678_091), net: money(59_979))
        ]
        state.rows = [
            1: .init(
                day: day, payee: "Chipotle", amount: money(-6418), conclusion: "dining",
                isPending: true),
            2: .init(
                day: day, payee: "寿司レストラン東京駅前店の長い名前です", amount: money(-1200),
                conclusion: "transportation"),
            3: .init(
                day: day.adding(days: -1), payee: "evil\u{1B}[2J shop", amount: money(-123_456_789),
                conclusion: "other?"),
            4: .init(
                day: day.adding(days: -3), payee: "Acme Robotics", amount: money(261_201),
                conclusion: "income"),
        ]
        var facts = Table(columns: [.init(""), .init("", isFlexible: true, wraps: true)])
        facts.add("account", "Cash Rewards Visa (8820)")
        facts.add("description", "CHIPOTLE ONLINE 1187 MADISON WI")
        var result = Table(columns: [
            .init(""), .init("", isFlexible: true), .init("", isFlexible: true, wraps: true),
        ])
        result.add("class", "expense", "Default: no stage decided, and money went out")
        result.add("category", "dining", "Dining, merchant code (category-map.toml)")
        state.details = .init(
            number: 1, payee: "Chipotle", figures: "-64.18 USD  2026-11-25",
            tables: [facts, result])
        return state
    }
}
