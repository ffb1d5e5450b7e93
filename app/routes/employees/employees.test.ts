import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import * as audit from "~/models/audit.server";
import { readEmployee } from "~/models/employees/employee-list.server";
import { notSent } from "~/models/failures";
import type { Viewer } from "~/models/policy";
import { mailOutbox, users } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, type Fields, openPage, sendForm } from "~/testing/send-form";
import { statementsOf } from "~/testing/statements";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { Route } from "./+types/employees";

let administrator: Viewer;
let maria: Viewer;
let abe: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin", { name: "Dana Park", disciplines: [] });
  maria = await makeViewer("employee", { name: "Maria Lopez", disciplines: ["Fire"] });
  abe = await makeViewer("employee", { name: "Abe Moss", disciplines: ["Fire"] });
});

type List = Route.ComponentProps["loaderData"];

const idOf = ({ employeeId }: Viewer) => employeeId ?? 0;
const read = (viewer: Viewer) => readEmployee(administrator, idOf(viewer));
const open = (path: string, cookie?: string) => openPage<List>(administrator, `/employees${path}`, cookie);
const send = (path: string, fields: Fields = {}) => sendForm(administrator, `/employees${path}`, fields);

const person = (email: string) => ({ name: "Ann Ash", email, disciplines: ["Civil", "Fire"] });

describe("the page of employees", () => {
  test("shows the dialog of its address over the filtered list", async () => {
    const { page, dialog } = await open(`/${idOf(maria)}/edit?search=maria`);
    expect(page.rows.map(({ name }) => name)).toEqual(["Maria Lopez"]);
    expect(page.filter).toEqual({ search: "maria", page: 1 });
    expect(dialog).toMatchObject({
      employee: { name: "Maria Lopez", disciplines: ["Fire"], isActive: true },
    });
    expect((await open("/new")).dialog).toMatchObject({ idempotencyKey: expect.any(String) });
  });

  test.each(["/999999/edit", "/1e99/edit", "/x/delete"])(
    "says at %s that there is no such employee",
    async (path) => {
      expect(await open(path)).toMatchObject({ status: 404, message: "Employee not found" });
    },
  );

  test("runs the same number of statements for a long list as for a short one", async () => {
    await open("");
    const few = await statementsOf(() => open("?search=maria"));
    expect(await statementsOf(() => open(""))).toBe(few);
  });

  test("refuses a post without a form with 405, and other methods too", async () => {
    expect(await send("")).toMatchObject({ status: 405 });
  });
});

describe("adding an employee", () => {
  test("leads to the list, which shows the link once", async () => {
    const { status, location, toast, cookie } = await send("/new?search=fire", person("ann@page.test"));
    expect([status, location, toast]).toEqual([
      302,
      "/employees?search=fire",
      "Employee created successfully",
    ]);
    const [email] = await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, "ann@page.test"));
    const { page, headers } = await open("", cookie);
    expect(page.secret?.email).toBe("ann@page.test");
    expect(email?.plainText).toContain(page.secret?.link);
    expect(headers.get("set-cookie")).toContain("shown-link=;");
    expect((await open("")).page.secret).toBeNull();
    // A copy of the cookie reads nothing: the secret is a row, which is deleted when it is read.
    expect(cookie).not.toContain(Buffer.from(String(page.secret?.link)).toString("base64").slice(0, 40));
    expect((await open("", cookie)).page.secret).toBeNull();
  });

  test("with the same form again leads there again and creates no second employee", async () => {
    const fields = { ...person("once@page.test"), formKey: "0123456789abcdef0123" };
    const [first, second] = [await send("/new", fields), await send("/new", fields)];
    expect([second.status, second.location, second.toast]).toEqual([
      first.status,
      first.location,
      first.toast,
    ]);
    expect(await db.select().from(users).where(eq(users.email, "once@page.test"))).toHaveLength(1);
  });

  test("returns everything that was typed when the form is refused", async () => {
    expect(await send("/new", { name: "Ann", email: "nonsense" })).toMatchObject({
      status: 400,
      typed: { name: "Ann", email: "nonsense" },
      errors: {
        email: ["Please enter a valid email"],
        disciplines: ["Non-admin employees must have at least one discipline selected"],
      },
    });
    expect(await send("/new", person(maria.email))).toMatchObject({
      status: 409,
      errors: { email: ["This email address already has an account"] },
    });
  });
});

describe("changing an employee", () => {
  const form = async (viewer: Viewer, changes: Fields = {}) => {
    const { name, email, disciplines, updatedAt } = await read(viewer);
    return { name, email, disciplines, updatedAt, isActive: "on", ...changes };
  };

  test("leads to the list", async () => {
    expect(await send(`/${idOf(abe)}/edit?page=2&sent`, await form(abe, { name: "Abe Ross" }))).toMatchObject(
      {
        status: 302,
        location: "/employees?page=2",
        toast: "Employee updated successfully",
      },
    );
    expect((await read(abe)).name).toBe("Abe Ross");
  });

  test("with an outdated version returns the current row and everything that was typed", async () => {
    const outdated = await form(abe, { name: "Abraham Moss" });
    await send(`/${idOf(abe)}/edit`, await form(abe, { name: "Abe Moss" }));
    expect(await send(`/${idOf(abe)}/edit`, outdated)).toMatchObject({
      status: 409,
      typed: { name: "Abraham Moss" },
      current: { name: "Abe Moss" },
    });
  });

  test("that was deleted returns 404", async () => {
    expect(await send("/999999/edit", await form(abe))).toMatchObject({
      status: 404,
      failure: "Employee not found",
    });
  });
});

describe("deactivating or deleting an employee", () => {
  test("requires a reassignment of open assignments, which leads back to the dialog", async () => {
    const permit = await makePermit(administrator, (await makeCity()).id);
    await assign(permit, maria, "Fire");
    const at = (dialog: string) => `/${idOf(maria)}/${dialog}?search=lopez`;
    expect((await open(at("deactivate"))).dialog).toMatchObject({ workload: { open: 1 } });
    expect((await open(at("delete"))).dialog).toMatchObject({
      workload: { blockers: ["Maria Lopez has 1 open assignment"] },
    });
    expect(await send(at("deactivate"))).toMatchObject({
      status: 409,
      errors: { isActive: ["Maria Lopez has 1 open assignment"] },
    });
    expect(await send(at("delete"))).toMatchObject({
      status: 409,
      failure: "Maria Lopez has 1 open assignment.",
    });

    const reassign = `${at("reassign")}&next=deactivate`;
    expect((await open(reassign)).dialog).toMatchObject({
      closeTo: `/employees${at("deactivate")}`,
      takeovers: [{ discipline: "Fire", open: 1 }],
    });
    const moves = { "moves[0].discipline": "Fire", "moves[0].employeeId": "" };
    expect(await send(reassign, moves)).toMatchObject({
      status: 400,
      errors: { "moves[0].employeeId": ["Please select a plan reviewer"] },
    });
    const selected = { ...moves, "moves[0].employeeId": idOf(abe) };
    expect(await send(reassign, selected)).toMatchObject({
      location: `/employees${at("deactivate")}`,
      toast: "1 assignment was reassigned",
    });
    expect(await send(at("deactivate"))).toMatchObject({
      location: "/employees?search=lopez",
      toast: "Maria Lopez is now inactive",
    });
    expect(await send(at("reset-password"))).toMatchObject({
      status: 409,
      failure: "Maria Lopez is inactive and cannot sign in with a new password",
    });
    expect(await send(at("activate"))).toMatchObject({ toast: "Maria Lopez is active again" });
    expect(await send(at("delete"))).toMatchObject({
      location: "/employees?search=lopez",
      toast: "Employee deleted successfully",
    });
  });
});

test("a link to set a password is emailed and shown once", async () => {
  const { location, toast, cookie } = await send(`/${idOf(abe)}/reset-password`);
  expect([location, toast]).toEqual([
    "/employees",
    `A link to set a password was made for ${abe.email}. ${notSent}`,
  ]);
  expect((await open("", cookie)).page.secret).toEqual({
    email: abe.email,
    link: expect.stringContaining("/reset-password/"),
  });
});

test.each([
  ["new", "Failed to create employee"],
  ["edit", "Failed to update employee"],
  ["delete", "Failed to delete employee"],
  ["reset-password", "Failed to send password reset email"],
])("an unexpected error in %s shows its own message (R16.12)", async (dialog, failure) => {
  const employee = await makeViewer("employee", { disciplines: ["Fire"] });
  const rejected = () => Promise.reject(new Error("disk full"));
  vi.spyOn(audit, "record").mockImplementation(rejected);
  vi.spyOn(audit, "recordEvent").mockImplementation(rejected);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const fields = {
    ...person(`${dialog}@broken.test`),
    updatedAt: (await read(employee)).updatedAt,
    isActive: "on",
  };
  const path = dialog === "new" ? "/new" : `/${idOf(employee)}/${dialog}`;
  expect(await send(path, fields)).toMatchObject({
    status: 500,
    failure: expect.stringContaining(failure),
  });
  vi.restoreAllMocks();
});

test("without scripts, a form of an employee that is gone keeps what was typed", async () => {
  const body = new URLSearchParams({
    ...person("gone@page.test"),
    disciplines: "Fire",
    updatedAt: (await read(abe)).updatedAt,
  });
  const page = await requestHtml("/employees/999999/edit", await cookieFor(administrator), {
    method: "POST",
    body,
  });
  const text = textOf(await page.text());
  expect(page.status).toBe(404);
  expect(text).toContain("Employee not found");
  expect(text).toContain("This was not saved. Copy your entries if you still need them:");
  expect(text).toContain("Email gone@page.test Name Ann Ash");
});
