export type Counts = { passed: number; failed: number };

export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
};

export function vitestCounts({ numPassedTests, numFailedTests, testResults }: VitestReport): Counts {
  // A file that fails to load has no tests in the report.
  const unloadedFiles = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unloadedFiles.length };
}

export function playwrightCounts({ stats, errors }: PlaywrightReport): Counts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/** Counts a check without a report, such as the types, as one test. */
export function checkCounts(exitCode: number | null): Counts {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A runner that crashed, left no report or passed no test has failed, even if its report has no failures. */
export function runnerCounts(exitCode: number | null, reported: Counts | undefined): Counts {
  const { passed, failed } = reported ?? { passed: 0, failed: 0 };
  const succeeded = exitCode === 0 && passed > 0;
  return { passed, failed: succeeded ? failed : Math.max(failed, 1) };
}

export function sumOf(counts: Counts[]): Counts {
  return counts.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    { passed: 0, failed: 0 },
  );
}
