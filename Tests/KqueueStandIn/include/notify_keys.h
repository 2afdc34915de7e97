#define kNotifyClockSet "com.apple.system.clock_set"
