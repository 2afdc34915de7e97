import ArgumentParser
import Engine
import Model
import Vault

/// What the person wants of accounts as soon as they are there.
struct AccountWishes: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What kind an account is, such as \"4471=checking\"; may be given several times.",
            valueName: "account=type"))
    var type: [AccountWish] = []

    @Option(
        help: ArgumentHelp(
            "What to call an account; may be given several times.", valueName: "account=name"))
    var nickname: [AccountWish] = []

    @Option(help: ArgumentHelp("An account to leave out of totals.", valueName: "account"))
    var track: [String] = []

    @Option(
        help: ArgumentHelp("An account to leave out of lists and totals.", valueName: "account"))
    var hide: [String] = []

    var isEmpty: Bool { type.isEmpty && nickname.isEmpty && track.isEmpty && hide.isEmpty }

    func validate() throws {
        for wish in type where AccountType(rawValue: wish.value) == nil {
            let types = AccountType.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--type takes one of \(types) behind \"=\".")
        }
        for wish in nickname { try OneLine.check(wish.value, of: "--nickname") }
    }

    /// Decides what was wished.
    ///
    /// - Returns: an error for each account that is not there, or may be several. All else
    ///   is decided.
    func carryOut(in engine: Engine) throws -> [EngineError] {
        guard !isEmpty else { return [] }
        return try engine.whileWatchersWait { try decide(in: engine) }
    }

    private func decide(in engine: Engine) throws -> [EngineError] {
        var errors: [EngineError] = []
        func decide(_ account: String, _ decision: (Int64) throws -> Void) throws {
            let meant: AccountRecord
            do {
                meant = try engine.account(meantBy: account)
            } catch let error as EngineError {
                return errors.append(error)
            }
            try decision(meant.id)
        }
        for wish in type {
            guard let type = AccountType(rawValue: wish.value) else { continue }
            try decide(wish.account) { try engine.vault.decideType(type, account: $0) }
        }
        for wish in nickname {
            try decide(wish.account) { try engine.vault.nameAccount(wish.value, account: $0) }
        }
        for account in track {
            try decide(account) { try engine.vault.decideVisibility(.trackingOnly, account: $0) }
        }
        for account in hide {
            try decide(account) { try engine.vault.decideVisibility(.hidden, account: $0) }
        }
        _ = try engine.classify(dryRun: false)
        return errors
    }
}

/// "ACCOUNT=VALUE" of the command line.
struct AccountWish: ExpressibleByArgument {
    let account: String
    let value: String

    init?(argument: String) {
        // The last "=" parts the two, since names of banks may hold one.
        guard let sign = argument.lastIndex(of: "=") else { return nil }
        account = String(argument[..<sign])
        value = String(argument[argument.index(after: sign)...])
        guard !account.isEmpty, !value.isEmpty else { return nil }
    }
}
