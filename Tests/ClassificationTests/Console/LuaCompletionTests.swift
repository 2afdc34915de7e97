import Classification
import Model
import Testing

@Suite("Completion at the Lua prompt")
struct LuaCompletionTests {
    @Test(
        "words that may stand there",
        arguments: [
            ("exp", ["explain"]), ("betw", ["between"]), ("x = vie", ["view"]),
            ("tx(1).pay", ["payee"]), ("view:wh", ["where"]), ("view:decid", []),
            ("view:where { pay", ["payee"]), ("view:where { payee = 'x', amo", ["amount"]),
            ("view:where({ cat", ["category"]), ("view:where { an", ["any"]),
            ("view:where { any { descr", ["description"]), ("view:where { payee = wo", ["word"]),
            ("view:where { amount = betw", ["between"]), ("view:where { amount = wo", []),
            ("view:where { payee = any { sta", ["starts_with"]),
            ("view:where { pending = t", ["true"]),
            ("view:where { payee = 'x' }:su", ["sum"]), ("view:where { }:last(3):b", Self.by),
            ("tx(1):cont", ["contains"]), ("('x'):tr", ["trim"]), ("try { wh", ["when"]),
            ("try { categ", ["category"]), ("try { when = { merch", ["merchant_code"]),
            ("try { when = {}, set = { spl", ["splits"]), ("math.ab", ["abs"]),
        ])
    func words(line: String, words: [String]) throws {
        #expect(try completed(line) == words)
    }

    private static let by = ["between", "by", "by_account", "by_amount", "by_id", "by_payee"]

    @Test(
        "names in quotes, from their last word on",
        arguments: [
            ("view:where { payee = word \"Cor", ["CORNER COFFEE", "CORNER SHOP"]),
            ("view:where { payee = word \"Corner S", ["SHOP"]),
            ("view:where { payee = { 'TEA', 'corner c", ["COFFEE"]),
            ("view:where { account = \"Every", ["Everyday Checking"]),
            ("view:where { category = 'd", ["dining"]), ("try { category = \"gro", ["groceries"]),
            ("view:where { class = 'inc", ["income"]), ("view:by('mo", ["month"]),
            ("view:by_payee 'Corner ", ["COFFEE", "SHOP"]), ("explain(1, 'No", ["Nothing"]),
            ("help 'betw", ["between"]), ("print('cor", []), ("x = 'a' .. wo", ["word"]),
        ])
    func texts(line: String, words: [String]) throws {
        #expect(try completed(line) == words)
    }

    private func completed(_ line: String) throws -> [String] {
        let breaks = Array(" \t\"'(){}[].:,=".utf8)
        let start = line.utf8.reversed().firstIndex { breaks.contains($0) }?.base.utf16Offset(
            in: line)
        let classifier = Classifier(
            pipeline: try makeBarePipeline(),
            userRules: try load([
                "rule { name = 'Nothing', when = { text = 'NONE' }, set = { lens = 'want' } }"
            ]))
        let rows = ["CORNER COFFEE", "CORNER SHOP"].map { Row(description: $0, payee: $0) }
        return try LuaConsole.open(over: makeSnapshot(rows), classifier: classifier) {
            $0.completion.words(in: line, from: start ?? 0)
        }
    }
}
