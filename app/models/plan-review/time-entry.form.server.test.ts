import { expect, test } from "vitest";
import { hoursHint } from "./time-entry";
import { TimeEntryEditForm, TimeEntryForm, TimeEntryPatch } from "./time-entry.form.server";

const filled = { discipline: "Fire", hoursWorked: 1.5, workDate: "2026-11-20" };

const messagesOf = (changes: object) =>
  TimeEntryForm.safeParse({ ...filled, ...changes }).error?.issues.map(
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
  [{ employeeId: 0.5 }, "employeeId: Please select a reviewer"],
])("%j is refused at its field", (changes, message) => expect(messagesOf(changes)).toContain(message));

test.each([0.25, 1.5, 24])("%d hours are taken", (hoursWorked) =>
  expect(messagesOf({ hoursWorked })).toBeUndefined(),
);

test("a description left empty in the edit form is emptied; one that a patch leaves out is not named", () => {
  const updatedAt = "2026-11-20T10:00:00.000Z";
  expect(TimeEntryEditForm.parse({ ...filled, updatedAt }).description).toBeNull();
  expect(TimeEntryPatch.parse({ hoursWorked: 2 })).toEqual({ hoursWorked: 2 });
});
