internal import Classification
internal import Model
internal import Vault

/// The work of a pass: everything, or what changed since the last pass and what that
/// can affect.
///
/// The conclusion about a transaction depends on itself, its account, the decisions
/// about it and the rules. There are two exceptions. Transfers are matched among all
/// transactions of one size and close days, so a partial pass includes those. Series
/// are found among the newest payments with a payee, so it includes what is
/// remembered of those.
struct PassWork {
    enum Scope {
        case whole(Snapshot)
        case part(PartialPass)
        /// Everything, with rules read again: a function keeps state between
        /// transactions and has to see all of them in order.
        case anew
    }

    let scope: Scope
    var stamp: PassStamp
    /// The digest of the balances.
    let balances: String

    /// - Parameters:
    ///   - last: the last stored pass before the setup was read.
    ///   - isWhole: classify everything, whatever changed.
    /// - Throws: `VaultError.overtaken` if another pass was stored since: it may know
    ///   rules that the setup doesn't.
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
        stamp = try reader.stamp(
            rulebookDigest: rulebook, balancesDigest: reader.last.balancesDigest)
        let canBePart =
            !isWhole && !rulebook.isEmpty
            && (reader.last.balancesDigest == nil || reader.last.balancesDigest == balances.text)
        if canBePart, reader.last.rulebookDigest == rulebook,
            let part = try PartialPass(
                reader, setup, frame, after: try reader.changes(), asOf: day)
        {
            scope = part.isRowLocal ? .part(part) : .anew
        } else {
            scope = .whole(try reader.snapshot(asOf: day))
        }
    }

    /// Records what the next pass has to know about this one.
    ///
    /// - Parameter isPart: whether the pass was partial.
    mutating func updateStamp(after pass: Pass, isPart: Bool) {
        // Problems are reported on every pass until they are fixed.
        if !pass.isRowLocal || !pass.problems.isEmpty || !pass.decisionProblems.isEmpty {
            stamp.rulebookDigest = ""
        }
        if !isPart || pass.hasReadBalances {
            stamp.balancesDigest = pass.hasReadBalances ? balances : nil
        }
    }
}
