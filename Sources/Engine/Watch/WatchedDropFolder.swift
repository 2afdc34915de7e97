internal import Foundation
internal import Vault

/// The inbox of a watched vault. What is put there is imported; what only a person can decide
/// stays, and is reported once.
final class WatchedDropFolder {
    /// A file that stays.
    struct Doubt: Sendable {
        let file: DropFolder.File
        let error: any Error
        /// With others it may be decided: accounts and layouts.
        let circumstances: [String]
    }

    /// What a look brought.
    struct Look: Sendable {
        var imported: [DroppedImport] = []
        var doubts: [Doubt] = []
        /// Whether a file changed while it was read.
        var isUnfinished = false
    }

    private let place: WatchedPlace
    private let inbox: WatchInbox
    private let clock: WatchClock
    private var doubts: [Doubt] = []
    /// The reasons that were reported, by file.
    private var told: [DropFolder.File: String] = [:]
    private var isNews = true
    private var isRunning = false
    private var isFailureTold = false
    /// When to look again at files that are being written, in POSIX seconds.
    private var next: Int64?
    /// When to wake up for them; nil during a look, whose end wakes.
    var due: Int64? { isRunning ? nil : next }

    init(_ place: WatchedPlace, _ inbox: WatchInbox, _ clock: WatchClock) {
        self.place = place
        self.inbox = inbox
        self.clock = clock
    }

    /// Records that there may be other files, accounts or layouts.
    func noteChange() { isNews = true }

    /// Starts a look on a thread of its own if there is something to look at: a file takes up to
    /// 20 seconds.
    func start() {
        guard !isRunning, isNews || next.map({ $0 <= clock.now }) ?? false else { return }
        isNews = false
        next = nil
        let files: [DropFolder.File]
        do throws(EngineError) {
            files = try DropFolder(place.folder).files()
        } catch {
            return inbox.put(.imported(.failure(error)))
        }
        // Their times are those of the machine's clock.
        let now = Int64(Date().timeIntervalSince1970)
        let whole = files.filter { $0.isWhole(at: now) }
        if whole.count < files.count { next = clock.now + DropFolder.quietSeconds }
        guard !whole.isEmpty || !doubts.isEmpty else { return }
        isRunning = true
        let thread = Thread { [place, inbox, clock, doubts] in
            do {
                let engine = try place.engine(over: place.open(clock), at: clock.moment)
                // What it brings is classified and reported as the inbox's.
                try engine.whileWatchersWait {
                    inbox.put(.imported(.success(try Self.look(at: whole, doubts, engine))))
                }
            } catch {
                inbox.put(.imported(.failure(error)))
            }
        }
        thread.stackSize = 4 << 20
        thread.start()
    }

    private static func look(
        at files: [DropFolder.File], _ doubts: [Doubt], _ engine: Engine
    ) throws -> Look {
        var look = Look()
        for file in files {
            let circumstances = try engine.circumstancesOfImports()
            let known = doubts.first { $0.file == file && $0.circumstances == circumstances }
            if let known {
                look.doubts.append(known)
                continue
            }
            do {
                if let imported = try engine.importDropped(file) {
                    look.imported.append(imported)
                } else {
                    look.isUnfinished = true
                }
            } catch let error as VaultError {
                // Nothing is wrong with the file.
                throw error
            } catch {
                look.doubts.append(
                    Doubt(file: file, error: error, circumstances: circumstances))
            }
        }
        return look
    }

    /// Takes in what a look brought.
    func ended(_ result: Result<Look, any Error>, _ status: WatchStatus) -> [WatchNews] {
        isRunning = false
        switch result {
        case .success(let look):
            isFailureTold = false
            // Another account or layout may decide the rest.
            if !look.imported.isEmpty { isNews = true }
            if look.isUnfinished { next = clock.now + DropFolder.quietSeconds }
            doubts = look.doubts
            let before = told
            told = Dictionary(
                doubts.map { ($0.file, status.words($0.error)) },
                uniquingKeysWith: { first, _ in first })
            status.state.waitingFiles = doubts.map {
                WatchState.WaitingFile(file: $0.file.name, reason: told[$0.file] ?? "")
            }
            return look.imported.map(WatchNews.imported)
                + doubts.filter { told[$0.file] != before[$0.file] }.map {
                    .notImported(file: $0.file.name, $0.error)
                }
        case .failure(let error):
            next = clock.now + Self.retrySeconds
            status.note(error)
            defer { isFailureTold = true }
            return isFailureTold ? [] : [.trouble(error)]
        }
    }

    private static let retrySeconds: Int64 = 60
}
