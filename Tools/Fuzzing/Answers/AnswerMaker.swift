import TestSupport

/// An answer, and what must be stored of it whatever else is in it.
struct MadeAnswer {
    var body: [UInt8]
    /// Empty where bytes were broken afterwards.
    var amounts: [MadeAmount]
}

/// An amount that was written exactly, of an account and a transaction whose
/// ids no other one has.
struct MadeAmount {
    let account: String
    let transaction: String
    let text: String
}

/// Makes an answer from a seed: grown from a grammar, one in three with a few
/// bytes broken.
struct AnswerMaker {
    private var numbers: RandomNumbers

    init(seed: UInt64) {
        numbers = RandomNumbers(seed: seed)
    }

    func make() -> MadeAnswer {
        var maker = self
        return maker.makeAnswer()
    }

    private mutating func makeAnswer() -> MadeAnswer {
        var grammar = AnswerGrammar(numbers: numbers)
        var answer = grammar.makeAnswer()
        numbers = grammar.numbers
        if number(below: 3) == 0 {
            answer.amounts = []
            for _ in 0...number(below: 5) { breakBytes(&answer.body) }
        }
        return answer
    }

    private mutating func number(below limit: Int) -> Int {
        Int.random(in: 0..<max(limit, 1), using: &numbers)
    }

    private mutating func breakBytes(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let place = number(below: bytes.count)
        switch number(below: 6) {
        case 0: bytes[place] = UInt8(number(below: 256))
        case 1: bytes.insert(UInt8(number(below: 256)), at: place)
        case 2: bytes[place] ^= 1 << number(below: 8)
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + number(below: 20)))
        case 4:
            let piece = bytes[place..<min(bytes.count, place + 1 + number(below: 60))]
            bytes.insert(contentsOf: Array(piece), at: number(below: bytes.count))
        default: bytes.removeLast(number(below: bytes.count))
        }
    }
}
