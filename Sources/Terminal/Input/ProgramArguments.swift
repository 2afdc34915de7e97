#if canImport(Glibc)
    internal import Glibc
#endif

/// The process's command-line arguments, starting with the program's name.
public enum ProgramArguments {
    /// On Linux these come from the kernel. A statically linked Swift looks for them in front
    /// of the environment. A preloaded library moves the environment when it sets a variable.
    public static var all: [String] {
        #if canImport(Glibc)
            if let words = wordsOfKernel(), !words.isEmpty { return words }
        #endif
        // Fall back to Swift's own list if there is no /proc.
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
            // Each argument ends with a NUL.
            while getdelim(&word, &capacity, 0, file) >= 0, let word {
                words.append(String(cString: word))
            }
            return words
        }
    #endif
}
