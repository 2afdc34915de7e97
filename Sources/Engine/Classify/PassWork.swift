internal import Classification
internal import Model
internal import Vault

/// What a pass has to look at: everything, or what changed since the last pass
/// with all that this can have an effect on.
///
/// What is concluded about a transaction comes of itself, its account, the
/// decisions about it and the rules; but for transfers, which are matched among
/// all transactions of one size that stand close together, and series, which
/// are found among the newest payments with a payee. So the former are taken
/// along whole, and of the latter what is remembered.
struct PassWork {
    enum Scope {
        case whole(Snapshot)
        case part(PartialPass)
        /// Everything, with rules that are read again: a function kept something
        /// from one transaction to the next, and has to see all of them in their
        /// order.
        case anew
    }

    let scope: Scope
    var mark: PassMark
    /// The digest of the balances.
    let balances: String

    /// - Parameters:
    ///   - last: the pass that was stored last before the setup was read.
    ///   - isWhole: look at everything, whatever changed.
    /// - Throws: `VaultError.overtaken` where another pass was stored since: it
    ///   may know rules that the setup does not.
    init(
        _ reader: PassReader, _ setup: PassSetup, after last: PassState, asOf day: CalendarDay,
        isWhole: Bool
    ) throws {
        guard reader.last == last else { throw VaultError.overtaken }
        let frame = try reader.frame(asOf: day)
        let rulebook = try setup.digest(frame)
        var balances = try PassDigest()
        balances.addBalances(of: frame.accounts)
        self.balances = balances.text
        mark = try reader.mark(rulebook: rulebook, balances: reader.last.balances)
        let canBePart =
            !isWhole && !rulebook.isEmpty
            && (reader.last.balances == nil || reader.last.balances == balances.text)
        if canBePart, reader.last.rulebook == rulebook,
            let part = try PartialPass(
                reader, setup, frame, after: try reader.changes(), asOf: day)
        {
            scope = part.isRowLocal ? .part(part) : .anew
        } else {
            scope = .whole(try reader.snapshot(asOf: day))
        }
    }

    /// Takes up what the next pass has to know of this one.
    ///
    /// - Parameter isPart: whether the pass was over some transactions only.
    mutating func mark(after pass: Pass, isPart: Bool) {
        // What went wrong is to be told again while it is wrong.
        if !pass.isRowLocal || !pass.problems.isEmpty || !pass.decisionProblems.isEmpty {
            mark.rulebook = ""
        }
        if !isPart || pass.hasReadBalances {
            mark.balances = pass.hasReadBalances ? balances : nil
        }
    }
}
