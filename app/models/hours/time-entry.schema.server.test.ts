import { expect, test } from "vitest";
import { hoursHint } from "./time-entry";
import { TimeEntryEditSchema, TimeEntryPatch, TimeEntrySchema } from "./time-entry.schema.server";

const validFields = { discipline: "Fire", hoursWorked: 1.5, workDate: "2026-11-20" };

const messagesOf = (changes: object) =>
  TimeEntrySchema.safeParse({ ...validFields, ...changes }).error?.issues.map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );

test.each([
  [{ hoursWorked: undefined }, "hoursWorked: Hours are required"],
  [{ hoursWorked: "many" }, `hoursWorked: ${hoursHint}`],
  [{ hoursWorked: 0 }, `hoursWorked: ${hoursHint}`],
  [{ hoursWorked: 0.3 }, `hoursWorked: ${hoursHint}`],
  [{ hoursWorked: -1 }, `hoursWorked: ${hoursHint}`],
  [{ hoursWorked: 25.1 }, `hoursWorked: ${hoursHint}`],
  [{ hoursWorked: 25 }, "hoursWorked: A day has no more than 24 hours"],
  [{ workDate: undefined }, "workDate: Work date is required"],
  [{ workDate: "2026-02-31" }, "workDate: Invalid input"],
  [{ discipline: undefined }, "discipline: Please select a discipline"],
  [{ discipline: "Astrology" }, "discipline: Please select a discipline"],
  [{ description: "x".repeat(1001) }, "description: Keep this to 1,000 characters or fewer"],
  [{ employeeId: 0.5 }, "employeeId: Please select a plan reviewer"],
])("%j returns a field error", (changes, message) => expect(messagesOf(changes)).toContain(message));

test.each([0.25, 1.5, 24])("%d hours are valid", (hoursWorked) =>
  expect(messagesOf({ hoursWorked })).toBeUndefined(),
);

test("the edit form clears a description that is left empty; a patch without one does not change it", () => {
  const updatedAt = "2026-11-20T10:00:00.000Z";
  expect(TimeEntryEditSchema.parse({ ...validFields, updatedAt }).description).toBeNull();
  expect(TimeEntryPatch.parse({ hoursWorked: 2 })).toEqual({ hoursWorked: 2 });
});
