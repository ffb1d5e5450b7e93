import { beforeAll, describe, expect, test } from "vitest";
import { inviteCityUser } from "~/models/cities/city-user.server";
import { createEmployee } from "~/models/employees/employee.server";
import type { Viewer } from "~/models/policy";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor } from "~/testing/send-form";
import { makeCity, makeViewer } from "~/testing/test-rows";

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

const htmlOf = async (address: string): Promise<string> =>
  (await requestHtml(address, await cookieFor(administrator))).text();

const buttonsIn = (html: string) =>
  [...html.matchAll(/aria-label="([^"]*)"[^>]*href="[^"]*reset-password/g)].map(([, label]) => label);
/** The text of the open dialog, with the email replaced. */
const dialogIn = (html: string) =>
  textOf(/<dialog.*<\/dialog>/s.exec(html)?.[0] ?? "").replace(/\S+@\S+/, "(email)");

describe.each([
  [
    "invitedUser",
    "invitedEmployee",
    "New invitation A new invitation, valid for 7 days, will be shown here once",
  ],
  [
    "user",
    "employee",
    "Reset password A link to set a new password, valid for one hour, will be shown here once",
  ],
])("the password link for %s and %s", (user, employee, text) => {
  test("has the same text for city users and employees, in the list and in the dialog", async () => {
    const userPage = await htmlOf(`/cities/${cityId}/users/${ids[user]}/reset-password`);
    const employeePage = await htmlOf(`/employees/${ids[employee]}/reset-password`);
    expect(dialogIn(userPage)).toBe(dialogIn(employeePage));
    expect(dialogIn(userPage)).toContain(text);
    expect(new Set(buttonsIn(userPage))).toEqual(new Set([`Reset the password of ${name}`]));
    expect(buttonsIn(employeePage)).toContain(`Reset the password of ${name}`);
  });
});
