/// What a worker is asked to do. Each has a number of its own.
enum WorkerRequest: UInt8 {
    /// Takes a library, which sandboxes are made with.
    case library
    case forgetLibrary
    /// Reads a file of data.
    case read
    /// Makes a sandbox.
    case create
    case close
    case load
    case call
    case ask
    case answers
    case decide
    case tell
    case setContext
    case evaluate
    case keptState
    case hasRead
    case takeOutput
    case mapHits
    case bytesInUse
    case countSteps
    case stepsTaken

    /// Whether functions of scripts may keep something from it.
    var callsFunctions: Bool {
        switch self {
        case .call, .ask, .answers, .decide, .tell, .setContext, .evaluate: true
        case .library, .forgetLibrary, .read, .create, .close, .load, .keptState, .hasRead,
            .takeOutput,
            .mapHits, .bytesInUse, .countSteps, .stepsTaken:
            false
        }
    }
}

/// How a worker answers.
enum WorkerReply: UInt8 {
    /// It is done; what came of it follows.
    case done
    /// The script failed; its error follows.
    case failed
    /// It needs fields of rows first: rows, then fields.
    case fetch
    /// It needs the rows that an index of a view finds first: the index, and two values.
    case find
}

/// How many rows of a view a worker asks about at once.
let rowsOfAFetch = 256

/// The most rows that a worker may ask about at once: those of the longest list of questions.
let mostRowsOfAFetch = 4_096
