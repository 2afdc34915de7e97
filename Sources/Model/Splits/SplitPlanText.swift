extension SplitPlan: CustomStringConvertible {
    /// For people: "groceries 20, shopping 50 %, other the rest".
    public var description: String {
        parts.map { part in
            switch part.size {
            case .amount(let amount): "\(part.category) \(amount)"
            case .share(let share): "\(part.category) \(share.percent) %"
            case .remainder: "\(part.category) the rest"
            }
        }.joined(separator: ", ")
    }
}

extension SplitPlan {
    /// The plan as text that reads back as the same plan, and is the same text
    /// for the same plan: a line for each part, with tabs between category,
    /// size, lens and note.
    public var canonicalText: String {
        parts.map { part in
            let size =
                switch part.size {
                case .amount(let amount): "amount \(amount)"
                case .share(let share): "share \(share)"
                case .remainder: "remainder"
                }
            let fields =
                [part.category, size, part.lens?.rawValue ?? ""] + (part.note.map { [$0] } ?? [])
            return fields.map(\.escaped).joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// Reads what ``canonicalText`` wrote, or nil where the text is no plan.
    public init?(canonicalText: String) {
        var parts: [Part] = []
        // By scalars: "\r\n" is one Character.
        let lines = canonicalText.unicodeScalars.split(
            separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init(unescaping:))
            guard fields.count == 3 || fields.count == 4, let size = Size(fields[1]) else {
                return nil
            }
            let lens = Lens(rawValue: fields[2])
            guard lens != nil || fields[2].isEmpty else { return nil }
            parts.append(
                Part(
                    category: fields[0], size: size, lens: lens,
                    note: fields.count == 4 ? fields[3] : nil))
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
    /// A share in percent. Of at most 1, so that a hundredfold always fits.
    fileprivate var percent: DecimalAmount {
        decimals >= 2
            ? DecimalAmount(coefficient: coefficient, decimals: decimals - 2)
            : DecimalAmount(coefficient: coefficient * (decimals == 1 ? 10 : 100), decimals: 0)
    }
}

extension String {
    /// The text without line feeds and tabs, which the canonical text has
    /// between its fields.
    fileprivate var escaped: String {
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
            default: unicodeScalars.append(scalar)
            }
            isEscaped = false
        }
    }
}
