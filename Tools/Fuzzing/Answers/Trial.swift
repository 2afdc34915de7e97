import Engine
import Foundation
import Model
import SimpleFIN
import Vault

/// One answer, read twice and, where it is accepted, stored twice into a vault
/// of its own.
struct Trial {
    private let made: MadeAnswer
    private let first: Result<Answer, SimpleFINError>
    private let second: Result<Answer, SimpleFINError>

    init(of made: MadeAnswer) {
        self.made = made
        first = Self.read(made.body)
        second = Self.read(made.body)
    }

    var isAccepted: Bool {
        if case .success = first { true } else { false }
    }

    /// What was promised and not kept.
    ///
    /// - Parameters:
    ///   - empty: a vault that stays as it is.
    ///   - isClassified: whether to try that too, which takes longer than all else.
    func problems(
        storingInCopyOf empty: ScratchVault, classifying isClassified: Bool
    ) throws -> [String] {
        guard first == second else { return ["reading it twice gives two results"] }
        switch first {
        case .failure(.notAnAnswer):
            return made.amounts.isEmpty ? [] : ["a sound answer is refused"]
        case .failure: return ["it is refused for a reason that no body can have"]
        case .success(let answer):
            let scratch = try ScratchVault(copying: empty)
            return try problemsOfStoring(answer, in: scratch)
                + (isClassified ? try problemsOfClassifying(in: scratch) : [])
        }
    }

    private static func read(_ body: [UInt8]) -> Result<Answer, SimpleFINError> {
        Result { () throws(SimpleFINError) in try Answer(body: body) }
    }

    private func problemsOfStoring(
        _ answer: Answer, in scratch: ScratchVault
    ) throws -> [String] {
        try withExtendedLifetime(scratch) {
            var problems: [String] = []
            _ = try scratch.engine.importAnswer(answer)
            let before = try scratch.rows()
            let again = try scratch.engine.importAnswer(answer)
            if again.stored != StoredAnswer() { problems.append("storing it again brings news") }
            if try scratch.rows() != before { problems.append("storing it again changes rows") }
            if try scratch.count(of: "accounts") != toldAccounts(in: answer).count {
                problems.append("there are not as many accounts as it tells of")
            }
            problems += try scratch.damage()
            return problems + (try wrongAmounts(in: scratch))
        }
    }

    /// By the bytes of what names them.
    private func toldAccounts(in answer: Answer) -> Set<[ExactText]> {
        Set(
            answer.accountSet.accounts.map {
                [ExactText($0.institutionKey ?? ""), ExactText($0.id)]
            })
    }

    private func problemsOfClassifying(in scratch: ScratchVault) throws -> [String] {
        _ = try scratch.engine.classify(dryRun: false, isWhole: true)
        let before = try scratch.conclusions()
        let again = try scratch.engine.classify(dryRun: false, isWhole: true)
        return (again.changes.isEmpty ? [] : ["classifying it again brings news"])
            + (try scratch.conclusions() == before ? [] : ["classifying it again changes rows"])
    }

    private func wrongAmounts(in scratch: ScratchVault) throws -> [String] {
        let stored = try scratch.amounts()
        return made.amounts.compactMap { made in
            let key = ScratchVault.TransactionKey(account: made.account, id: made.transaction)
            guard let amount = stored[key] else { return "\(key.id) is not stored" }
            return Decimal(string: made.text) == Decimal(string: amount)
                ? nil : "\(made.text) is stored as \(amount)"
        }
    }
}
