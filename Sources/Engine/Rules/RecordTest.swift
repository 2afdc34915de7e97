internal import Classification
internal import Model
internal import Rules
internal import Vault

extension Engine {
    /// A test of all rules together, as a rule file has it: a transaction of the vault, and what
    /// the rules give it by itself.
    ///
    /// What it gets only beside other transactions, such as a tag by earlier payments, stands in a
    /// comment, since a test has none of those.
    public func recordedTest(of transaction: Int64) throws -> String {
        try uninterrupted {
            guard let record = try vault.transaction(transaction) else {
                throw EngineError.noSuchTransaction(transaction)
            }
            let setup = try passSetup()
            let account = try vault.accounts().first { $0.id == record.account }
            let recorded = RecordedTest(record, in: account)
            let pass = try Classifier(pipeline: setup.pipeline, userRules: setup.userRules)
                .conclude(SampleTransaction.snapshot(of: [recorded.sample]))
            return recorded.lua(
                getting: pass.conclusions.entries.first.map(pass.conclusions.verdict(of:)))
        }
    }
}

/// A transaction as a `test { … }` of a rule file.
private struct RecordedTest {
    let record: TransactionRecord
    let sample: SampleTransaction

    init(_ record: TransactionRecord, in account: AccountRecord?) {
        self.record = record
        var sample = SampleTransaction(description: record.description)
        sample.bankPayee = record.bankPayee
        sample.memo = record.memo
        sample.merchantCode = record.merchantCode
        // A row of the vault fits; only sums may not.
        sample.amount = Int64(clamping: record.amount.minorUnits)
        sample.currency = record.amount.currency
        sample.day = record.day
        sample.isPending = record.isPending
        if let account {
            sample.account = account.name
            sample.accountType = account.type
            sample.institution = account.institution
        }
        self.sample = sample
    }

    func lua(getting verdict: Verdict?) -> String {
        let got = verdict.map(Self.values) ?? []
        let other = (record.verdict.map(Self.values) ?? []).filter { value in
            !got.contains { $0 == value }
        }
        let beside = other.map {
            "        -- In the vault, beside other transactions: \($0.0) = \($0.1)\n"
        }
        return """
            test {
                name = \(LuaLiteral.text("\(record.payee), \(record.day)")),
                transactions = {
            \(beside.joined())        {
            \(lines(fields, "            "))            gets = {
            \(lines(got, "                "))            },
                    },
                },
            }
            """
    }

    private var fields: [(String, String)] {
        let texts = [
            ("description", sample.description), ("bank_payee", sample.bankPayee),
            ("memo", sample.memo), ("merchant_code", sample.merchantCode),
        ].filter { !$0.1.isEmpty }
        let others = [
            ("day", "\(sample.day)"), ("account", sample.account),
            ("account_type", sample.accountType.rawValue), ("institution", sample.institution),
            ("currency", sample.currency.code),
        ]
        return texts.map { ($0.0, LuaLiteral.text($0.1)) } + [("amount", record.amount.plainText)]
            + others.map { ($0.0, LuaLiteral.text($0.1)) }
            + (sample.isPending ? [("pending", "true")] : [])
    }

    /// A transaction's conclusions, as Lua.
    private static func values(_ verdict: Verdict) -> [(String, String)] {
        let texts: [(String, String?)] = [
            ("class", verdict.transactionClass.value.rawValue),
            ("category", verdict.countsByParts ? nil : verdict.category.value),
            ("payee", verdict.payee?.value), ("lens", verdict.lens?.value.rawValue),
            ("series", verdict.series?.value), ("loan", verdict.loan?.value),
            ("notes", verdict.notes?.value),
        ]
        var values = texts.compactMap { name, text in text.map { (name, LuaLiteral.text($0)) } }
        if let tags = verdict.tags?.value {
            values.append(("tags", "{ \(tags.map(LuaLiteral.text).joined(separator: ", ")) }"))
        }
        if let excluded = verdict.isExcluded?.value { values.append(("excluded", "\(excluded)")) }
        if let splits = verdict.splits?.value {
            values.append(("splits", "{ \(splits.parts.map(lua).joined(separator: ", ")) }"))
        }
        return values
    }

    private static func lua(_ part: SplitPlan.Part) -> String {
        var fields: [String] = []
        if let category = part.category ?? (part.keepsCategory ? SplitPlan.Part.keptWord : nil) {
            fields.append("category = \(LuaLiteral.text(category))")
        }
        if let loan = part.loan { fields.append("loan = \(LuaLiteral.text(loan))") }
        if let kind = part.class, part.loan == nil || kind != .transfer {
            fields.append("class = \(LuaLiteral.text(kind.rawValue))")
        }
        if part.isExcluded { fields.append("excluded = true") }
        switch part.size {
        case .amount(let amount): fields.append("amount = \(amount)")
        case .share(let share): fields.append("share = \(share)")
        case .remainder: break
        }
        if let lens = part.lens { fields.append("lens = \(LuaLiteral.text(lens.rawValue))") }
        if let note = part.note { fields.append("note = \(LuaLiteral.text(note))") }
        return "{ \(fields.joined(separator: ", ")) }"
    }

    private func lines(_ fields: [(String, String)], _ indent: String) -> String {
        fields.map { "\(indent)\($0.0) = \($0.1),\n" }.joined()
    }
}
