import Engine
import Foundation
import Model
import Serving
import Synchronization
import Terminal
import Vault

/// The pages of a vault, for a browser on this machine.
///
/// Each page runs commands in this process, as a terminal would, and shows what they print.
final class WebServer: Sendable {
    private let listener: LoopbackListener
    private let context: ProgramContext
    private let feed: ChangeFeed
    let gate: WebGate
    private let connections = Mutex(0)
    /// One command that changes something at a time.
    private let changing = Mutex(())
    private let windows = Mutex(OpenWindows())
    /// Whether it ends when the last window is closed.
    private let endsWithWindows: Bool
    private let hasEndedItself = Mutex(false)

    private static let mostConnections = 64
    private static let mostBytesOfBody = 1 << 14
    private static let limit = Duration.seconds(10)
    /// How long a browser waits for a change before it asks again, in steps.
    private static let waitingSteps = 50
    /// How long no window may be open, in seconds: a page may take a while to come.
    private static let secondsWithoutWindow = 10.0

    /// - Parameters:
    ///   - context: where commands run: the person's variables, and a clock.
    ///   - port: 0 for any free port.
    ///   - endsWithWindows: whether to end when the last window is closed.
    init(
        _ folder: VaultFolder, in context: ProgramContext, port: UInt16,
        endsWithWindows: Bool = false
    ) throws {
        self.endsWithWindows = endsWithWindows
        feed = try ChangeFeed(folder)
        listener = try LoopbackListener(port: port)
        gate = WebGate(port: listener.port)
        var own = context
        own.variables["GHOSTVAULT_VAULT"] = folder.path
        own.ownsProcess = false
        self.context = own
    }

    var port: UInt16 { listener.port }

    /// Where the pages begin, with the token in the part that no browser sends.
    var address: String { "http://127.0.0.1:\(port)/#\(gate.token ?? "")" }

    /// Answers requests until ``stop()``, or until the last window is closed.
    ///
    /// - Returns: whether the last window was closed.
    func serve() -> Bool {
        while let connection = listener.next() {
            let isFull = connections.withLock { count in
                guard count < Self.mostConnections else { return true }
                count += 1
                return false
            }
            guard !isFull else {
                _ = connection.send(WebResponse.refusal(503, "Too many connections.").bytes[...])
                connection.finish()
                continue
            }
            let thread = Thread { [self] in
                serve(connection)
                connections.withLock { $0 -= 1 }
            }
            // As much as the program's own thread has.
            thread.stackSize = 8 << 20
            thread.start()
        }
        return hasEndedItself.withLock { $0 }
    }

    func stop() { listener.stop() }

    /// Ends if no window is opened for a while.
    private func end(after gap: OpenWindows.Gap) {
        Thread.detachNewThread { [self] in
            Thread.sleep(forTimeInterval: Self.secondsWithoutWindow)
            while windows.withLock({ $0.lasts(gap) }) {
                // The next page may still be on its way.
                guard connections.withLock({ $0 }) > 0 else {
                    hasEndedItself.withLock { $0 = true }
                    return stop()
                }
                Thread.sleep(forTimeInterval: 1)
            }
        }
    }

    private func serve(_ connection: HTTPConnection) {
        switch connection.request(bodyAtMost: Self.mostBytesOfBody, within: Self.limit) {
        case .request(let request):
            let response = answer(request, unless: { connection.isGone })
            if connection.send(response.bytes[...]), let rest = response.rest {
                let rest = ProgramContext.$current.withValue(context) { rest() }
                _ = connection.send(rest[...])
            }
        case .refused(let status):
            _ = connection.send(WebResponse.refusal(status, "Not understood.").bytes[...])
        case .nothing: break
        }
        connection.finish()
    }

    /// - Parameter isGone: whether nobody waits for the answer any more.
    func answer(_ request: HTTPRequest, unless isGone: () -> Bool = { false }) -> WebResponse {
        if let refusal = gate.refusal(of: request) { return refusal }
        switch (request.method, request.path) {
        case ("GET", "/"):
            return gate.hasSession(request)
                ? .redirect(to: "/dashboard") : .page(WebDoor.page)
        case ("GET", "/page.css"):
            return WebResponse(
                status: 200, type: "text/css; charset=utf-8", body: Array(WebStyle.sheet.utf8))
        case ("GET", "/page.js"):
            return WebResponse(
                status: 200, type: "text/javascript; charset=utf-8",
                body: Array(WebScript.source.utf8))
        case ("GET", "/icon.svg"):
            return WebResponse(
                status: 200, type: "image/svg+xml", body: Array(WebDoor.icon.utf8))
        case ("POST", "/enter"):
            let token = String(decoding: request.body, as: UTF8.self)
            guard let cookie = gate.enter(with: token) else {
                return .refusal(403, "This address was used, or is another's.")
            }
            return WebResponse(status: 204, headers: [("Set-Cookie", cookie)])
        default: break
        }
        guard gate.hasSession(request) else {
            return .page(WebDoor.page, status: 403)
        }
        return ProgramContext.$current.withValue(context) {
            do {
                return try inside(request, unless: isGone)
            } catch {
                return .refusal(500, Failure(error)?.whatHappened ?? "The page failed.")
            }
        }
    }

    /// Answers a request of the session.
    private func inside(_ request: HTTPRequest, unless isGone: () -> Bool) throws -> WebResponse {
        let path = String(request.path.dropFirst())
        switch (request.method, path) {
        case ("POST", "shown"):
            windows.withLock { $0.come(text(of: request)) }
            return WebResponse(status: 204)
        case ("POST", "left"):
            let gap = windows.withLock { $0.go(text(of: request)) }
            if endsWithWindows, let gap { end(after: gap) }
            return WebResponse(status: 204)
        case ("POST", _): return act(path, HTTPRequest.form(text(of: request)))
        default: break
        }
        if path == "changes" {
            let known = WebQuery(request.query)["after"] ?? ""
            return WebResponse(
                status: 200, body: Array(try waitForChange(known, unless: isGone).utf8))
        }
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        guard let page = BrowserPage.at(String(parts[0])) else {
            return .refusal(404, "There is no such page.")
        }
        if parts.count == 1 {
            return try WebView(page: page, query: WebQuery(request.query), server: self).response()
        }
        guard parts.count == 2, page.formats.contains(String(parts[1])) else {
            return .refusal(404, "There is no such page.")
        }
        return data(of: page, WebQuery(request.query, isForData: true), as: String(parts[1]))
    }

    private func text(of request: HTTPRequest) -> String {
        String(decoding: request.body, as: UTF8.self)
    }

    /// A page's list for other programs.
    private func data(of page: BrowserPage, _ query: WebQuery, as format: String) -> WebResponse {
        let runs = page.runs(query)
        let place = min(max(0, query.number("part") ?? 0), runs.count - 1)
        // Options stand before "--".
        let end = runs[place].firstIndex(of: "--") ?? runs[place].endIndex
        var words = runs[place]
        words.insert("--\(format)", at: end)
        let answer = run(words)
        guard answer.isGood else { return .refusal(400, "This list can't be written.") }
        return WebResponse(
            status: 200,
            type: format == "json" ? "application/json" : "text/csv; charset=utf-8",
            headers: [
                ("Content-Disposition", "attachment; filename=\"\(page.path).\(format)\"")
            ], body: answer.data)
    }

    /// Runs a command and keeps what it prints.
    func run(_ words: [String]) -> WebAnswer {
        let recorder = ScreenRecorder()
        var context = ProgramContext.current
        context.recorder = recorder
        let code = ProgramContext.$current.withValue(context) { ProgramRun(words).exitCode() }
        return WebAnswer(
            exitCode: code, parts: recorder.parts, data: recorder.output.collected)
    }

    /// The state of the vault, which changes with everything that is stored.
    func version() throws -> String { try feed.version() }

    /// Waits until the vault has another state, a while at most.
    private func waitForChange(_ known: String, unless isGone: () -> Bool) throws -> String {
        for _ in 0..<Self.waitingSteps {
            let version = try feed.version()
            if version != known || isGone() { return version }
            Thread.sleep(forTimeInterval: 0.5)
        }
        return known
    }

    // MARK: Corrections

    /// Runs the command of a form, and leads back to where it was.
    private func act(_ path: String, _ fields: [(name: String, value: String)]) -> WebResponse {
        let query = WebQuery(fields)
        guard gate.isOfSession(formToken: query["form"] ?? "") else {
            return .refusal(403, "The form is of another session. Reload the page.")
        }
        guard let words = WebForms.words(path, query) else {
            return .refusal(400, "The form is not understood.")
        }
        let answer = changing.withLock { _ in run(words) }
        gate.keep(answer)
        return .redirect(to: WebForms.back(query))
    }
}

/// Tells when something was stored.
private final class ChangeFeed: Sendable {
    private struct Opened {
        var vault: Vault
        var number = 1
    }

    private let folder: VaultFolder
    private let opened: Mutex<Opened>

    init(_ folder: VaultFolder) throws {
        self.folder = folder
        opened = Mutex(Opened(vault: try Vault.open(folder)))
    }

    func version() throws -> String {
        try opened.withLock { opened in
            // After a restored backup the path leads to another file.
            if opened.vault.isOfAnotherFile() {
                opened = Opened(vault: try Vault.open(folder), number: opened.number + 1)
            }
            return "\(opened.number).\(try opened.vault.otherWriters())"
        }
    }
}
