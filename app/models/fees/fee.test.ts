import { expect, test } from "vitest";
import { effectiveFeeStatus, invoiceNumberOf } from "./fee";

const charged = (status: "pending" | "paid" | "overdue", dateCharged: string) => ({ status, dateCharged });

test.each([
  ["pending", "2026-10-21", "pending"], // 30 days
  ["pending", "2026-10-20", "overdue"], // 31 days
  ["pending", "2026-12-24", "pending"],
  ["paid", "2025-01-01", "paid"],
  ["overdue", "2026-11-20", "overdue"],
] as const)("a %s fee charged on %s is effectively %s on November 20", (status, date, effectiveStatus) => {
  expect(effectiveFeeStatus(charged(status, date), "2026-11-20")).toBe(effectiveStatus);
});

test("the days until overdue are calendar days, also across a change of daylight saving time", () => {
  expect(effectiveFeeStatus(charged("pending", "2026-02-20"), "2026-03-22")).toBe("pending");
  expect(effectiveFeeStatus(charged("pending", "2026-02-20"), "2026-03-23")).toBe("overdue");
});

test.each([
  [1, "OAK-2026-001"],
  [14, "OAK-2026-014"],
  [1000, "OAK-2026-1000"],
])("the invoice number of the count %d is %s", (count, expected) => {
  expect(invoiceNumberOf("oak", "2026-11-20", count)).toBe(expected);
});
