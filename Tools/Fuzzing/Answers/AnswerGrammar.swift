import TestSupport

/// Grows an answer as banks send it, with one field in twenty or so as none
/// should.
struct AnswerGrammar {
    private(set) var numbers: RandomNumbers
    private var amounts: [MadeAmount] = []
    private var nextID = 0

    init(numbers: RandomNumbers) {
        self.numbers = numbers
    }

    mutating func makeAnswer() -> MadeAnswer {
        let isSecond = number(below: 2) == 0
        var members: [String] = []
        if isSecond || chance(20) { members.append("\"errlist\":\(list(of: 3) { $0.message() })") }
        if !isSecond || chance(5) { members.append("\"errors\":\(list(of: 3) { $0.message() })") }
        if isSecond {
            members.append("\"connections\":\(list(of: 4) { $0.connection() })")
        }
        if chance(10) { members.append("\"x-api-message\":\(list(of: 2) { $0.message() })") }
        if chance(10) { members.append("\(text())\(space()):\(strange())") }
        members.append("\"accounts\":" + list(of: 5) { $0.account(isSecond: isSecond) })
        members.shuffle(using: &numbers)
        return MadeAnswer(body: Array(object(members).utf8), amounts: amounts)
    }

    // MARK: Entries

    private mutating func message() -> String {
        switch number(below: 4) {
        case 0:
            return pick([
                #""Connection to Otter Bank may need attention""#,
                #""Connection to  may need attention. Auth required""#, text(),
            ])
        case 1 where chance(20): return strange()
        default:
            return object([
                member("code", pick(codes)), member("msg", text()),
                member("conn_id", connectionID()),
                member("account_id", pick(accountIDs + ["\"A-1\"", "\"A-2\""])),
            ])
        }
    }

    private mutating func connection() -> String {
        object([
            member("conn_id", connectionID()), member("name", name()),
            member("org_id", text()), member("org_url", pick(addresses)),
        ])
    }

    private mutating func account(isSecond: Bool) -> String {
        let id = newID("A")
        let currency = pick(["\"USD\"", "\"EUR\"", "\"JPY\"", "\"BTC\"", "\"\""])
        let exponent = currency == "\"JPY\"" ? 0 : currency == "\"BTC\"" ? 8 : 2
        let isPlain = !chance(8)
        let bank =
            isSecond
            ? member("conn_id", connectionID())
            : member("org", object([member("id", connectionID()), member("name", name())]))
        var members = [
            "\"id\":\(isPlain ? "\"\(id)\"" : pick(accountIDs))", member("name", text()),
            isPlain ? "\"currency\":\(currency)" : member("currency", text()),
            member("balance", "\"\(amount(exponent))\""),
            member("available-balance", "\"\(amount(exponent))\""),
            member("balance-date", instant()), bank,
        ]
        let transactions = list(of: 8) { $0.transaction(of: isPlain ? id : nil, exponent) }
        members.append("\"transactions\":\(transactions)")
        if chance(5) { members.append(member("holdings", list(of: 2) { $0.strange() })) }
        return object(members)
    }

    private mutating func transaction(of account: String?, _ exponent: Int) -> String {
        let id = newID("T")
        let amount = amount(exponent)
        guard let account, !chance(6) else {
            return object([
                member("id", pick(["\"T1\"", "7", text()])), member("posted", instant()),
                member("amount", chance(2) ? "\"\(amount)\"" : strange()),
                member("pending", strange()), member("description", text()),
            ])
        }
        amounts.append(MadeAmount(account: account, transaction: id, text: amount))
        let words = ["description", "payee", "memo"].map { "\"\($0)\":\(text())" }
        let number = chance(4) && !amount.hasPrefix("+") && isNumber(amount)
        return object(
            words + [
                "\"id\":\"\(id)\"", "\"posted\":\(plainInstant())",
                "\"amount\":\(number ? amount : "\"\(amount)\"")",
            ] + (chance(5) ? ["\"pending\":true"] : []))
    }

    // MARK: Values

    /// A member as it should be, or rarely another.
    private mutating func member(_ name: String, _ value: String) -> String {
        switch number(below: 60) {
        case 0: "\"\(name)\":\(strange())"
        case 1: "\"\(name)\":null"
        case 2: "\"\(name)\":\(value),\"\(name)\":\(value)"
        default: "\"\(name)\"\(space()):\(space())\(value)"
        }
    }

    private mutating func amount(_ exponent: Int) -> String {
        let whole = pick(["0", "00", "5", "12", "105884", "9999999999", "007"])
        let decimals = (0..<number(below: exponent + 1)).map { _ in "\(number(below: 10))" }
        let zeros = String(repeating: "0", count: chance(5) ? 3 : 0)
        let fraction = decimals.joined() + zeros
        return pick(["", "-", "-", "+"]) + whole + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// Whether JSON has it as a number.
    private func isNumber(_ amount: String) -> Bool {
        let digits = amount.drop { $0 == "-" }
        return !digits.hasPrefix("0") || digits.hasPrefix("0.") || digits == "0"
    }

    private mutating func plainInstant() -> String {
        pick(["0", "1746532800", "1770638400", "\"1786881600\"", "1770638400.5"])
    }

    private mutating func instant() -> String {
        chance(5) ? pick(instants) : plainInstant()
    }

    private mutating func text() -> String {
        let pieces = (0..<number(below: 5)).map { _ in pick(textPieces) }
        return "\"\(pieces.joined())\""
    }

    private mutating func name() -> String {
        pick(["\"Otter Bank\"", "\"Heron\"", "\"\"", "\" \"", text()])
    }

    private mutating func connectionID() -> String {
        chance(20) ? pick(likeIDs) : pick(["\"C1\"", "\"C2\"", "\"C3\"", "4", "\"\""])
    }

    private mutating func strange() -> String {
        switch number(below: 4) {
        case 0: text()
        case 1: String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        default: pick(strangeValues)
        }
    }

    private mutating func newID(_ letter: String) -> String {
        nextID += 1
        return "\(letter)-\(nextID)"
    }

    // MARK: Structure

    private mutating func list(
        of limit: Int, _ element: (inout Self) -> String
    ) -> String {
        let elements = (0..<number(below: limit)).map { _ in element(&self) }
        return "[\(elements.joined(separator: ",\(space())"))\(space())]"
    }

    private mutating func object(_ members: [String]) -> String {
        "{\(space())\(members.joined(separator: ","))}"
    }

    private mutating func space() -> String { chance(20) ? pick([" ", "\n", "\t\r "]) : "" }

    /// True once in so many times.
    private mutating func chance(_ of: Int) -> Bool { number(below: of) == 0 }

    private mutating func number(below limit: Int) -> Int {
        Int.random(in: 0..<max(limit, 1), using: &numbers)
    }

    private mutating func pick(_ words: [String]) -> String { words[number(below: words.count)] }
}

private let codes = [
    "\"gen.\"", "\"gen.api\"", "\"gen.auth\"", "\"con.auth\"", "\"con.new\"", "\"act.failed\"",
    "\"act.missingdata\"", "\"\"", "5",
]

private let accountIDs = ["\"S\"", "\"S\"", "17", "\"\""] + likeIDs

/// Ids that are alike to Unicode, or to what ends a text at a NUL.
private let likeIDs = [
    "\"\\u0000\"", "\"S\\u0000\"", "\"S\\u0000a\"", "\"\u{E9}\"", "\"e\u{301}\"", "\"\\u00c5\"",
    "\"\\u212b\"", "\"\\ud800\"",
]

private let addresses = ["\"https://otter.example\"", "\"javascript:alert(1)\"", "\"\""]

private let instants = [
    "-1", "9223372036854775807", "-9223372036854775808", "99999999999999999999", "\"today\"",
    "1e9", "\"\"", "1746532800.9", "true",
]

private let textPieces = [
    "SQ *COFFEE", " ", "é", "e\u{301}", "😀", "\\u0000", "\\u001b[2J", "\\ud83d\\ude00", "\\ud800",
    "\\\"", "\\\\", "\\/", "\\n", "\u{202E}", "<b>", "'", "\u{7F}", "\u{FEFF}",
    "A long description of a purchase 1234", "CAF\u{E9} OTTER", "CAFE\u{301} OTTER",
]

private let strangeValues = [
    "null", "true", "false", "0", "-0", "1e400", "-1.50", "{}", "[]", "\"\"", "[null]",
    "{\"id\":\"T\"}", "123456789012345678901234567890",
]
