internal import Model

extension GhostCopy {
    /// What the reader of a copy must know, and what its owner should.
    public var notes: [String] {
        [
            "Amounts are shares, rounded to multiples of \(Self.step). An income of 100 is that of an "
                + "average month.",
            (merchants.isEmpty
                ? "Names are replaced by kinds."
                : "Names other than those of public merchants are replaced by kinds.")
                + " Months are counted from the first of the period.",
            rows.isEmpty
                ? merchants.isEmpty
                    ? "Not proven: a reader who knows most of this household may still find it."
                    : "Not proven: whoever knows its merchants can find this household."
                : "Not proven: whoever knows some of these rows can find this household.",
        ]
    }

    /// Income and expenses in one sentence.
    public var summary: String {
        guard let spentOfIncome else { return "No income in this period." }
        return "Of an income of 100 in an average month, \(spentOfIncome) is spent."
    }

    /// The copy in Markdown.
    public var markdown: String {
        var lines = ["# A household", ""] + notes.map { "- \($0)" }
        func section(_ heading: String, _ entries: [String]) {
            guard !entries.isEmpty else { return }
            lines += ["", "## \(heading)", ""] + entries.map { "- \($0)" }
        }
        section(
            "Income and spending",
            ["\(months) whole \(months == 1 ? "month" : "months").", summary])
        section("Shares of spending", parts.map { "\($0.category): \($0.share) %" })
        section("Public merchants", merchants.map { "\($0.name) (\($0.category))" })
        section("Trends", trends)
        section(
            "Recurring commitments",
            commitments.map { "\($0.category), \($0.frequency.rawValue): \($0.cost)" })
        section("Budgets", budgets.map { "\($0.category): \($0.state.rawValue)" })
        section("Accounts", accounts.map { "\($0.name): \($0.size)" })
        section(
            "Transactions",
            rows.map {
                "\($0.day): \($0.account), \($0.category), \($0.isIncome ? "income" : "spending") "
                    + "\($0.amount)"
            })
        return lines.joined(separator: "\n") + "\n"
    }

    /// The words of the copy's own sentences and fields, and of kinds of accounts and payments.
    /// With the names of shipped categories they are all that a copy may have.
    public static let publicWords: Set<String> = Set(
        """
        a household amounts are shares rounded to multiples that is the average income of month names
        replaced by kinds months counted from first period not proven reader who knows most this
        may still find it whoever some these rows can no in an spent and spending whole trends
        was higher lower than usual second half recurring commitments accounts transactions day
        less year more unknown nothing asset liability checking savings credit card investment
        brokerage loan mortgage cash other daily weekly biweekly semimonthly monthly bimonthly
        quarterly yearly notes summary parts category share frequency cost name size account
        direction amount budgets state within nearly over those public merchants its
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
