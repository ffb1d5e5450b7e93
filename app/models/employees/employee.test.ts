import { expect, test } from "vitest";
import { employeeStatus, lacksDiscipline } from "./employee";
import { employeeFilterQuery, readEmployeeFilter } from "./employee-filter";

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

test("the filter is read from and written to an address, without invalid values", () => {
  const read = (query: string) => readEmployeeFilter(new URLSearchParams(query));
  expect(read("search=+Fire+&page=2")).toEqual({ search: "Fire", page: 2 });
  expect(read("search=++&page=-1")).toEqual({ search: undefined, page: undefined });
  expect(read(`search=${"a".repeat(200)}`).search).toHaveLength(100);
  expect(employeeFilterQuery({})).toBe("?");
  expect(employeeFilterQuery({ search: "A&B", page: 1 })).toBe("?search=A%26B");
  expect(employeeFilterQuery({ page: 2 }, { dialog: "edit", id: 7 })).toBe("?page=2&dialog=edit&id=7");
});
