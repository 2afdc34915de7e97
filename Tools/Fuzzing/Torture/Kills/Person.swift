import Model
import TestSupport

/// Chooses what is done next, the same for the same seed.
struct Person {
    private var random: RandomNumbers
    /// Decisions that can be undone, and those that can be redone.
    private var decided = 0
    private var undone = 0

    init(seed: UInt64) {
        random = RandomNumbers(seed: seed)
    }

    /// - Parameter contents: what the vault holds by now.
    mutating func nextStep(in contents: Contents) throws -> Step {
        let step = try choose(in: contents)
        switch step {
        case .correct, .addRule, .setAccountType, .switchPlugin:
            decided += 1
            undone = 0
        case .undo:
            decided -= 1
            undone += 1
        case .redo:
            decided += 1
            undone -= 1
        case .sync, .classify, .look: break
        }
        return step
    }

    /// A part of the time that a command takes, a little more than all at most.
    mutating func moment(within duration: Duration) -> Duration {
        duration * (Double.random(in: 0...1.05, using: &random))
    }

    mutating func chance(_ part: Int, of all: Int) -> Bool {
        Int.random(in: 0..<all, using: &random) < part
    }

    private mutating func choose(in contents: Contents) throws -> Step {
        switch Int.random(in: 0..<16, using: &random) {
        case 0, 1: return .sync
        case 2: return .classify(whole: false)
        case 3: return .classify(whole: true)
        case 4 where undone > 0, 5 where undone > 0: return .redo
        case 4 where decided > 0, 5 where decided > 0, 6 where decided > 0: return .undo
        case 7: return .look
        case 8:
            return .setAccountType(
                name: one(of: ["1", "2", "3"]),
                type: one(of: AccountType.allCases.map(\.rawValue).sorted()))
        case 9, 10:
            return .addRule(
                word: one(of: ["MARKET", "COFFEE", "PAY", "TRANSFER", "GAS", "AMAZON"]),
                category: one(of: Self.categories))
        default:
            let key = one(of: contents.visible.sorted()).split(separator: "|").map(String.init)
            guard key.count == 4 else { throw BrokenPromise("a transaction without an id") }
            var options = ["--category", one(of: Self.categories), "--note", "a note"]
            if chance(1, of: 3) { options.append("--all-from-payee") }
            return .correct(account: key[0], transaction: key[1], options: options)
        }
    }

    private static let categories = ["dining", "travel", "groceries", "shopping"]

    private mutating func one(of choices: [String]) -> String {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }
}
