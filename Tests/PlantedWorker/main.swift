import Scripting

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// A worker with planted faults: a source whose name holds one of these words does what no script
// can do, as one that had found a hole in Lua could.

// With a seed for an argument it garbles some of its answers.

ScriptWorker.run(
    interfering: { chunkName, event in
        let word = event == .loading ? "load-" : "call-"
        guard let fault = faults.first(where: { chunkName.contains(word + $0.name) }) else {
            return
        }
        fault.happen()
    },
    garbling: CommandLine.arguments.dropFirst().first.flatMap(UInt64.init).map(garbling) ?? { $0 })

/// Changes one answer of three: some bytes, the end, or all of it.
private func garbling(seed: UInt64) -> ([UInt8]) -> [UInt8] {
    var state = seed
    func next(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return count > 0 ? Int(state >> 33) % count : 0
    }
    return { answer in
        var answer = answer
        guard next(3) == 0, !answer.isEmpty else { return answer }
        switch next(4) {
        case 0: answer.removeLast(next(answer.count))
        case 1: answer += (0..<next(40)).map { _ in UInt8(next(256)) }
        case 2:
            for _ in 0...next(4) {
                let extremes: [UInt8] = [0, 1, 2, 0x7f, 0x80, 0xff]
                answer[next(answer.count)] = extremes[next(extremes.count)]
            }
        default: for _ in 0...next(6) { answer[next(answer.count)] = UInt8(next(256)) }
        }
        return answer
    }
}

private var faults: [(name: String, happen: () -> Void)] {
    [
        ("crash", { UnsafeMutablePointer<Int>(bitPattern: 8 + chunkCount(of: []))?.pointee = 1 }),
        ("trap", { precondition(chunkCount(of: []) > 0) }),
        (
            "endless",
            {
                var count: UInt64 = 0
                while chunkCount(of: []) == 0 { count &+= 1 }
            }
        ),
        (
            "leak",
            {
                while let block = malloc(16 << 20) { memset(block, 1, 16 << 20) }
                abort()
            }
        ),
        ("write", { _ = open("/tmp/planted", O_CREAT | O_WRONLY, 0o600) }),
        ("read", { _ = open("/etc/passwd", O_RDONLY) }),
        ("connect", { _ = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }),
        ("fork", { _ = fork() }),
        (
            "code",
            { _ = mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) }
        ),
        ("signal", { _ = kill(getppid(), SIGTERM) }),
        ("thread", { signalThreadOfParent() }),
        ("nonsense", { _ = write(0, [UInt8](repeating: 0xff, count: 64), 64) }),
        ("leave", { exit(0) }),
    ]
}

private func signalThreadOfParent() {
    #if canImport(Glibc)
        typealias Call = @convention(c) (pid_t, pid_t, Int32) -> Int32
        guard let found = dlsym(nil, "tgkill") else { return }
        _ = unsafeBitCast(found, to: Call.self)(getppid(), getppid(), SIGTERM)
    #else
        _ = kill(getppid(), SIGTERM)
    #endif
}

/// What no compiler can know.
private func chunkCount(of list: [Int]) -> Int { list.reduce(0, +) }
