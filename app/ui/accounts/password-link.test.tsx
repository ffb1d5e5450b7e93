import { beforeAll, describe, expect, test } from "vitest";
import { inviteCityUser } from "~/models/cities/city-user.server";
import { createEmployee } from "~/models/employees/employee.server";
import type { Viewer } from "~/models/policy";
import { loadCityPage } from "~/pages/cities/city-page.server";
import { loadEmployees } from "~/pages/employees/employees.server";
import { rendered, textOf } from "~/testing/rendered";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { CityPage } from "../cities/city-page";
import { EmployeesPage } from "../employees/employees-page";

const name = "Petra Pending";
let administrator: Viewer;
let cityId: number;
const ids: Record<string, number> = {};

beforeAll(async () => {
  administrator = await makeViewer("admin");
  cityId = (await makeCity()).id;
  const [firstName, lastName] = name.split(" ");
  const invited = { email: "petra@oakville.test", firstName, lastName };
  ids.invitedUser = (await inviteCityUser(administrator, cityId, invited)).user.id;
  ids.user = (await makeViewer("city", { cityId, name })).id;
  const hired = { name, email: "petra@redline.test", disciplines: ["Fire" as const], isAdministrator: false };
  ids.invitedEmployee = (await createEmployee(administrator, hired)).employee.id;
  ids.employee = (await makeViewer("employee", { name, disciplines: ["Fire"] })).employeeId ?? 0;
});

async function cityPage(query: string): Promise<string> {
  const address = `/cities/${cityId}?${query}`;
  const page = await loadCityPage(administrator, cityId, new URL(`http://localhost:3000${address}`));
  return rendered(<CityPage page={page} secret={null} />, address);
}

async function employeesPage(query: string): Promise<string> {
  const address = `/employees?${query}`;
  const url = new URL(`http://localhost:3000${address}`);
  const { data } = await loadEmployees(administrator, new Request(url), url);
  return rendered(<EmployeesPage employees={data} />, address);
}

const buttonsIn = (html: string) =>
  [...html.matchAll(/aria-label="([^"]*)"[^>]*href="[^"]*dialog=reset-password/g)].map(([, label]) => label);
/** What the open dialog reads, whoever it is about. */
const dialogIn = (html: string) =>
  textOf(/<dialog.*<\/dialog>/s.exec(html)?.[0] ?? "").replace(/\S+@\S+/, "(e-mail)");

describe.each([
  [
    "invitedUser",
    "invitedEmployee",
    "Send Invitation Again A new invitation, good for 7 days, will be mailed to",
  ],
  ["user", "employee", "Reset Password A link to set a new password, good for one hour, will be mailed to"],
])("the link for the %s of a city", (user, employee, words) => {
  test("reads as the employees' does, in the list and in its dialog", async () => {
    const ofUser = await cityPage(`dialog=reset-password&userId=${ids[user]}`);
    const ofEmployee = await employeesPage(`dialog=reset-password&id=${ids[employee]}`);
    expect(dialogIn(ofUser)).toBe(dialogIn(ofEmployee));
    expect(dialogIn(ofUser)).toContain(words);
    expect(new Set(buttonsIn(ofUser))).toEqual(new Set([`Reset the password of ${name}`]));
    expect(buttonsIn(ofEmployee)).toContain(`Reset the password of ${name}`);
  });
});
