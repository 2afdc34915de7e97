import Model
import Testing

@Suite("A reason")
struct ReasonTests {
    @Test("becomes words with who decided in front, and without")
    func words() {
        let reason = Reason(
            by: "user rules", rule: "rules/1.lua:Mine",
            Evidence(.matched, "Mine", "rules/1.lua:2", "ALDI", "7"), Evidence(.correctedLater))
        #expect(
            reason.text
                == "Matched: Mine (rules/1.lua:2), row \"ALDI\" in line 7; you corrected it later")
        #expect(
            reason.shortText
                == "Mine (rules/1.lua:2), row \"ALDI\" in line 7; you corrected it later")
    }

    @Test("of a transfer names the kind of the receiving account, where it tells")
    func transfer() {
        func text(_ code: Evidence.Code, _ values: String?...) -> String {
            Reason(by: "transfers", rule: nil, evidence: [Evidence(code, values[0], values[1])])
                .text
        }
        #expect(
            text(.transferEqual, AccountType.credit.rawValue, "0")
                == "Auto-detected: payment of a card, equal and opposite amounts in two of your "
                + "accounts, on the same day")
        #expect(
            text(.transferAtRate, AccountType.savings.rawValue, "1")
                == "Auto-detected: amounts in two of your accounts that agree at your rates, 1 day "
                + "apart")
        #expect(text(.transferMarked, nil, nil) == "Marked by you as a transfer")
    }

    @Test(
        "comes back from what is stored",
        arguments: [
            [], [Evidence(.corrected)], [Evidence(.plugin, "p", "")],
            [Evidence(.detected, "two\nlines", "a.toml"), Evidence(.plugin, "p")],
            [Evidence(.matched, "a\u{1E}b\u{1F}c", "")],
        ])
    func stored(evidence: [Evidence]) {
        #expect(Evidence.list(canonicalText: Evidence.canonicalText(evidence)) == evidence)
    }

    @Test("with a code that this version doesn't know is none")
    func unknown() {
        #expect(Evidence.list(canonicalText: "of the future\u{1F}x") == nil)
    }
}
