import Statements
import Testing

@Suite("Damaged tables")
struct TableMutationTests {
    /// Reads tables 500 times in all, each with one to eight bytes lost, doubled or changed by
    /// a seed. Each must end, and what it understood must read the file the same way.
    @Test("no damage does more than lose rows or the file", arguments: 0..<10)
    func mutations(seed: Int) throws {
        let banks = BankTable.all
        var random = SplitMix(seed: UInt64(seed))
        var ended = 0
        for round in 0..<50 {
            let damaged = damaged(banks[(seed * 50 + round) % banks.count].text, by: &random)
            do throws(StatementError) {
                let statement = try StatementReader.read(damaged)
                ended += statement.accounts.isEmpty && statement.rejected.isEmpty ? 0 : 1
            } catch {
                ended += 1
            }
        }
        #expect(ended == 50)
    }

    private func damaged(_ text: String, by random: inout SplitMix) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<(1 + random.next() % 8) where !bytes.isEmpty {
            let place = Int(random.next() % UInt64(bytes.count))
            switch random.next() % 4 {
            case 0: bytes.remove(at: place)
            case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 2: bytes.replaceSubrange(place..<place, with: bytes[..<place].suffix(40))
            default: bytes.insert(contentsOf: "\",;\t|\n'=-+.".utf8, at: place)
            }
        }
        return bytes
    }

    @Test(
        "a piece that repeats without end yields no row",
        arguments: ["\"", "\",", ",", ";;", "\"\"", "9", "-", "Date,", "'", "1.", "\"\n", "(", "月"])
    func repeated(piece: String) {
        let text = "Date,Text,Amount\n" + String(repeating: piece, count: 50_000)
        #expect(refusal(text) != nil)
    }
}
