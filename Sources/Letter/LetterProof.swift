/// A check of a finished page: every printed figure must be what its rows add up to.
///
/// It reads the page as a reader does. It knows nothing of the vault, nor of how the page was
/// made.
public struct LetterProof: Sendable {
    /// The figures that add up, or that agree with the one they repeat.
    public private(set) var figures = 0
    /// The printed amounts from which they do.
    public private(set) var rows = 0
    /// Rows that stand for others which have no room.
    public private(set) var rests = 0
    /// What does not add up, one line each.
    public private(set) var mistakes: [String] = []

    private var amounts: [String: PrintedAmount] = [:]
    private var repeated: [(name: String, amount: PrintedAmount, isNegated: Bool)] = []

    public init(of page: String) {
        guard let root = PageElement(page) else {
            mistakes = ["The page can't be read."]
            return
        }
        visit(root)
        for (name, amount, isNegated) in repeated {
            guard let source = amounts[name] else {
                mistakes.append("\(amount.text) repeats a figure that isn't on the page")
                continue
            }
            if source.isEqual(to: isNegated ? amount.negated : amount) {
                figures += 1
            } else {
                mistakes.append("\(amount.text) repeats \(source.text)")
            }
        }
    }

    private mutating func visit(_ element: PageElement) {
        switch (element.name, element["class"]?.split(separator: " ").first) {
        case ("details", "sum"): prove(element) { PrintedAmount.sum(of: $0) }
        case ("details", "mean"): prove(element) { PrintedAmount.mean(of: $0) }
        case ("table", "across"): proveAcross(element)
        case ("b", _): note(element)
        default: break
        }
        if element.name == "tr", element["class"] == "rest" { rests += 1 }
        if ["summary", "h1", "h2"].contains(element.name) || element["class"] == "note" {
            let words = element.text(without: ["b", "bdi"])
            if words.contains(/\d\.\d\d/) {
                mistakes.append("\(words) has an amount without rows")
            }
        }
        for child in element.children { visit(child) }
    }

    /// Remembers an amount that repeats another.
    private mutating func note(_ element: PageElement) {
        guard let amount = PrintedAmount(element.text()) else {
            return mistakes.append("\"\(element.text())\" is no amount")
        }
        rows += 1
        if let name = element["data-as"] { repeated.append((name, amount, false)) }
        if let name = element["data-less"] { repeated.append((name, amount, true)) }
    }

    private mutating func prove(
        _ element: PageElement, by rule: ([PrintedAmount]) -> PrintedAmount?
    ) {
        guard let summary = element.children.first(where: { $0.name == "summary" }),
            let printed = summary.own
        else { return mistakes.append("A figure has no amount") }
        let name = summary.text()
        if let id = element["id"] { amounts[id] = printed }
        var rows: [PrintedAmount?] = []
        for child in element.children where child.name != "summary" { child.collect(&rows) }
        let known = rows.compactMap(\.self)
        guard !rows.isEmpty, known.count == rows.count, let found = rule(known) else {
            return mistakes.append("\(name) has no rows that can be added")
        }
        if found.isEqual(to: printed) {
            figures += 1
        } else {
            mistakes.append(
                "\(name): \(printed.text) is printed, and its rows make \(found.text)")
        }
    }

    /// In each row the last amount is the sum of the others.
    private mutating func proveAcross(_ table: PageElement) {
        for row in table.all("tr") {
            let amounts = row.all("b").map { PrintedAmount($0.text()) }
            guard let last = amounts.last else { continue }
            guard let last, !amounts.contains(where: { $0 == nil }),
                let sum = PrintedAmount.sum(of: amounts.dropLast().compactMap(\.self)),
                sum.isEqual(to: last)
            else {
                mistakes.append("\(row.text()) does not add up")
                continue
            }
            figures += 1
        }
    }
}

extension PageElement {
    /// The amount that a summary or a row is of: its last.
    fileprivate var own: PrintedAmount? { all("b").last.flatMap { PrintedAmount($0.text()) } }

    /// The amounts of the rows in an element. What belongs to another figure is left to that.
    fileprivate func collect(_ rows: inout [PrintedAmount?]) {
        switch name {
        case "details":
            // An average beside a figure is no part of it.
            guard self["class"]?.hasPrefix("mean") != true else { return }
            rows.append(children.first { $0.name == "summary" }?.own)
        case "tr": rows.append(own)
        default: for child in children { child.collect(&rows) }
        }
    }
}

/// An amount as it stands on a page, "-1,234.50".
private struct PrintedAmount {
    let text: String
    private let units: Int128
    private let decimals: Int

    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /([+-]?)(\d{1,3}(?:,\d{3})*)(?:\.(\d{1,18}))?/),
            match.output.2.utf8.count < 24
        else { return nil }
        let fraction = match.output.3 ?? ""
        guard let units = Int128(match.output.2.filter { $0 != "," } + fraction) else {
            return nil
        }
        self.init(match.output.1 == "-" ? -units : units, decimals: fraction.count, text: text)
    }

    private init(_ units: Int128, decimals: Int, text: String? = nil) {
        (self.units, self.decimals) = (units, decimals)
        self.text = text ?? "\(units) in the last decimal"
    }

    var negated: PrintedAmount { PrintedAmount(-units, decimals: decimals, text: text) }

    func isEqual(to other: PrintedAmount) -> Bool {
        units == other.units && decimals == other.decimals
    }

    static func sum(of rows: [PrintedAmount]) -> PrintedAmount? {
        guard let first = rows.first, rows.allSatisfy({ $0.decimals == first.decimals }) else {
            return nil
        }
        return PrintedAmount(rows.reduce(0) { $0 + $1.units }, decimals: first.decimals)
    }

    /// Rounded to the nearest, halves away from zero.
    static func mean(of rows: [PrintedAmount]) -> PrintedAmount? {
        sum(of: rows).map { sum in
            let count = Int128(rows.count)
            let twice = sum.units * 2
            let half = twice < 0 ? -count : count
            return PrintedAmount((twice + half) / (2 * count), decimals: sum.decimals)
        }
    }
}
