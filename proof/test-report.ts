import { readFileSync } from 'node:fs'

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

export interface Failure {
  /** The file of the failed test; null when there is none. */
  file: string | null
  what: string
}

/** The failed tests of Vitest's JSON report, and the files that failed outside of a test. */
export function readFailures(report: string, root: string): Failure[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = name.replace(`${root}/`, '')
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return [{ file, what: file }]
      return failed.map(({ fullName }) => ({ file, what: `${file}: ${fullName}` }))
    })
}

/** How many tests of how many files passed, failed and were left out, as a phrase. */
export function describeTests(report: string): string {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as Report
  const counts = [
    `${numPassedTests} passed`,
    `${numFailedTests} failed`,
    `${numPendingTests} skipped`,
  ]
  return `${counts.join(', ')} in ${testResults.length} files`
}
