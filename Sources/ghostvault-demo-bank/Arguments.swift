public import ArgumentParser
public import DemoHousehold
public import Model

extension BridgeFault: ExpressibleByArgument {}

extension ProtocolVersion: ExpressibleByArgument {
    public init?(argument: String) {
        guard let number = Int(argument) else { return nil }
        self.init(rawValue: number)
    }
}

extension CalendarDay: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}
