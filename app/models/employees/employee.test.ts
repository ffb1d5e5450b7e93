import { expect, test } from "vitest";
import { employeeStatus, lacksDiscipline } from "./employee";

test("an employee is active, invited, or inactive even if invited", () => {
  expect(employeeStatus({ isActive: true, isInvited: false })).toBe("active");
  expect(employeeStatus({ isActive: true, isInvited: true })).toBe("pending_invite");
  expect(employeeStatus({ isActive: false, isInvited: false })).toBe("inactive");
  expect(employeeStatus({ isActive: false, isInvited: true })).toBe("inactive");
});

test("only a reviewer needs a discipline", () => {
  expect(lacksDiscipline({ isAdministrator: false, disciplines: [] })).toBe(true);
  expect(lacksDiscipline({ isAdministrator: true, disciplines: [] })).toBe(false);
  expect(lacksDiscipline({ isAdministrator: false, disciplines: ["Fire"] })).toBe(false);
});
