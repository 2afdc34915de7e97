import Model

/// One entry of a CAMT message, with its details.
enum CamtEntry {
    /// The entry as a row. The details of a batch are its parts if they add up to it, so that
    /// entry and details never both count.
    static func row(_ tree: XMLTree) throws(RejectedRow.Reason) -> StatementRow {
        let state = tree.text("Sts/Cd", "Sts")
        if state == "INFO" { throw .notMoney }
        let amount = try signed(tree.text("Amt"), by: tree.text("CdtDbtInd"))
        let valueDay = try day(tree, "ValDt")
        guard let day = try day(tree, "BookgDt") ?? valueDay else { throw .noDay }
        let currency = tree.all("Amt").first.map { tree.elements[$0].currency } ?? ""

        let details = tree.all("NtryDtls/TxDtls") + tree.all("TxDtls")
        let texts = details.map {
            Texts(tree, detail: $0, isIncoming: tree.text("CdtDbtInd") == "CRDT")
        }
        let payees = Set(texts.map(\.payee))
        let additional = tree.text("AddtlNtryInf")
        let description = FieldValue.joined(texts.prefix(20).map(\.description))
        let parts = try details.count > 1 ? parts(tree, details, texts, of: amount) : []
        return StatementRow(
            line: tree.line, id: id(tree, details), day: day,
            valueDay: valueDay == day ? nil : valueDay, amount: amount,
            currency: currency.isEmpty ? nil : currency,
            payee: payees.count == 1 ? payees.first ?? "" : "",
            description: description.isEmpty ? additional : description,
            memo: FieldValue.joined(
                texts.prefix(20).map(\.memo) + [description.isEmpty ? "" : additional]),
            isPending: state == "PDNG" || state == "FUTR", parts: parts)
    }

    private static func id(_ tree: XMLTree, _ details: [Int]) -> String {
        let id = tree.text("AcctSvcrRef")
        guard id.isEmpty, details.count == 1 else { return id }
        return tree.text("Refs/AcctSvcrRef", "Refs/TxId", below: details[0])
    }

    private static func day(
        _ tree: XMLTree, _ name: String
    ) throws(RejectedRow.Reason) -> CalendarDay? {
        let text = tree.text("\(name)/Dt", "\(name)/DtTm")
        guard !text.isEmpty else { return nil }
        guard let day = CalendarDay(text.prefix(10)) else { throw .badDay }
        return day
    }

    private static func signed(
        _ text: String, by indicator: String
    ) throws(RejectedRow.Reason) -> DecimalAmount {
        let amount = try FieldValue.amount(text)
        switch indicator {
        case "CRDT": return amount
        case "DBIT": return try amount.negated()
        default: throw .signUnknown
        }
    }

    /// Empty if the details don't add up to the entry, in its currency.
    private static func parts(
        _ tree: XMLTree, _ details: [Int], _ texts: [Texts], of total: DecimalAmount
    ) throws(RejectedRow.Reason) -> [StatementRow.Part] {
        let currency = tree.all("Amt").first.map { tree.elements[$0].currency }
        var parts: [StatementRow.Part] = []
        for (detail, texts) in zip(details, texts) {
            let path = tree.all("Amt", below: detail) + tree.all("AmtDtls/TxAmt/Amt", below: detail)
            guard let amount = path.first, tree.elements[amount].currency == currency else {
                return []
            }
            let ownSign = tree.text("CdtDbtInd", below: detail)
            let sign = ownSign.isEmpty ? tree.text("CdtDbtInd") : ownSign
            parts.append(
                StatementRow.Part(
                    amount: try signed(
                        String(decoding: tree.elements[amount].text, as: UTF8.self), by: sign),
                    memo: FieldValue.joined([texts.payee, texts.description])))
        }
        return parts.map(\.amount).addUp(to: total) ? parts : []
    }
}

extension CamtEntry {
    /// The words of one detail.
    private struct Texts {
        let payee: String
        let description: String
        let memo: String

        init(_ tree: XMLTree, detail: Int, isIncoming: Bool) {
            let party = { (role: String) in
                tree.text(
                    "RltdPties/\(role)/Nm", "RltdPties/\(role)/Pty/Nm",
                    "RltdPties/Ultmt\(role)/Nm", "RltdPties/Ultmt\(role)/Pty/Nm", below: detail)
            }
            let (other, own) = isIncoming ? ("Dbtr", "Cdtr") : ("Cdtr", "Dbtr")
            // What comes back keeps the roles of the payment that it returns.
            let isReturn =
                tree.text("RvslInd") == "true" || !tree.all("RtrInf", below: detail).isEmpty
            let name = party(other)
            payee = name.isEmpty && isReturn ? party(own) : name

            let lines = tree.all("RmtInf/Ustrd", below: detail).map {
                FieldValue.clean(String(decoding: tree.elements[$0].text, as: UTF8.self))
            }
            var words = ""
            var isFull = true
            for line in lines where !line.isEmpty {
                // A line is at most 140 characters long, and a full one goes on in the next.
                if !isFull { words += " " }
                words += line
                isFull = line.count >= 140
            }
            let reference = tree.text(
                "RmtInf/Strd/CdtrRefInf/Ref", "RmtInf/Strd/CdtrRefInf/CdtrRef", below: detail)
            let additional = tree.text("AddtlTxInf", below: detail)
            let all = [words, reference, additional].filter { !$0.isEmpty }
            description = all.first ?? ""
            memo = FieldValue.joined(Array(all.dropFirst()))
        }
    }
}
