import Engine

extension Failure {
    init(_ error: HandError) {
        switch error {
        case .nameTaken(let name):
            self.init(
                .failed, "There is an account \(name) already.",
                "Choose another name. Nothing was stored.")
        case .notByHand(let name):
            self.init(
                .failed, "\(name) is not an account that you keep yourself.",
                "\"ghostvault accounts add\" adds one. Nothing was changed.")
        case .broughtByConnection(let name):
            self.init(
                .failed, "\(name) comes from your bank, and would come again.",
                "\"ghostvault accounts hide\" hides it. Nothing was changed.")
        case .hasMerged(let name):
            self.init(
                .failed, "Another account was merged into \(name), whose transactions it has.",
                "\"ghostvault accounts hide\" hides it. Nothing was changed.")
        case .notYet(let day):
            self.init(
                .usage, "\(day) has not come yet.", "Name a day until today. Nothing was stored.")
        case .noValue(let name, let day):
            self.init(
                .failed, "\(name) has no value of \(day).",
                "\"ghostvault accounts value\" with its name lists its values.")
        case .notEntered(let number):
            self.init(
                .failed, "You did not add transaction \(number) by hand.",
                "To leave it out of figures: ghostvault transactions set \(number) --exclude")
        }
    }
}
