import Foundation
import Testing

/// Lets only as many tests run programs at once as the machine has processors.
///
/// Hundreds of programs beside each other all take minutes, and what they tell of
/// times and how long may be waited for them says nothing then.
struct Turns: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await TurnKeeper.shared.take()
        do {
            try await function()
        } catch {
            await TurnKeeper.shared.giveBack()
            throw error
        }
        await TurnKeeper.shared.giveBack()
    }
}

extension Trait where Self == Turns {
    /// Waits until fewer tests run programs than the machine has processors.
    static var inTurns: Turns { Turns() }
}

private actor TurnKeeper {
    static let shared = TurnKeeper()

    private var free = max(2, ProcessInfo.processInfo.activeProcessorCount)
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func giveBack() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
