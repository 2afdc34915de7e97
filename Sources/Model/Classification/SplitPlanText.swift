extension SplitPlan: CustomStringConvertible {
    /// For people: "groceries 20, shopping 50 %, other the rest".
    public var description: String {
        parts.map { part in
            switch part.size {
            case .amount(let amount): "\(part.name) \(amount)"
            case .share(let share): "\(part.name) \(share.percent) %"
            case .remainder: "\(part.name) the rest"
            }
        }.joined(separator: ", ")
    }
}

extension SplitPlan.Part {
    /// The part as it is typed, "shopping=30" or "shopping=30%", without the name of a borrower.
    public var typed: String {
        switch size {
        case .amount(let amount): "\(kind)=\(amount)"
        case .share(let share): "\(kind)=\(share.percent)%"
        case .remainder: kind
        }
    }
}

extension SplitPlan {
    /// The plan's canonical form, which parses back to the same plan. One line per part, with
    /// category, size, lens, note, class, loan and whether it is excluded, separated by tabs.
    /// Empty ones at the end are left out.
    public var canonicalText: String {
        parts.map { part in
            let size =
                switch part.size {
                case .amount(let amount): "amount \(amount)"
                case .share(let share): "share \(share)"
                case .remainder: "remainder"
                }
            var fields = [
                part.category, size, part.lens?.rawValue, part.note, part.class?.rawValue,
                part.loan, part.isExcluded ? "excluded" : nil,
            ]
            while fields.count > 3, fields.last == .some(nil) { fields.removeLast() }
            return fields.map { $0?.escaped ?? "" }.joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// Parses ``canonicalText``; nil for any other string.
    public init?(canonicalText: String) {
        var parts: [Part] = []
        // By scalars: "\r\n" is one Character.
        let lines = canonicalText.unicodeScalars.split(
            separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            func field(_ position: Int) -> String? {
                position < fields.count && !fields[position].isEmpty
                    ? String(unescaping: fields[position]) : nil
            }
            guard (3...7).contains(fields.count), let size = field(1).flatMap(Size.init) else {
                return nil
            }
            let (lens, kind) = (
                field(2).map(Lens.init(rawValue:)), field(4).map(TransactionClass.init(rawValue:))
            )
            guard lens != .some(nil), kind != .some(nil),
                field(6) == nil || field(6) == "excluded"
            else { return nil }
            parts.append(
                Part(
                    category: field(0), size: size, lens: lens ?? nil, note: field(3),
                    class: kind ?? nil, loan: field(5), isExcluded: field(6) != nil))
        }
        do {
            self = try SplitPlan(parts)
        } catch {
            return nil
        }
    }
}

extension SplitPlan.Size {
    fileprivate init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2 else {
            guard text == "remainder" else { return nil }
            self = .remainder
            return
        }
        do {
            let number = try DecimalAmount(exactly: words[1])
            switch words[0] {
            case "amount": self = .amount(number)
            case "share": self = .share(number)
            default: return nil
            }
        } catch {
            return nil
        }
    }
}

extension DecimalAmount {
    /// A share in percent. A share is at most 1, so the hundredfold always fits.
    fileprivate var percent: DecimalAmount {
        decimals >= 2
            ? DecimalAmount(coefficient: coefficient, decimals: decimals - 2)
            : DecimalAmount(coefficient: coefficient * (decimals == 1 ? 10 : 100), decimals: 0)
    }
}

extension String {
    /// The string with line feeds and tabs escaped, as they separate fields. It is never empty,
    /// which stands for none.
    fileprivate var escaped: String {
        guard !isEmpty else { return "\\0" }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    fileprivate init(unescaping text: Substring.UnicodeScalarView) {
        self = ""
        var isEscaped = false
        for scalar in text {
            guard isEscaped || scalar != "\\" else {
                isEscaped = true
                continue
            }
            switch scalar {
            case "n" where isEscaped: unicodeScalars.append("\n")
            case "t" where isEscaped: unicodeScalars.append("\t")
            case "0" where isEscaped: break
            default: unicodeScalars.append(scalar)
            }
            isEscaped = false
        }
    }
}
