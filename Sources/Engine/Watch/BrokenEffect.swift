/// What becomes of files with mistakes until they are mended.
public enum BrokenEffect: Hashable, Sendable {
    /// They go on as they were before.
    case goOn
    /// They are not used, and all others are.
    case leftOut
    /// Handlers are told of nothing, and nothing that they asked for is done.
    case handlersWait
    /// Nothing is classified.
    case classifyingWaits
}
