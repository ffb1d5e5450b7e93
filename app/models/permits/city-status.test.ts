import { expect, test } from "vitest";
import {
  cityBadgeOf,
  cityStatuses,
  cityStatusOf,
  cityStatusOptions,
  isCityStatus,
  permitStatesOf,
} from "./city-status";

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
])("a permit with status %j, assigned %j, has the city status %s", (status, isAssigned, expected) => {
  expect(cityStatusOf(status, isAssigned)).toBe(expected);
});

test("the four city statuses have the specification's labels and colors", () => {
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
])("the badge of %s has the note %j", (status, note) => {
  expect(cityBadgeOf(status, false).note).toBe(note);
});

test("the filter offers the four city statuses and accepts no other value", () => {
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

test.each([
  ["approved", [{ status: "approved" }]],
  ["pending_review", [{ status: "in_process", isAssigned: false }]],
  ["in_review", [{ status: "in_process", isAssigned: true }, { status: "resubmittal_required" }]],
  ["rejected", [{ status: "hold" }, { status: "cancelled" }]],
] as const)("the city status %s comes from these states of a permit", (cityStatus, states) => {
  expect(permitStatesOf(cityStatus)).toEqual(states);
});
