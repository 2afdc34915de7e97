#if canImport(Glibc)
    internal import Glibc
#endif

/// The words that a process was started with, its own name first.
public enum ProgramArguments {
    /// On Linux the kernel is asked. A statically linked Swift looks for them in front of the
    /// environment, which a preloaded library moves when it sets a variable.
    public static var all: [String] {
        #if canImport(Glibc)
            if let words = wordsOfKernel(), !words.isEmpty { return words }
        #endif
        // Without /proc, Swift's own way has to do.
        return CommandLine.arguments
    }

    #if canImport(Glibc)
        private static func wordsOfKernel() -> [String]? {
            guard let file = fopen("/proc/self/cmdline", "re") else { return nil }
            defer { fclose(file) }
            var words: [String] = []
            var word: UnsafeMutablePointer<CChar>?
            var capacity = 0
            defer { free(word) }
            // Each ends with a NUL.
            while getdelim(&word, &capacity, 0, file) >= 0, let word {
                words.append(String(cString: word))
            }
            return words
        }
    #endif
}
