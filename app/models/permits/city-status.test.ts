import { expect, test } from "vitest";
import { valueIn } from "../options";
import {
  cityBadgeOf,
  cityDueStatus,
  cityStatuses,
  cityStatusOf,
  cityStatusOptions,
  holderLine,
  permitStatesOf,
} from "./city-status";

test.each([
  ["approved", false, "approved"],
  ["approved", true, "approved"],
  ["in_process", false, "pending_review"],
  ["in_process", true, "in_review"],
  ["resubmittal_required", false, "in_review"],
  ["resubmittal_required", true, "in_review"],
  ["hold", false, "in_review"],
  ["hold", true, "in_review"],
  ["cancelled", false, "rejected"],
  ["cancelled", true, "rejected"],
  ["rejected", true, "unknown"],
  ["toString", true, "unknown"],
  ["", true, "unknown"],
  [null, false, "unknown"],
  [undefined, false, "unknown"],
  [7, false, "unknown"],
])("a permit with status %j, assigned %j, has the city status %s", (status, isAssigned, expected) => {
  expect(cityStatusOf(status, isAssigned)).toBe(expected);
});

test("the four city statuses have their labels and colors (R15.2)", () => {
  expect(cityStatuses).toEqual({
    pending_review: { label: "Pending Review", tone: "yellow" },
    in_review: { label: "In Review", tone: "blue" },
    approved: { label: "Approved", tone: "green" },
    rejected: { label: "Rejected", tone: "red" },
  });
});

test("the badge has the label and color of the status, and is grey for an unknown one", () => {
  expect(cityBadgeOf("in_process", true)).toEqual({
    value: "in_review",
    label: "In Review",
    tone: "blue",
    second: null,
  });
  expect(cityBadgeOf("pending", true)).toEqual({
    value: "unknown",
    label: "Unknown",
    tone: "grey",
    second: null,
  });
});

test.each([
  ["resubmittal_required", { label: "Resubmittal required", tone: "yellow" }],
  ["hold", { label: "On hold", tone: "orange" }],
  ["cancelled", { label: "Cancelled", tone: "red" }],
  ["approved", null],
  ["in_process", null],
  ["pending", null],
])("the second badge of %s is %j", (status, second) => {
  expect(cityBadgeOf(status, false).second).toEqual(second);
});

const held = (fields: Partial<Parameters<typeof holderLine>[0]>) =>
  ({
    status: "in_process",
    isAssigned: false,
    word: null,
    isHandedOver: false,
    ...fields,
  }) as const;

test.each([
  [{}, "With Urban37, waiting for a plan reviewer"],
  [{ isAssigned: true }, "With Urban37, in review"],
  [{ status: "hold", isAssigned: true }, "With Urban37, on hold"],
  [{ status: "resubmittal_required" }, "With the applicant, who revises the plans"],
  [{ status: "resubmittal_required", word: "with_city" }, "With us: the letter is not handed over yet"],
  [
    { status: "hold", word: "with_applicant", isHandedOver: true },
    "With the applicant, who revises the plans",
  ],
  [{ status: "in_process", word: "approved" }, "With us: the letter is not handed over yet"],
  [{ status: "approved", word: "closed" }, "With us: the letter is not handed over yet"],
  [{ status: "approved", word: "approved", isHandedOver: true }, "The review is finished"],
  [{ status: "in_process", word: "closed", isHandedOver: true }, "The review is finished"],
  [{ status: "in_process", word: "resubmitted", isHandedOver: true }, "With Urban37, resubmitted"],
  [{ status: "approved" }, "The review is finished"],
  [{ status: "cancelled", word: "with_city" }, "Not under review: it is cancelled"],
] as const)("the city reads of %j: %s", (fields, line) => {
  expect(holderLine(held(fields), "Urban37")).toBe(line);
});

test("days are counted while the provider works on a permit", () => {
  const daysLeft = (fields: Parameters<typeof held>[0]) =>
    cityDueStatus({ ...held(fields), dueDate: "2026-11-25" }, "2026-11-20")?.label;
  expect(daysLeft({})).toBe("5 days left");
  for (const fields of [
    { status: "hold" },
    { status: "cancelled" },
    { status: "approved" },
    { status: "resubmittal_required", word: "with_city" },
  ] as const) {
    expect(daysLeft(fields), JSON.stringify(fields)).toBeUndefined();
  }
});

test("the filter offers the four city statuses and accepts no other value", () => {
  expect(cityStatusOptions.map(({ label }) => label)).toEqual([
    "Approved",
    "Pending Review",
    "In Review",
    "Rejected",
  ]);
  const known = (text: string) => valueIn(cityStatuses, text);
  expect(["in_review", "all", "in_process", "unknown", "toString"].map(known).filter(Boolean)).toEqual([
    "in_review",
  ]);
});

test.each([
  ["approved", [{ status: "approved" }]],
  ["pending_review", [{ status: "in_process", isAssigned: false }]],
  [
    "in_review",
    [{ status: "in_process", isAssigned: true }, { status: "resubmittal_required" }, { status: "hold" }],
  ],
  ["rejected", [{ status: "cancelled" }]],
] as const)("the city status %s comes from these states of a permit", (cityStatus, states) => {
  expect(permitStatesOf(cityStatus)).toEqual(states);
});
