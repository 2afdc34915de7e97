import Model
import Statements
import Testing

@Suite("Damaged statement files")
struct MutationTests {
    private static let files = [
        """
        OFXHEADER:100
        CHARSET:1252

        <OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM><STMTTRN><DTPOSTED>20240105\
        <TRNAMT>-12.50<FITID>7<NAME>A &amp; B<!-- x --></STMTTRN><LEDGERBAL><BALAMT>5\
        <DTASOF>20240131</LEDGERBAL></STMTRS></OFX>
        """,
        "!Account\nNOne\n^\n!Type:Bank\nD3/29' 0\nT-1,234.50\nPA\nSFood\n$-1,234.50\nL[Two]\n^\n",
        """
        <?xml version="1.0"?><Document xmlns="urn:camt.053"><Stmt><Acct><Id><IBAN>X</IBAN></Id></Acct>\
        <Ntry><Amt Ccy="EUR">1.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2024-01-05</Dt></BookgDt>\
        <NtryDtls><TxDtls><RmtInf><Ustrd>A</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></Document>
        """,
        ":20:A\n:25:B\n:60F:C240101EUR1,00\n:61:2401050106DR1,50NTRFX//Y\n:86:166?00A?20B?32C\n:62F:C240101EUR1,00\n-\n",
    ]

    /// Reads a file 125 times, each with one to eight bytes lost, doubled or changed by a
    /// seed. What matters is that each ends, in rows or in an error.
    @Test("no damage does more than lose rows or the file", arguments: files)
    func mutations(file: String) {
        var random = SplitMix(seed: UInt64(file.utf8.count))
        let bytes = Array(file.utf8)
        var (taken, refused) = (0, 0)
        for _ in 0..<125 {
            var damaged = bytes
            for _ in 0..<(1 + random.next() % 8) where !damaged.isEmpty {
                let place = Int(random.next() % UInt64(damaged.count))
                switch random.next() % 5 {
                case 0: damaged.remove(at: place)
                case 1: damaged.insert(damaged[place], at: place)
                case 2: damaged[place] = UInt8(truncatingIfNeeded: random.next())
                case 3: damaged.replaceSubrange(place..<place, with: damaged[..<place].suffix(40))
                default:
                    damaged.insert(contentsOf: "<>:^9/-?".utf8.shuffled(using: &random), at: place)
                }
            }
            do throws(StatementError) {
                let statement = try StatementReader.read(damaged)
                taken += statement.accounts.count + statement.rejected.count > 0 ? 1 : 0
            } catch {
                refused += 1
            }
        }
        #expect(taken + refused == 125)
    }

    @Test(
        "a field that is longer than any bank's is refused where it begins",
        arguments: [
            ("<OFX><STMTRS><STMTTRN><TRNAMT>", 1), ("!Type:Bank\nT", 2), (":20:A\n:25:B\n:61:", 3),
            ("<Document xmlns=\"x:camt.053\"><Ntry><Amt>", 1),
        ])
    func longField(head: String, line: Int) {
        let text = head + String(repeating: "1", count: 100_000)
        #expect(refusal(text) == .malformed(line: line))
    }

    @Test(
        "a text of one repeated piece ends in an error or without rows",
        arguments: [
            "<", "<A>", "<STMTTRN>", "<!--", "&amp;", "</A>", ":61:", "?20", "/", "^\n", "-\n",
            ":\n",
        ],
        [
            "<OFX><STMTRS>", "!Type:Bank\nT", ":20:A\n:25:B\n:86:",
            "<Document xmlns=\"camt.053\"><Ntry>",
        ])
    func repeated(piece: String, head: String) throws {
        let text = head + String(repeating: piece, count: 20_000)
        let found = try? rows(text)
        #expect(found ?? [] == [])
    }
}

struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
