import Classification
import Engine
import SimpleFIN
import Statements
import Terminal
import Vault

/// The watcher's log for programs: one line of JSON for each event.
final class WatchLines: WatchListener {
    private let screen: Screen
    private let clock: WatchClock

    init(screen: Screen, clock: WatchClock) {
        self.screen = screen
        self.clock = clock
    }

    func hear(_ news: WatchNews, engine: Engine) throws {
        var json = JSONWriter(.compact, to: screen.output)
        json.object { object in
            object.field("at", Instant.text(clock.now))
            switch news {
            case .started:
                object.field("kind", "started")
                object.field("vault", engine.vault.folder.path)
            case .syncing(let connection):
                object.field("kind", "syncing")
                object.field("connection", connection.name)
            case .synced(let report): write(report, to: &object)
            case .notSynced(let connection, let error):
                object.field("kind", "not_synced")
                object.field("connection", connection.name)
                object.field("error", Failure(error)?.whatHappened)
            case .classified(let report, let cause): write(report, cause, to: &object)
            case .broken(let files, let effect):
                object.field("kind", "broken")
                object.field("goes_on", effect == .goOn)
                object.array("files") { list in
                    for file in files {
                        list.object { entry in
                            entry.field("file", file.file)
                            entry.array("mistakes") { list in
                                for mistake in file.problems {
                                    list.object { ClassifyView.mistakes.writer()(mistake, &$0) }
                                }
                            }
                        }
                    }
                }
            case .mended(let files):
                object.field("kind", "fixed")
                write(files, to: &object)
            case .handlersRead(let count, let files):
                object.field("kind", "handlers_read")
                object.field("handlers", count)
                write(files, to: &object)
            case .olderTransactions(let count):
                object.field("kind", "older_transactions")
                object.field("transactions", count)
            case .told(let report):
                object.field("kind", "told")
                object.field("events", report.delivered)
                object.field("asked", report.actions)
                object.array("failures") { list in
                    for failure in report.failures {
                        list.object { entry in
                            entry.field("handler", failure.handler)
                            entry.field("reason", failure.reason)
                            entry.field("set_aside", failure.isSetAside)
                        }
                    }
                }
            case .sent(let report):
                object.field("kind", "sent")
                object.field("sent", report.sent)
                object.field("switched_off", report.switchedOff)
                object.array("failures") { list in
                    for failure in report.failures {
                        list.object { entry in
                            entry.field("target", failure.target)
                            entry.field("handler", failure.handler)
                            entry.field("reason", failure.reason)
                            entry.field("set_aside", failure.isSetAside)
                        }
                    }
                }
            case .imported(let file):
                object.field("kind", "imported")
                object.field("file", file.name)
                object.field("new_transactions", file.report.newTransactions)
                object.field(
                    "rejected_rows", file.report.rejected.count { !$0.reason.isExpected })
            case .notImported(let file, let error):
                object.field("kind", "not_imported")
                object.field("file", file)
                object.field("error", Failure(error)?.whatHappened)
            case .backedUp(let backup):
                object.field("kind", "backed_up")
                object.field("path", backup.path)
            case .notBackedUp(let error):
                object.field("kind", "not_backed_up")
                object.field("error", Failure(error)?.whatHappened)
            case .notExported(let error):
                object.field("kind", "not_exported")
                object.field("error", Failure(error)?.whatHappened)
            case .wroteLetter(let path):
                object.field("kind", "wrote_letter")
                object.field("path", path)
            case .noLetter(let error):
                object.field("kind", "no_letter")
                object.field("error", Failure(error)?.whatHappened)
            case .programReplaced: object.field("kind", "program_replaced")
            case .trouble(let error):
                object.field("kind", "trouble")
                object.field("error", Failure(error)?.whatHappened)
            case .reloading: object.field("kind", "reloading")
            case .troubleOver: object.field("kind", "trouble_over")
            case .waiting(let next):
                object.field("kind", "waiting")
                object.field("next_sync_at", next.map(Instant.text))
            case .stopping: object.field("kind", "stopping")
            }
        }
        try json.flush()
        try screen.flush()
    }

    private func write(_ report: SyncReport, to object: inout JSONObject) {
        object.field("kind", "synced")
        object.field("connection", report.connection.name)
        object.field("outcome", report.outcome.rawValue)
        object.field("new_transactions", report.stored.newTransactions)
        object.field("changed_transactions", report.stored.changedTransactions)
        object.field("recognised_transactions", report.stored.recognised)
        object.field("held_back_transactions", report.stored.heldBack)
        object.field("taken_back_transactions", report.stored.takenBack)
        object.array("missing_transactions") { list in
            for id in report.stored.missing { list.element(id) }
        }
        object.field("requests_left", report.requestsLeft)
        object.field("error", report.failure.flatMap(Failure.init)?.whatHappened)
        object.array("messages") { list in
            for message in report.messages { list.element(message.text) }
        }
    }

    private func write(_ files: EditedFiles, to object: inout JSONObject) {
        object.array("files") { list in
            for path in files.paths { list.element(path) }
        }
        object.array("deleted") { list in
            for path in (files.deleted + files.asShipped).sorted() { list.element(path) }
        }
    }

    private func write(
        _ report: ClassifyReport, _ cause: WatchCause, to object: inout JSONObject
    ) {
        object.field("kind", "classified")
        object.field("cause", cause.word)
        var edited = EditedFiles.none
        if case .files(let files) = cause { edited = files }
        write(edited, to: &object)
        object.field("considered", report.considered)
        object.field("changed", report.differing.count)
        object.array("transactions") { list in
            for change in report.differing { list.element(change.transaction) }
        }
        // Without messages: a rule can put any data it reads into them.
        object.array("problems") { list in
            for problem in report.problems {
                list.object { entry in
                    entry.field("file", problem.file)
                    entry.field("line", problem.line)
                    entry.field("transactions", problem.transactions)
                }
            }
        }
        LeftOutPluginsView.field.write(report.leftOutPlugins, to: &object)
        object.field("left_unswept", report.leftUnsweptWords)
    }
}

extension WatchCause {
    fileprivate var word: String {
        switch self {
        case .start: "start"
        case .sync: "sync"
        case .imports: "imports"
        case .files: "files"
        case .otherCommand: "other_command"
        case .newDay: "new_day"
        case .asked: "asked"
        case .handlers: "handlers"
        case .again: "again"
        }
    }
}
