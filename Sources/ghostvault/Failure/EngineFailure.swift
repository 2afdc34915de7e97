import Classification
import Engine
import Model
import Vault

extension Failure {
    init(_ error: EngineError) {
        switch error {
        case .noConnection:
            self.init(
                .vault, "This vault has no SimpleFIN connection.",
                "Make one with \"ghostvault connect\".")
        case .noSuchConnection(let name, let known):
            self.init(
                .failed, "There is no connection \"\(name)\".",
                known.isEmpty
                    ? "This vault has no SimpleFIN connection; leave --replace out."
                    : "There is \(known.map { "\"\($0)\"" }.joined(separator: ", ")).")
        case .noSuchBank(let name, let known):
            self.init(
                .failed, "No bank is called \"\(name)\".",
                known.isEmpty
                    ? "\"ghostvault sync\" brings banks in."
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
                .limitReached, "The day's limit of requests to the bridge is reached.",
                details: ["More would make the bridge disable your token."],
                "Resets at midnight UTC, in \(seconds / 3600) h \(seconds % 3600 / 60) min.")
        case .automaticLimitReached(let seconds):
            self.init(
                .limitReached, "What is left of the day's requests is kept for you.",
                details: ["So nothing is asked of the bridge automatically."],
                "Syncing by itself goes on in \(seconds / 3600) h \(seconds % 3600 / 60) min; "
                    + "\"ghostvault sync\" may use what is left.")
        case .todayIsPretended(let day):
            self.init(
                .usage, "Today is taken to be \(day), so nothing is asked of the bridge.",
                details: ["It counts the day's requests by the day that it is."],
                "Sync without --as-of and GHOSTVAULT_TODAY.")
        case .syncUnderWay(let holder):
            let process = holder.process.map { " (process \($0))" } ?? ""
            self.init(
                .vault, "Another sync of this vault is under way\(process).",
                details: ["Two at once would use the day's requests up for the same answers."],
                "Wait until it is done; \"ghostvault status\" tells. Nothing was asked.")
        case .watchedAlready(let holder):
            let process = holder.process.map { " by process \($0)" } ?? ""
            self.init(
                .vault, "This vault is watched already\(process).",
                details: ["Two watchers would tell you everything twice."],
                "\"ghostvault status\" shows what it does.")
        case .watchedVaultMoved(let path):
            self.init(
                .vault, "The vault that was watched is not in \(path) any more.",
                details: ["It was moved, or another was put in its place."],
                "Watch it where it is now: ghostvault watch --vault FOLDER")
        case .claimCutOff:
            self.init(
                .refused, "This token was claimed by a command that was cut off.",
                details: ["It ended before the bridge's answer, the access URL, was on the disk."],
                "The token is used up: disable it at the bridge, make a new one, and run "
                    + "\"ghostvault connect\" again.")
        case .accessURLLost(let path, let reason):
            self.init(
                .refused, "The token was claimed, but its access URL could not be kept.",
                details: ["Cannot write \(path): \(reason)."],
                "The token is used up: see to the disk, disable the token at the bridge, make a "
                    + "new one, and run \"ghostvault connect\" again.")
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
            self.init(.failed, "Cannot read \(path): \(reason).", "Check the path.")
        case .cannotWrite(let path, let reason):
            self.init(
                .vault, "Cannot write \(path): \(reason).",
                "Check free space and permissions, and try again.")
        case .unusableName(let name):
            self.init(
                .failed, "\"\(name)\" can't be the name of a Lua file.",
                "Use letters, digits, points and dashes, as in 20-mine.lua.")
        case .alreadyThere(let path):
            self.init(.failed, "\(path) is there already.", "Choose another name, or edit it.")
        case .decidedOnly(let error):
            let cause = Failure(error)
            self.init(
                .partial, "What you decided is stored, but transactions were not classified anew.",
                details: [cause.whatHappened] + cause.details,
                "When that is mended, run \"ghostvault apply-rules\"; don't repeat this command.")
        case .luaCannotRun(let reason):
            self.init(
                .failed, "Rules, plugins and handlers can't be run: \(reason).",
                "Nothing was classified. Try again; if it stays so, look at the limits of the system "
                    + "(\"ghostvault docs sandbox\").")
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
                "\"ghostvault explain \(transaction)\" tells its tags, and where each is from; nothing "
                    + "was changed.")
        case .tagNotSet(let tag, let transaction, let tagger?):
            self.init(
                .failed, "The tag \"\(tag)\" of \(transaction) is not yours to take away.",
                details: [
                    "It is from elsewhere: \(tagger)",
                    "What a rule or a plugin tags keeps its tag as long as that says so.",
                ],
                "Narrow what adds it, a rule as with none { day = \"2026-03-01\" } in its \"when\"; "
                    + "nothing was changed.")
        case .partNotSet(let part, let transactions):
            self.init(
                .failed,
                "You set no \(part.rawValue) for "
                    + "\(transactions.map(String.init).joined(separator: ", ")).",
                "\"ghostvault explain \(transactions.first ?? 0)\" tells who decided what; nothing was "
                    + "changed.")
        case .noPayee(let transaction):
            self.init(
                .failed, "Transaction \(transaction) has neither payee nor description.",
                details: ["So there is nothing by which a rule could know others like it."],
                "Leave --all-from-payee out; nothing was changed.")
        case .payeeNotAlone(let name, let transaction, let other):
            self.init(
                .failed,
                "\"\(name)\" is a name for some of a payee's transactions; others are \"\(other)\".",
                details: ["A rule for the payee would hold for those too."],
                "\"ghostvault explain \(transaction)\" tells who gave the name: set it there, or write a "
                    + "rule with the same conditions; nothing was changed.")
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
                .failed, "\(name) is no loan, and only a loan has a minimum payment.",
                "\"ghostvault accounts type\" changes what an account is.")
        case .seriesNotExpected(let name):
            self.init(
                .failed, "Nothing more is expected of \(name), as you said.",
                "\"ghostvault recurring confirm\" has it expected again.")
        case .noSeries(let transaction):
            self.init(
                .failed, "Transaction \(transaction) belongs to no series.",
                "\"ghostvault recurring --all\" shows the series; \"ghostvault recurring confirm\" "
                    + "makes one.")
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
            "Write more of the name\(error.kind == "accounts" ? ", or the number" : "").")
    }

    private static let mostCandidates = 12

    fileprivate init(
        webhookKeyUnusable webhook: String, at path: String, _ isReadableByOthers: Bool
    ) {
        let renewal =
            "delete it: \"ghostvault automation key \(webhook)\" makes a new one then, which the "
            + "receiver needs too."
        if isReadableByOthers {
            self.init(
                .refused, "The file \(path) can be read by others.",
                details: [
                    "It holds the key with which messages to the webhook \"\(webhook)\" are signed."
                ], "Run \"chmod 600\" on it. If somebody may have read it, \(renewal)")
        } else {
            self.init(
                .failed, "The file \(path) holds no key of a webhook.",
                "If you have no copy of it, " + renewal)
        }
    }
}
