/** Globals of the test runner. */
declare function describe(name: string, tests: () => void): void
declare function it(rule: string, test: () => void | Promise<void>): void
declare function afterEach(act: () => void | Promise<void>): void
declare function before(act: () => void | Promise<void>): void
declare function beforeEach(act: () => void | Promise<void>): void
