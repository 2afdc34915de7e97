internal import Classification
internal import Model
internal import Vault

/// The work of a pass: everything, or nothing if nothing changed since the last one.
///
/// There is nothing in between. What the person decided about one transaction teaches what
/// others are, and one payment may complete a series or the pattern of a transfer, so that
/// hardly any change concerns a known part.
struct PassWork {
    enum Scope {
        case whole(Snapshot)
        case nothing
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
        let frame = reader.frame(asOf: day)
        let rulebook = try setup.digest(frame)
        balances = try Self.balances(of: frame)
        stamp = try reader.stamp(
            rulebookDigest: rulebook, balancesDigest: reader.last.balancesDigest)
        let isUnchanged = try Self.isUnchanged(reader, stamp, balances: balances)
        scope = isUnchanged && !isWhole ? .nothing : .whole(try reader.snapshot(asOf: day))
    }

    /// Whether nothing changed since the last stored pass.
    ///
    /// - Parameters:
    ///   - frame: the accounts and decisions.
    ///   - rulebook: the digest of the sources of rules.
    static func isUnchanged(
        _ reader: PassReader, _ frame: Snapshot, rulebook: PassDigest
    ) throws -> Bool {
        let stamp = try reader.stamp(
            rulebookDigest: rulebook.text(with: frame),
            balancesDigest: reader.last.balancesDigest)
        return try isUnchanged(reader, stamp, balances: balances(of: frame))
    }

    private static func isUnchanged(
        _ reader: PassReader, _ stamp: PassStamp, balances: String
    ) throws -> Bool {
        !stamp.rulebookDigest.isEmpty && reader.last.rulebookDigest == stamp.rulebookDigest
            && (reader.last.balancesDigest == nil || reader.last.balancesDigest == balances)
            && !stamp.coversNewOrChanged
    }

    private static func balances(of frame: Snapshot) throws -> String {
        var balances = try PassDigest()
        balances.addBalances(of: frame.accounts)
        return balances.text
    }

    /// Records what the next pass has to know about this one.
    mutating func updateStamp(after pass: Pass, _ setup: PassSetup) {
        // Problems are reported on every pass until they are fixed.
        if !pass.problems.isEmpty || !pass.decisionProblems.isEmpty || setup.isIncomplete {
            stamp.rulebookDigest = ""
        }
        stamp.balancesDigest = pass.hasReadBalances ? balances : nil
    }
}
