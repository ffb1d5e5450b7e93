import { describe, expect, test } from "vitest";
import {
  byCycle,
  countOfPermitNumber,
  defaultReviewDays,
  formatPermitNumber,
  holdChangeOf,
  isBefore,
  isPermitStatus,
  isReviewCycle,
  nextReviewCycle,
  type PermitStatus,
  permitDueStatus,
  permitStatuses,
  permitStatusValues,
  permitYearOptions,
  projectTypeValues,
  reviewCycleOptions,
  reviewCycles,
  revisionOptions,
} from "./permit";

test("the five statuses have their labels and colors (R4.1)", () => {
  expect(permitStatuses).toMatchObject({
    approved: { label: "Approved", tone: "green" },
    in_process: { label: "In Process", tone: "blue" },
    resubmittal_required: { label: "Resubmittal Required", tone: "yellow" },
    hold: { label: "Hold", tone: "orange" },
    cancelled: { label: "Cancelled", tone: "red" },
  });
});

test.each([
  "Approved",
  "pending",
  "in-process",
  "toString",
  "__proto__",
  "",
  null,
  undefined,
  1,
  ["approved"],
])("%j is not a status", (value) => {
  expect(isPermitStatus(value)).toBe(false);
});

test("every stored status is a status", () => {
  expect(permitStatusValues.every(isPermitStatus)).toBe(true);
});

test("the cycle after PC1 is PC2, and PC10 is the last", () => {
  expect(nextReviewCycle("PC1")).toBe("PC2");
  expect(nextReviewCycle("PC10")).toBeUndefined();
});

test("PC10 comes after PC2, and no cycle is before itself", () => {
  expect((["PC10", "PC2", "PC1"] as const).toSorted(byCycle)).toEqual(["PC1", "PC2", "PC10"]);
  expect([isBefore("PC2", "PC10"), isBefore("PC10", "PC2"), isBefore("PC2", "PC2")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("review cycles are PC1 to PC10", () => {
  expect(reviewCycles).toEqual(Array.from({ length: 10 }, (_, index) => `PC${index + 1}`));
  expect(reviewCycleOptions[4]).toEqual({ value: "PC5", label: "PC5 - Plan Check 5" });
  expect(isReviewCycle("PC10")).toBe(true);
  expect(isReviewCycle("PC11")).toBe(false);
  expect(isReviewCycle("pc1")).toBe(false);
  expect(isReviewCycle(null)).toBe(false);
});

test("revisions are none and rev1 to rev10", () => {
  const values = revisionOptions.map(({ value }) => value);
  expect(values).toEqual(["none", ...Array.from({ length: 10 }, (_, index) => `rev${index + 1}`)]);
});

test("there are six project types", () => {
  expect(projectTypeValues).toEqual([
    "residential",
    "commercial",
    "mixed_use",
    "industrial",
    "institutional",
    "other",
  ]);
});

test("permit years are 2020 to 2030", () => {
  expect(permitYearOptions.map(({ value }) => Number(value))).toEqual(
    Array.from({ length: 11 }, (_, index) => 2020 + index),
  );
});

test("the default review time is ten days", () => {
  expect(defaultReviewDays).toBe(10);
});

describe("a permit number", () => {
  test.each([
    ["OAK", 2026, 1, "OAK-26-001"],
    ["oak", 2026, 41, "OAK-26-041"],
    ["OAK", 2026, 999, "OAK-26-999"],
    ["OAK", 2026, 1000, "OAK-26-1000"],
    ["OAK", 2020, 7, "OAK-20-007"],
    ["O1K", 2030, 7, "O1K-30-007"],
  ])("of %s in %i with the count %i is %s", (code, year, count, expected) => {
    expect(formatPermitNumber(code, year, count)).toBe(expected);
  });

  test("has two digits for the first years of a century", () => {
    expect(formatPermitNumber("OAK", 2005, 3)).toBe("OAK-05-003");
  });

  test.each([
    ["OAK-26-001", 1],
    ["oak-26-042", 42],
    ["OAK-26-1000", 1000],
    ["OAK-26-000", 0],
  ])("%s has the count %i", (number, count) => {
    expect(countOfPermitNumber(number, "oak", 2026)).toBe(count);
  });

  test.each([
    "OAK-25-001",
    "BRK-26-001",
    "OAK-26-1",
    "OAK-26-01",
    "OAK-26-",
    "OAK-26-1e3",
    "OAK-26-001A",
    "OAK-26--001",
    "OAK-26-001 ",
    "XOAK-26-001",
    "OAK26001",
    "",
  ])("%j follows another pattern and has no count", (number) => {
    expect(countOfPermitNumber(number, "OAK", 2026)).toBeUndefined();
  });
});

describe("the due status of a permit", () => {
  const statusOf = (status: PermitStatus, dueDate: string | null) =>
    permitDueStatus({ status, dueDate }, "2026-11-20");

  test.each(["in_process", "resubmittal_required"] as const)("is returned while %s", (status) => {
    expect(statusOf(status, "2026-11-19")).toEqual({ days: -1, label: "1 day overdue", tone: "red" });
    expect(statusOf(status, "2026-11-23")?.tone).toBe("orange");
  });

  test.each(["approved", "hold", "cancelled"] as const)("is undefined when %s", (status) => {
    expect(statusOf(status, "2026-11-01")).toBeUndefined();
  });

  test("is undefined when the date is more than three days ahead or missing", () => {
    expect(statusOf("in_process", "2026-11-24")).toBeUndefined();
    expect(statusOf("in_process", null)).toBeUndefined();
  });
});

test.each<[PermitStatus, string | undefined]>([
  ["in_process", "Put on hold"],
  ["resubmittal_required", "Put on hold"],
  ["hold", "Resume"],
  ["approved", undefined],
  ["cancelled", undefined],
])("%s is one click away from %s", (status, label) => {
  const change = holdChangeOf(status);
  expect(change?.label).toBe(label);
  // Each way leads to where the other begins.
  if (change) expect(holdChangeOf(change.status)?.label).toBe(label === "Resume" ? "Put on hold" : "Resume");
});
