import Foundation

/// A program in the background, whose output goes to files.
final class RunningCommand {
    let identifier: pid_t
    private var ending: Ending?
    let words: [String]
    let outputPath: String
    let errorsPath: String

    enum Ending: Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    /// - Parameter words: the program's path, and its arguments.
    init(
        _ words: [String], environment: [String: String], outputPath: String, errorsPath: String
    ) throws {
        self.words = words
        self.outputPath = outputPath
        self.errorsPath = errorsPath
        #if canImport(Glibc)
            var actions = posix_spawn_file_actions_t()
        #else
            var actions: posix_spawn_file_actions_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 1, outputPath, flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errorsPath, flags, 0o600)
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var identifier = pid_t()
        let status = posix_spawn(
            &identifier, words[0], &actions, nil, &arguments, &variables)
        guard status == 0 else {
            throw BrokenPromise("cannot start \(words[0]): \(String(cString: strerror(status)))")
        }
        self.identifier = identifier
    }

    deinit {
        if ending == nil { end(with: SIGKILL) }
    }

    var output: String { get throws { try Self.text(at: outputPath) } }
    var errors: String { get throws { try Self.text(at: errorsPath) } }

    /// Runs it to its end.
    func wait() -> Ending { waited(0) ?? .signal(0) }

    /// Kills it when so much time has passed, unless it has ended.
    func killed(after delay: Duration) -> Ending {
        let clock = ContinuousClock()
        let moment = clock.now + delay
        return killed { clock.now >= moment }
    }

    /// Kills it as soon as something is so, unless it has ended.
    func killed(when isTime: () -> Bool) -> Ending {
        while true {
            if let ending = waited(WNOHANG) { return ending }
            if isTime() { return end(with: SIGKILL) }
            usleep(100)
        }
    }

    func send(_ signal: Int32) { kill(identifier, signal) }

    @discardableResult
    func end(with signal: Int32) -> Ending {
        kill(identifier, signal)
        return wait()
    }

    var hasEnded: Bool { waited(WNOHANG) != nil }

    private func waited(_ options: Int32) -> Ending? {
        if let ending { return ending }
        var status: Int32 = 0
        var found = waitpid(identifier, &status, options)
        while found == -1, errno == EINTR { found = waitpid(identifier, &status, options) }
        guard found == identifier else { return nil }
        let signal = status & 0x7F
        ending = signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
        return ending
    }

    private static func text(at path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }
}
