import { expect, test } from "vitest";
import { cityBadgeOf, cityStatuses, cityStatusOf, cityStatusOptions, isCityStatus } from "./city-status";

test.each([
  ["approved", false, "approved"],
  ["approved", true, "approved"],
  ["in_process", false, "pending_review"],
  ["in_process", true, "in_review"],
  ["resubmittal_required", false, "in_review"],
  ["resubmittal_required", true, "in_review"],
  ["hold", false, "rejected"],
  ["hold", true, "rejected"],
  ["cancelled", false, "rejected"],
  ["cancelled", true, "rejected"],
  ["rejected", true, "unknown"],
  ["toString", true, "unknown"],
  ["", true, "unknown"],
  [null, false, "unknown"],
  [undefined, false, "unknown"],
  [7, false, "unknown"],
])("%j, assigned %j, reads %s", (status, isAssigned, expected) => {
  expect(cityStatusOf(status, isAssigned)).toBe(expected);
});

test("the four words have the specification's labels and colours", () => {
  expect(cityStatuses).toEqual({
    pending_review: { label: "Pending Review", tone: "yellow" },
    in_review: { label: "In Review", tone: "blue" },
    approved: { label: "Approved", tone: "green" },
    rejected: { label: "Rejected", tone: "red" },
  });
});

test("the badge has the label and colour, grey for what is unknown", () => {
  expect(cityBadgeOf("in_process", true)).toEqual({
    value: "in_review",
    label: "In Review",
    tone: "blue",
    note: null,
  });
  expect(cityBadgeOf("pending", true)).toEqual({
    value: "unknown",
    label: "Unknown",
    tone: "grey",
    note: null,
  });
});

test.each([
  ["resubmittal_required", "Resubmittal Required"],
  ["hold", "Hold"],
  ["cancelled", "Cancelled"],
  ["approved", null],
  ["in_process", null],
])("under the badge %s adds %j", (status, note) => {
  expect(cityBadgeOf(status, false).note).toBe(note);
});

test("the filter's choices are the four words, and nothing else is one", () => {
  expect(cityStatusOptions.map(({ label }) => label)).toEqual([
    "Approved",
    "Pending Review",
    "In Review",
    "Rejected",
  ]);
  expect(["in_review", "all", "in_process", "unknown", "toString"].map(isCityStatus)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
