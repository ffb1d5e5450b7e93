import { expect, test } from "vitest";
import { permitStatuses, permitStatusValues } from "./permit";
import { statusMarker } from "./status-marker";

const markersOf = (status: (typeof permitStatusValues)[number]) => [
  ...new Set([true, false].map((isAssigned) => statusMarker(status, isAssigned))),
];

test("each status has markers of its own", () => {
  const markers = permitStatusValues.flatMap(markersOf);
  expect(new Set(markers).size).toBe(markers.length);
  expect(markers.every((marker) => /^[\ue010-\ue0ff]$/.test(marker))).toBe(true);
});

test("a status has two markers if its city sees the difference", () => {
  for (const status of permitStatusValues) {
    const { assigned, unassigned } = permitStatuses[status].citySees;
    expect(markersOf(status), status).toHaveLength(assigned === unassigned ? 1 : 2);
  }
});
