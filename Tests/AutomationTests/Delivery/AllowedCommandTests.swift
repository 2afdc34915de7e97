import Automation
import Foundation
import Platform
import TestSupport
import Testing

@Suite("Allowed commands")
struct AllowedCommandTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// A program that writes down how it was started, one thing a line.
    private func report(_ script: String) throws -> (path: String, output: String) {
        let output = folder.path + "/output"
        let path = try folder.program(named: "report", "exec >\(output)\n\(script)")
        return (path, output)
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    // MARK: What a program gets

    @Test(
        "get what handlers pass as data, whatever is in it",
        arguments: ["$(touch owned); `id` | cat > x", "", "a b", "--help", "\n", "é\u{202E}"])
    func argument(text argument: String) throws {
        let report = try report("printf '%s|' \"$@\"")
        let command = AllowedCommand(path: report.path, arguments: ["-x", "--"])
        #expect(command.run(arguments: [argument], event: [], environment: [:]) == .delivered)
        #expect(try text(report.output) == "-x|--|\(argument)|")
    }

    @Test(
        "never get a bank's text as an option", arguments: ["--output=/tmp/x", "-e", "-", "-1.50"])
    func option(text: String) throws {
        let report = try report("printf '%s|' \"$@\"")
        for own in [[], ["-x"]] {
            let command = AllowedCommand(path: report.path, arguments: own)
            let outcome = command.run(arguments: ["a", text], event: [], environment: [:])
            guard case .refused(let reason) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(reason.contains("the argument \"\(text)\" would be an option"))
        }
    }

    @Test("get the event on standard input if configured")
    func event() throws {
        let report = try report("cat")
        let command = AllowedCommand(path: report.path, input: .event)
        let event = Array(#"{"kind":"refund"}"#.utf8)
        #expect(command.run(event: event, environment: [:]) == .delivered)
        #expect(try text(report.output) == #"{"kind":"refund"}"#)
    }

    @Test("get what handlers pass as lines, none of them an argument")
    func text() throws {
        let report = try report("printf '%s|' \"$@\"; cat")
        let command = AllowedCommand(path: report.path, arguments: ["-a"], input: .text)
        let outcome = command.run(
            arguments: ["-x", "two\nlines", "é\u{202E}"], event: [], environment: [:])
        #expect(outcome == .delivered)
        #expect(try text(report.output) == "-a|-x\ntwo lines\né\u{FFFD}\n")
    }

    @Test(
        "get a mail that no text can add a header to",
        arguments: [
            ("Low balance", "Low balance"), ("a\r\nBcc: b@example.org", "a  Bcc: b@example.org"),
            ("Größe", "=?utf-8?B?R3LDtsOfZQ==?="),
            (
                String(repeating: "ä", count: 23),
                "=?utf-8?B?w6TDpMOkw6TDpMOkw6TDpMOkw6TDpMOkw6TDpMOkw6TDpMOkw6TDpMOkw6Q=?="
                    + "\n =?utf-8?B?w6Q=?="
            ),
        ])
    func mail(subject: String, written: String) throws {
        let report = try report("printf '%s|' \"$@\"; cat")
        let command = AllowedCommand(
            path: report.path, arguments: ["-t"], input: .mail, recipient: "ann@example.org")
        let outcome = command.run(
            arguments: [subject, "-1.50 USD\nleft", "\u{1B}[31m"], event: [], environment: [:])
        #expect(outcome == .delivered)
        #expect(
            try text(report.output) == """
                -t|To: ann@example.org
                Subject: \(written)
                MIME-Version: 1.0
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: 8bit

                -1.50 USD
                left
                \u{241B}[31m

                """)
    }

    @Test("get an empty input otherwise")
    func noInput() throws {
        let report = try report("cat; echo end")
        let command = AllowedCommand(path: report.path)
        #expect(command.run(event: Array("{}".utf8), environment: [:]) == .delivered)
        #expect(try text(report.output) == "end\n")
    }

    @Test("need not read the event")
    func unreadEvent() throws {
        let command = AllowedCommand(path: "/bin/true", input: .event)
        let event = [UInt8](repeating: 0x20, count: 60_000)
        #expect(command.run(event: event, environment: [:]) == .delivered)
    }

    @Test("see of the environment what they need and nothing else")
    func environment() throws {
        let report = try report("/usr/bin/env")
        let environment = [
            "PATH": "/usr/bin:/bin", "HOME": "/home/ann", "LANG": "de_DE.UTF-8", "DISPLAY": ":0",
            "GHOSTVAULT_VAULT": "/v", "AWS_SECRET_ACCESS_KEY": "s", "LD_PRELOAD": "/evil.so",
        ]
        _ = AllowedCommand(path: report.path).run(event: [], environment: environment)
        let shellsOwn: Set<Substring> = ["PWD", "OLDPWD", "SHLVL", "_"]
        let seen = Set(
            try text(report.output).split(separator: "\n").map { $0.prefix { $0 != "=" } })
        #expect(seen.subtracting(shellsOwn) == ["PATH", "HOME", "LANG", "DISPLAY"])
    }

    @Test("have the root folder as theirs")
    func workingFolder() throws {
        let report = try report("pwd")
        _ = AllowedCommand(path: report.path).run(event: [], environment: [:])
        #expect(try text(report.output) == "/\n")
    }

    @Test("inherit no open file of this program", .enabled(if: isLinux, "reads /proc"))
    func descriptors() throws {
        let report = try report("/bin/ls /proc/self/fd")
        let secret = try FileHandle(forWritingTo: folder.file(named: "secret", ""))
        _ = fcntl(secret.fileDescriptor, F_SETFD, 0)
        _ = AllowedCommand(path: report.path).run(event: [], environment: [:])
        // The fourth is ls's own, for the folder that it lists.
        #expect(try text(report.output) == "0\n1\n2\n3\n")
        try secret.close()
    }

    // MARK: How a program ends

    @Test("that fail are tried again", arguments: [1, 2, 75, 255])
    func exitCode(code: Int) throws {
        let path = try folder.program(named: "fails", "exit \(code)")
        #expect(
            AllowedCommand(path: path).run(event: [], environment: [:])
                == .tryAgain(reason: "fails ended with exit code \(code)"))
    }

    @Test("that crash are tried again")
    func crash() throws {
        let path = try folder.program(named: "crashes", "kill -SEGV $$")
        #expect(
            AllowedCommand(path: path).run(event: [], environment: [:])
                == .tryAgain(reason: "crashes was ended by signal 11"))
    }

    @Test("that take too long are ended with all that they have started")
    func hangs() throws {
        let processes = folder.path + "/processes"
        let path = try folder.program(
            named: "hangs", "trap '' TERM\nsleep 600 &\necho $$ $! >\(processes)\nwait\nsleep 600")
        // A busy machine may not begin within the first.
        for limit in [Duration.milliseconds(300), .seconds(10)]
        where !FileManager.default.fileExists(atPath: processes) {
            let command = AllowedCommand(path: path, timeLimit: limit)
            #expect(
                command.run(event: [], environment: ["PATH": "/usr/bin:/bin"])
                    == .tryAgain(reason: "hangs did not finish within \(limit) and was stopped"))
        }
        for process in try text(processes).split(whereSeparator: \.isWhitespace) {
            #expect(try isGone(#require(pid_t(process))))
        }
    }

    @Test("that are not wanted any more are ended")
    func unwanted() throws {
        let path = try folder.program(named: "waits", "exec sleep 600")
        #expect(
            AllowedCommand(path: path).run(
                event: [], environment: ["PATH": "/usr/bin:/bin"], unless: { true })
                == .brokenOff(reason: "waits was stopped before it finished"))
    }

    @Test("are found and ended by another process", .enabled(if: isLinux, "reads /proc"))
    func endedByAnother() throws {
        let path = try folder.program(named: "left", "sleep 600")
        let outcome = AllowedCommand(path: path).run(
            event: [], environment: ["PATH": "/usr/bin:/bin"], noteStart: { $0.end() })
        #expect(outcome == .tryAgain(reason: "left was ended by signal 15"))
    }

    @Test("are not killed if another process reused their id")
    func numberUsedAgain() throws {
        let outcome = AllowedCommand(path: "/bin/true").run(
            event: [], environment: [:],
            noteStart: { ProcessGroup(number: $0.number, started: "before").end() })
        #expect(outcome == .delivered)
        // This process's own group.
        ProcessGroup(number: 0, started: "").end()
    }

    // MARK: What is refused

    @Test("with arguments that no program could get are refused")
    func unusableArguments() {
        let command = AllowedCommand(path: "/bin/true")
        func run(_ arguments: [String]) -> DeliveryOutcome {
            command.run(arguments: arguments, event: [], environment: [:])
        }
        #expect(run(["a\u{0}b"]) == .refused(reason: "an argument contains a null character"))
        #expect(
            run([String](repeating: "a", count: 101))
                == .refused(reason: "there are more than 100 arguments"))
        #expect(
            run([String(repeating: "a", count: 65_536)])
                == .refused(reason: "the arguments have more than 64 KiB"))
    }

    @Test("are rejected if the event exceeds the pipe's size")
    func largeEvent() {
        let command = AllowedCommand(path: "/bin/true", input: .event)
        #expect(
            command.run(event: [UInt8](repeating: 0, count: 1 << 21), environment: [:])
                == .refused(reason: "the event is too large for true's input"))
    }

    @Test("that are no program are refused")
    func noProgram() throws {
        let plain = try folder.file(named: "plain", "#!/bin/sh\n").path
        #expect(run("/nonexistent/x") == .refused(reason: "there is no /nonexistent/x"))
        #expect(run(folder.path) == .refused(reason: "\(folder.path) is not a regular file"))
        #expect(run(plain) == .refused(reason: "\(plain) can't be executed"))
        #expect(run("bin/true") == .refused(reason: "bin/true is not a full path"))
    }

    @Test("that others could have written are refused")
    func writableByOthers() throws {
        let path = try folder.program(named: "open", "exit 0")
        try FileManager.default.setAttributes([.posixPermissions: 0o757], ofItemAtPath: path)
        #expect(run(path) == .refused(reason: "\(path) can be written by others"))
    }

    @Test("that others could have put in place are refused")
    func replaceableByOthers() throws {
        let path = try folder.program(named: "tool", "exit 0")
        let files = FileManager.default
        let open = folder.path + "/open"
        try files.createDirectory(atPath: open + "/inner", withIntermediateDirectories: true)
        try files.moveItem(atPath: path, toPath: open + "/inner/tool")
        try files.createSymbolicLink(
            atPath: open + "/link", withDestinationPath: "inner/tool")
        try files.createSymbolicLink(
            atPath: folder.path + "/direct", withDestinationPath: "./open/inner/../inner/tool")
        let ways = ["/open/inner/tool", "/open/link", "/direct"].map { folder.path + $0 }
        func setMode(_ mode: Int) throws {
            try files.setAttributes([.posixPermissions: mode], ofItemAtPath: open)
        }
        try setMode(0o777)
        for way in ways {
            #expect(run(way) == .refused(reason: "\(open) can be written by others"), "\(way)")
        }
        // There others can't replace what is not theirs, as in /tmp.
        try setMode(0o1777)
        for way in ways { #expect(run(way) == .delivered, "\(way)") }
        try setMode(0o755)
        for way in ways { #expect(run(way) == .delivered, "\(way)") }
    }

    private func run(_ path: String) -> DeliveryOutcome {
        AllowedCommand(path: path).run(event: [], environment: [:])
    }

    /// Waits for the system to notice that a killed process is gone.
    private func isGone(_ process: pid_t) -> Bool {
        for _ in 0..<60_000 {
            if kill(process, 0) != 0 || isZombie(process) { return true }
            usleep(10_000)
        }
        return false
    }

    /// Whether a process has ended, and nobody has asked for its end yet.
    private func isZombie(_ process: pid_t) -> Bool {
        guard let status = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
            return false
        }
        return String(decoding: status, as: UTF8.self).contains(") Z ")
    }

    private static var isLinux: Bool { FileManager.default.fileExists(atPath: "/proc/self/fd") }
}
