import { describe, expect, test } from "vitest";
import { checkCounts, playwrightCounts, runnerCounts, sumOf, vitestCounts } from "./test-counts";

describe("counts of tests", () => {
  test("vitest's tests are counted, and a file that fails to load is one failed test", () => {
    const file = (status: string, tests: number) => ({ status, assertionResults: Array(tests).fill({}) });
    const testResults = [file("passed", 5), file("failed", 2), file("failed", 0)];
    expect(vitestCounts({ numPassedTests: 6, numFailedTests: 1, testResults })).toEqual({
      passed: 6,
      failed: 2,
    });
  });

  test("Playwright's flaky tests and its errors outside of tests count as failed", () => {
    const stats = { expected: 7, unexpected: 1, flaky: 1 };
    expect(playwrightCounts({ stats, errors: [{}] })).toEqual({ passed: 7, failed: 3 });
  });

  test("a check counts as one test", () => {
    expect(checkCounts(0)).toEqual({ passed: 1, failed: 0 });
    expect(checkCounts(2)).toEqual({ passed: 0, failed: 1 });
    expect(checkCounts(null)).toEqual({ passed: 0, failed: 1 });
  });

  test("the counts of a runner are those of its report", () => {
    expect(runnerCounts(0, { passed: 9, failed: 0 })).toEqual({ passed: 9, failed: 0 });
    expect(runnerCounts(1, { passed: 9, failed: 4 })).toEqual({ passed: 9, failed: 4 });
  });

  test.each([
    ["crashed after its report", 1, { passed: 9, failed: 0 }],
    ["was killed", null, { passed: 9, failed: 0 }],
    ["left no report", 0, undefined],
    ["ran no test", 0, { passed: 0, failed: 0 }],
  ])("a runner that %s counts as failed", (_, exitCode, reported) => {
    expect(runnerCounts(exitCode, reported).failed).toBe(1);
  });

  test("counts are added up", () => {
    expect(sumOf([])).toEqual({ passed: 0, failed: 0 });
    expect(sumOf([checkCounts(0), { passed: 3, failed: 2 }])).toEqual({ passed: 4, failed: 2 });
  });
});
