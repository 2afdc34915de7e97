import DemoHousehold
import Foundation

/// The demo bank as a program, which can be started anew on another day.
final class Bank {
    /// Whole months of history before the current one.
    static let months = 2
    let tokenPath: String
    private let workshop: Workshop
    private let seed: UInt64
    private var program: RunningCommand?
    private var port = "0"

    init(_ workshop: Workshop, seed: UInt64) {
        self.workshop = workshop
        self.seed = seed
        tokenPath = "\(workshop.folder)/token"
    }

    /// Starts it on the workshop's day; its token has not been claimed then.
    func open() throws {
        close()
        let program = try workshop.start(
            "ghostvault-demo-bank",
            [
                "--months", "\(Self.months)", "--seed", "\(seed)", "--port", port,
                "--daily-limit", "100000", "--token-file", tokenPath,
                "--parent-pid", "\(ProcessInfo.processInfo.processIdentifier)",
            ])
        self.program = program
        let clock = ContinuousClock()
        let patience = clock.now + .seconds(60)
        while clock.now < patience, !program.hasEnded {
            if let found = try program.output.firstMatch(of: /127\.0\.0\.1:(\d+)\n/) {
                port = String(found.output.1)
                return
            }
            usleep(2_000)
        }
        throw BrokenPromise("the demo bank did not start: \(try program.errors)")
    }

    func close() {
        program?.end(with: SIGTERM)
        program = nil
    }

    /// What the bank shows today: a line for each transaction.
    var truth: Set<String> {
        let household = Household(seed: seed, today: workshop.today, months: Self.months)
        return Set(
            household.accounts.flatMap { account in
                account.transactions.map {
                    "\(account.id)|\($0.id)|\($0.amount)|\($0.isPending ? 1 : 0)"
                }
            })
    }
}
