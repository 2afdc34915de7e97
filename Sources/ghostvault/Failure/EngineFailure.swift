import Classification
import Engine
import Model
import Vault

extension Failure {
    /// What to do about a folder that others can write.
    static let checkFolder = "Others may have changed its files, so look at them first."

    init(_ error: EngineError) {
        switch error {
        case .noConnection:
            self.init(
                .vault, "This vault has no SimpleFIN connection.",
                "Create one with \"ghostvault connect\".")
        case .noSuchConnection(let name, let known):
            self.init(
                .failed, "There is no connection \"\(name)\".",
                known.isEmpty
                    ? "This vault has no SimpleFIN connection. \"ghostvault connect\" creates one."
                    : "There is \(known.map { "\"\($0)\"" }.joined(separator: ", ")).")
        case .noSuchBank(let name, let known):
            self.init(
                .failed, "No bank is called \"\(name)\".",
                known.isEmpty
                    ? "\"ghostvault sync\" fetches banks."
                    : "There is \(known.map { "\"\($0)\"" }.joined(separator: ", ")).")
        case .alreadyConnected(let names):
            let names = names.map { "\"\($0)\"" }.joined(separator: ", ")
            self.init(
                .failed, "This vault is connected to that bridge already: \(names).",
                details: [
                    "Connected twice, every account would count twice. The token was not claimed."
                ],
                "To give the connection this token, add --replace with its name. For other "
                    + "accounts at the same bridge, add --name with a new name.")
        case .connectionNameTaken(let name):
            self.init(
                .failed, "There is a connection \"\(name)\" already.",
                "Choose another --name, or give that one a new token with --replace.")
        case .dailyLimitReached(let seconds):
            self.init(
                .limitReached, "The daily limit of requests to the bridge is reached.",
                details: ["More would make the bridge disable your token."],
                "Resets at midnight UTC, in \(seconds / 3600) h \(seconds % 3600 / 60) min.")
        case .automaticLimitReached(let seconds):
            self.init(
                .limitReached, "The remaining requests of the day are reserved for you.",
                details: ["So automatic syncs pause."],
                "They resume in \(seconds / 3600) h \(seconds % 3600 / 60) min; \"ghostvault "
                    + "sync\" may use what is left.")
        case .todayIsPretended(let day):
            self.init(
                .usage, "Today is assumed to be \(day), so the bridge is not asked.",
                details: ["The bridge counts requests by the real day."],
                "Sync without --as-of and GHOSTVAULT_TODAY.")
        case .syncUnderWay(let holder):
            let process = holder.process.map { " (process \($0))" } ?? ""
            self.init(
                .vault, "Another sync of this vault is under way\(process).",
                details: ["Two at once would use up the daily quota for the same responses."],
                "Wait until it is done; \"ghostvault status\" shows when. No request was sent.")
        case .watchedAlready(let holder):
            let process = holder.process.map { " by process \($0)" } ?? ""
            self.init(
                .vault, "This vault is watched already\(process).",
                details: ["Two watchers would report everything twice."],
                "\"ghostvault status\" shows what it does.")
        case .watchedVaultMoved(let path):
            self.init(
                .vault, "The watched vault is no longer in \(path).",
                details: ["It was moved or replaced."],
                "Watch it where it is now: ghostvault watch --vault FOLDER")
        case .claimCutOff:
            self.init(
                .refused, "This token was claimed by a command that was interrupted.",
                details: ["It ended before the access URL from the bridge was stored."],
                "The token is used up: disable it at the bridge, make a new one, and run "
                    + "\"ghostvault connect\" again.")
        case .accessURLLost(let path, let reason):
            self.init(
                .refused, "The token was claimed, but its access URL could not be stored.",
                details: ["Cannot write \(path): \(reason)."],
                "The token is used up: fix the disk, disable the token at the bridge, make a new "
                    + "one, and run \"ghostvault connect\" again.")
        case .secretMissing(let connection, let path):
            self.init(
                .refused, "The access URL of \"\(connection)\" is missing.",
                details: ["It was kept in \(path)."],
                "Make a new setup token at the bridge, then run \"ghostvault connect --replace\" with "
                    + "the connection's name; all history stays.")
        case .secretNotGiven(let connection, let reason):
            self.init(secretNotGiven: reason, of: connection)
        case .secretNotTaken(let connection, let reason):
            self.init(secretNotTaken: reason, of: connection)
        case .secretCopyStays(let connection, let reason):
            self.init(secretCopyStays: reason, of: connection)
        case .secretKeeperUnusable(let reason): self.init(secretKeeperUnusable: reason)
        case .secretReadableByOthers(let path):
            self.init(
                .refused, "The file \(path) can be read by others.",
                details: ["It holds the key to your bank data."],
                "Run \"chmod 600\" on it. If somebody may have read it, disable the token at the "
                    + "bridge and make a new one.")
        case .webhookKeyUnusable(let webhook, let path, let isReadableByOthers):
            self.init(webhookKeyUnusable: webhook, at: path, isReadableByOthers)
        case .cannotRead(let path, let reason):
            self.init(
                .failed, "Cannot read \(path): \(reason).",
                reason.hasPrefix("it is larger than")
                    ? "Divide it, and use the parts." : "Check the path.")
        case .notUsed(let path, let reason):
            self.init(.failed, "\(path) is not used: \(reason).", Self.checkFolder)
        case .cannotWrite(let path, let reason):
            self.init(
                .vault, "Cannot write \(path): \(reason).",
                "Check free space and permissions, and try again.")
        case .unusableName(let name):
            self.init(
                .failed, "\"\(name)\" can't be the name of a Lua file.",
                "Use letters, digits, points and dashes, as in 20-mine.lua.")
        case .alreadyThere(let path):
            self.init(.failed, "\(path) exists already.", "Choose another name, or edit it.")
        case .decidedOnly(let error):
            let cause = Failure(error)
            self.init(
                .partial, "Your decision is stored, but transactions were not reclassified.",
                details: [cause.whatHappened] + cause.details,
                "When that is fixed, run \"ghostvault apply-rules\"; don't repeat this command.")
        case .luaCannotRun(let reason):
            self.init(
                .failed, "Rules, plugins and handlers can't be run: \(reason).",
                "Nothing was classified. Try again; if that fails too, check the limits of the "
                    + "system (\"ghostvault docs sandbox\").")
        case .noSuchTransaction(let id):
            self.init(
                .failed, "There is no transaction \(id).",
                "\"ghostvault transactions\" shows the numbers.")
        case .notClassified(let id):
            self.init(
                .failed, "Transaction \(id) is not classified yet.",
                "Run \"ghostvault apply-rules\" first.")
        case .tagNotSet(let tag, let transaction, nil):
            self.init(
                .failed, "\(transaction) has no tag \"\(tag)\".",
                "\"ghostvault explain \(transaction)\" shows its tags and their origin. Nothing "
                    + "was changed.")
        case .tagNotSet(let tag, let transaction, let tagger?):
            self.init(
                .failed,
                "The tag \"\(tag)\" of \(transaction) isn't one of yours, so you can't "
                    + "remove it.",
                details: [
                    "It comes from elsewhere: \(tagger)",
                    "A tag from a rule or plugin stays as long as that sets it.",
                ],
                "Narrow its origin; a rule, for example, with none { day = \"2026-03-01\" } in its "
                    + "\"when\"; nothing was changed.")
        case .partNotSet(let part, let transactions):
            self.init(
                .failed,
                "You have not set \(part.rawValue) of "
                    + "\(transactions.map(String.init).joined(separator: ", ")).",
                "\"ghostvault explain \(transactions.first ?? 0)\" shows what decided each "
                    + "attribute. Nothing was changed.")
        case .noPayee(let transaction):
            self.init(
                .failed, "Transaction \(transaction) has neither payee nor description.",
                details: ["So a rule has nothing to match."],
                "Leave out --all-from-payee. Nothing was changed.")
        case .payeeNotAlone(let name, let transaction, let other):
            self.init(
                .failed,
                "\"\(name)\" is the name of only some of the payee's transactions; others are "
                    + "\"\(other)\".",
                details: ["A rule for the payee would match those too."],
                "\"ghostvault explain \(transaction)\" shows what set the name: change it there, "
                    + "or write a rule with the same conditions; nothing was changed.")
        case .noSuchWebhook(let name, let known):
            self.init(
                .failed, "config/automation.toml has no webhook \"\(name)\".",
                known.isEmpty
                    ? "\"ghostvault docs automation\" shows how to set one up."
                    : "There is \(known.map { "\"\($0)\"" }.joined(separator: ", ")).")
        case .noSuchSeries(let name):
            self.init(
                .failed, "There is no series \"\(name)\".",
                "\"ghostvault recurring --all\" shows their names.")
        case .noLoan(let name):
            self.init(
                .failed, "\(name) is not a loan, and only loans have a minimum payment.",
                "\"ghostvault accounts type\" changes its type.")
        case .seriesNotExpected(let name):
            self.init(
                .failed, "You marked \(name) as ended.",
                "\"ghostvault recurring confirm\" resumes it.")
        case .noSeries(let transaction):
            self.init(
                .failed, "Transaction \(transaction) belongs to no series.",
                "\"ghostvault recurring --all\" shows the series; \"ghostvault recurring confirm\" "
                    + "creates one.")
        case .noSuchAccount(let name, let known):
            // Part of a name is enough, so the person may have meant a single word.
            let words = known.flatMap { $0.split(separator: " ").map(String.init) }
            self.init(
                .failed,
                "There is no account \"\(name)\""
                    + "\(Suggestion.phrase(for: name.lowercased(), among: (known + words).map { $0.lowercased() })).",
                "\"ghostvault accounts\" shows names and numbers.")
        }
    }
}

extension Failure {
    init(_ error: AmbiguousName) {
        let shown = error.candidates.prefix(Self.mostCandidates).map { "  \($0)" }
        let rest = error.candidates.count - shown.count
        self.init(
            .failed, "\"\(error.name)\" may be one of several \(error.kind):",
            details: shown + (rest > 0 ? ["  and \(rest) more"] : []),
            "Type more of the name\(error.kind == "accounts" ? ", or the number" : "").")
    }

    private static let mostCandidates = 12

    fileprivate init(
        webhookKeyUnusable webhook: String, at path: String, _ isReadableByOthers: Bool
    ) {
        let renewal =
            "delete it. Then \"ghostvault automation key \(webhook)\" creates a new one, which the "
            + "receiver needs too."
        if isReadableByOthers {
            self.init(
                .refused, "The file \(path) can be read by others.",
                details: [
                    "It holds the signing key of the webhook \"\(webhook)\"."
                ], "Run \"chmod 600\" on it. If somebody may have read it, \(renewal)")
        } else {
            self.init(
                .failed, "The file \(path) has no webhook key.",
                "If you have no copy of it, " + renewal)
        }
    }
}
