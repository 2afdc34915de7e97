import Model
import TestSupport
import Vault

/// A made-up bank with one account that does what banks do to ids: it posts
/// holds under new ones, drops some, adds tips, and issues ids anew.
struct ChangingBank {
    /// Something bought, as the bank has it now.
    struct Purchase {
        var bankID: String
        var day: CalendarDay
        var amount: Int64
        var text: String
        var isPending: Bool
        let paidAt: Int64?
        /// What it will be posted for; nil where it will be dropped.
        let finalAmount: Int64?
        /// Whether nothing else is like it, so that it can always be told.
        let isUnique: Bool
        /// The note that the person gave it; empty where none.
        var note = ""
    }

    private(set) var today: CalendarDay
    var purchases: [Purchase] = []
    private var random: RandomNumbers
    private var lastID = 0
    private var uniqueCount = 0

    init(seed: UInt64, today: CalendarDay) {
        random = RandomNumbers(seed: seed)
        self.today = today
    }

    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    // MARK: What happens

    /// A day passes: holds are posted or dropped, and things are bought.
    mutating func passDay() {
        today = today.adding(days: 1)
        for place in purchases.indices.reversed() where purchases[place].isPending {
            // Later than this a hold is not looked for any more.
            let isOverdue = purchases[place].day.days(until: today) >= 10
            if isOverdue || chance(40) { post(place) }
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) { buy() }
    }

    /// The bank moves to another system: some days' posted transactions get
    /// new ids.
    mutating func reissueIDs() {
        let end = today.adding(days: -Int.random(in: 0...10, using: &random))
        let days = end.adding(days: -Int.random(in: 1...30, using: &random))..<end
        for place in purchases.indices
        where !purchases[place].isPending && days.contains(purchases[place].day) {
            purchases[place].bankID = newID()
        }
    }

    private mutating func post(_ place: Int) {
        guard let amount = purchases[place].finalAmount else {
            purchases.remove(at: place)
            return
        }
        if chance(85) { purchases[place].bankID = newID() }
        purchases[place].amount = amount
        purchases[place].isPending = false
        purchases[place].day = today
        if purchases[place].text.hasPrefix("PENDING ") {
            purchases[place].text = String(purchases[place].text.dropFirst(8)) + " 0042 MADISON"
        }
    }

    private mutating func buy() {
        let isUnique = chance(40)
        let amount = isUnique ? uniqueAmount() : -500
        let isPending = chance(70)
        let isDropped = isPending && chance(10)
        let final = isUnique && chance(40) ? amount + amount / 5 : amount
        let text = isUnique ? uniqueText() : "BLUE HERON COFFEE"
        purchases.append(
            Purchase(
                bankID: newID(), day: today, amount: amount,
                text: isPending && chance(50) ? "PENDING " + text : text, isPending: isPending,
                paidAt: isPending || chance(50) ? today.secondsSinceEpoch + 43_200 : nil,
                finalAmount: isDropped ? nil : final, isUnique: isUnique))
    }

    private mutating func newID() -> String {
        lastID += 1
        return "ID-\(lastID)"
    }

    private mutating func uniqueAmount() -> Int64 {
        uniqueCount += 1
        return -10_000 * Int64(uniqueCount * uniqueCount)
    }

    /// Words that no other purchase has.
    private mutating func uniqueText() -> String {
        var number = uniqueCount
        var word = ""
        for _ in 0..<4 {
            word.append(Character(UnicodeScalar(UInt8(97 + number % 26))))
            number /= 26
        }
        return "shop\(word) store\(word)"
    }

    // MARK: What it says

    /// All that it has of some days.
    func answer(_ days: Range<CalendarDay>) -> [ReceivedTransaction] {
        purchases.filter { days.contains($0.day) }.map { purchase in
            ReceivedTransaction(
                bankID: purchase.bankID, day: purchase.day, amount: purchase.amount,
                description: purchase.text, payee: "", memo: "", merchantCode: "",
                isPending: purchase.isPending,
                postedAt: purchase.isPending ? nil : purchase.day.secondsSinceEpoch,
                transactedAt: purchase.paidAt)
        }
    }

    /// All that a person should see, as one line each, in some order.
    var truth: [String] {
        purchases.map { "\($0.day) \($0.amount) \($0.text) \($0.isPending) \($0.bankID)" }.sorted()
    }
}
