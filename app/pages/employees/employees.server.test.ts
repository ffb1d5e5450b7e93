import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { FormResult } from "~/form.server";
import * as audit from "~/models/audit.server";
import { db } from "~/models/db.server";
import { readEmployee } from "~/models/employees/employee-list.server";
import { notSent } from "~/models/mail/mail";
import type { Viewer } from "~/models/policy";
import { mailOutbox, users } from "~/models/tables.server";
import { statementsOf } from "~/testing/statements";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { takeToast } from "~/toast.server";
import { loadHours } from "../plan-review/hours.server";
import { employeeAction, loadEmployees } from "./employees.server";

let administrator: Viewer;
let maria: Viewer;
let abe: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin", { name: "Dana Park", disciplines: [] });
  maria = await makeViewer("employee", { name: "Maria Lopez", disciplines: ["Fire"] });
  abe = await makeViewer("employee", { name: "Abe Moss", disciplines: ["Fire"] });
});

const addressOf = (query: string) => new URL(`http://localhost:3000/employees${query}`);
const idOf = ({ employeeId }: Viewer) => employeeId ?? 0;
const read = (viewer: Viewer) => readEmployee(administrator, idOf(viewer));

async function load(query: string, cookie = "", viewer = administrator) {
  const url = addressOf(query);
  const { data, init } = await loadEmployees(viewer, new Request(url, { headers: { cookie } }), url);
  return { ...data, headers: new Headers(init?.headers) };
}

type Fields = Record<string, string | string[]>;

function requestTo(query: string, init: RequestInit, viewer = administrator) {
  const url = addressOf(query);
  return { request: new Request(url, init), viewer, url };
}

/** Posts to the page and returns the redirect or the refused form. */
async function post(query: string, fields: Fields = {}, viewer = administrator) {
  const url = addressOf(query);
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of [value].flat()) body.append(name, item);
  }
  const result: unknown = await employeeAction(requestTo(query, { method: "POST", body }, viewer));
  if (result instanceof Response) {
    const cookie = result.headers
      .getSetCookie()
      .map((header) => header.split(";")[0])
      .join("; ");
    const { toast } = await takeToast(new Request(url, { headers: { cookie } }));
    return { status: result.status, to: result.headers.get("location"), toast: toast?.message, cookie };
  }
  const { data, init } = result as { data: FormResult; init: { status: number } };
  const { submission, failure, current } = data;
  return { status: init.status, errors: submission.error, typed: submission.initialValue, failure, current };
}

const person = (email: string) => ({ name: "Ann Ash", email, disciplines: ["Civil", "Fire"] });

describe("the page of employees", () => {
  test("opens the dialog of its address over the filtered list", async () => {
    const { dialog, filter, rows } = await load(`?search=maria&dialog=edit&id=${idOf(maria)}`);
    expect(rows.map(({ name }) => name)).toEqual(["Maria Lopez"]);
    expect(filter).toEqual({ search: "maria", page: 1 });
    expect(dialog).toMatchObject({
      name: "edit",
      employee: { name: "Maria Lopez" },
      form: { values: { disciplines: ["Fire"], isActive: "on", isAdministrator: undefined } },
    });
    expect((await load("?dialog=new")).dialog).toMatchObject({
      form: { idempotencyKey: expect.any(String) },
    });
  });

  test.each([
    "",
    "?dialog=nonsense&id=1",
    "?dialog=edit&id=999999",
    "?dialog=delete",
    "?dialog=edit&id=1e99",
  ])("opens no dialog at %s", async (query) => {
    expect((await load(query)).dialog).toBeNull();
  });

  test("runs the same number of statements for a long list as for a short one", async () => {
    const few = await statementsOf(() => load("?search=maria"));
    expect(await statementsOf(() => load(""))).toBe(few);
  });

  test.each(["employee", "city", null] as const)("and its forms are refused to %s", async (role) => {
    const viewer = await makeViewer(role);
    await expect(load("", "", viewer)).rejects.toMatchObject({ status: 403 });
    for (const query of ["?dialog=new", "?dialog=delete&id=1", "?dialog=reassign&id=1"]) {
      const fields = {
        ...person("x@example.test"),
        "moves[0].discipline": "Fire",
        "moves[0].employeeId": "1",
      };
      await expect(post(query, fields, viewer)).rejects.toMatchObject({ status: 403 });
    }
  });

  test("refuses a post without a form with 400, and other methods with 405", async () => {
    for (const [method, status] of Object.entries({ POST: 400, PUT: 405 }))
      await expect(employeeAction(requestTo("", { method }))).rejects.toMatchObject({ status });
  });
});

describe("adding an employee", () => {
  test("redirects to the list, which shows the link once", async () => {
    const { status, to, toast, cookie } = await post("?search=fire&dialog=new", person("ann@page.test"));
    expect([status, to, toast]).toEqual([302, "/employees?search=fire", "Employee created successfully"]);
    const [email] = await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, "ann@page.test"));
    const { secret, headers } = await load("", cookie);
    expect(secret?.email).toBe("ann@page.test");
    expect(email?.plainText).toContain(secret?.link);
    expect(headers.get("set-cookie")).toContain("shown-link=;");
    expect((await load("")).secret).toBeNull();
    // A copy of the cookie reads nothing: the secret is a row, which is deleted when it is read.
    expect(cookie).not.toContain(Buffer.from(String(secret?.link)).toString("base64").slice(0, 40));
    expect((await load("", cookie)).secret).toBeNull();
  });

  test("with the same form again redirects again and creates no second employee", async () => {
    const fields = { ...person("once@page.test"), formKey: "0123456789abcdef0123" };
    const [first, second] = [await post("?dialog=new", fields), await post("?dialog=new", fields)];
    expect([second.status, second.to, second.toast]).toEqual([first.status, first.to, first.toast]);
    expect(await db.select().from(users).where(eq(users.email, "once@page.test"))).toHaveLength(1);
  });

  test("returns everything that was typed when the form is refused", async () => {
    expect(await post("?dialog=new", { name: "Ann", email: "nonsense" })).toMatchObject({
      status: 400,
      typed: { name: "Ann", email: "nonsense" },
      errors: {
        email: ["Please enter a valid email"],
        disciplines: ["Non-admin employees must have at least one discipline selected"],
      },
    });
    expect(await post("?dialog=new", person(maria.email))).toMatchObject({
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

  test("redirects to the list", async () => {
    expect(
      await post(`?page=2&dialog=edit&id=${idOf(abe)}`, await form(abe, { name: "Abe Ross" })),
    ).toMatchObject({
      status: 302,
      to: "/employees?page=2",
      toast: "Employee updated successfully",
    });
    expect((await read(abe)).name).toBe("Abe Ross");
  });

  test("with an outdated version returns the current row and everything that was typed", async () => {
    const outdated = await form(abe, { name: "Abraham Moss" });
    await post(`?dialog=edit&id=${idOf(abe)}`, await form(abe, { name: "Abe Moss" }));
    expect(await post(`?dialog=edit&id=${idOf(abe)}`, outdated)).toMatchObject({
      status: 409,
      typed: { name: "Abraham Moss" },
      current: { name: "Abe Moss" },
    });
  });

  test("that was deleted returns 404", async () => {
    expect(await post("?dialog=edit&id=999999", await form(abe))).toMatchObject({
      status: 404,
      failure: "Employee not found",
    });
  });
});

describe("deactivating or deleting an employee", () => {
  test("requires a reassignment of open assignments, which leads back to the dialog", async () => {
    const permit = await makePermit(administrator, (await makeCity()).id);
    await assign(permit, maria, "Fire");
    const addressOfDialog = (dialog: string) => `?search=lopez&dialog=${dialog}&id=${idOf(maria)}`;
    expect((await load(addressOfDialog("deactivate"))).dialog).toMatchObject({ workload: { open: 1 } });
    expect((await load(addressOfDialog("delete"))).dialog).toMatchObject({
      workload: { blockers: ["Maria Lopez has 1 open assignment"] },
    });
    expect(await post(addressOfDialog("deactivate"))).toMatchObject({
      status: 409,
      errors: { isActive: ["Maria Lopez has 1 open assignment"] },
    });
    expect(await post(addressOfDialog("delete"))).toMatchObject({
      status: 409,
      failure: "Maria Lopez has 1 open assignment.",
    });

    expect((await load(`${addressOfDialog("reassign")}&next=deactivate`)).dialog).toMatchObject({
      next: "deactivate",
      takeovers: [{ discipline: "Fire", open: 1 }],
    });
    const moves = { "moves[0].discipline": "Fire", "moves[0].employeeId": "" };
    expect(await post(`${addressOfDialog("reassign")}&next=deactivate`, moves)).toMatchObject({
      status: 400,
      errors: { "moves[0].employeeId": ["Please select a plan reviewer"] },
    });
    const selected = { ...moves, "moves[0].employeeId": String(idOf(abe)) };
    expect(await post(`${addressOfDialog("reassign")}&next=deactivate`, selected)).toMatchObject({
      to: `/employees${addressOfDialog("deactivate")}`,
      toast: "1 assignment was reassigned",
    });
    expect(await post(addressOfDialog("deactivate"))).toMatchObject({
      to: "/employees?search=lopez",
      toast: "Maria Lopez is now inactive",
    });
    expect(await post(addressOfDialog("reset-password"))).toMatchObject({
      status: 409,
      failure: "Maria Lopez is inactive and cannot sign in with a new password",
    });
    expect(await post(addressOfDialog("activate"))).toMatchObject({ toast: "Maria Lopez is active again" });
    expect(await post(addressOfDialog("delete"))).toMatchObject({
      to: "/employees?search=lopez",
      toast: "Employee deleted successfully",
    });
  });
});

test("a link to set a password is emailed and shown once", async () => {
  const { to, toast, cookie = "" } = await post(`?dialog=reset-password&id=${idOf(abe)}`);
  expect([to, toast]).toEqual([
    "/employees",
    `A link to set a password was made for ${abe.email}. ${notSent}`,
  ]);
  expect((await load("", cookie)).secret).toEqual({
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
  expect(await post(`?dialog=${dialog}&id=${idOf(employee)}`, fields)).toMatchObject({
    status: 500,
    failure: expect.stringContaining(failure),
  });
  vi.restoreAllMocks();
});

test("an administrator without disciplines selects a reviewer's hours, and has no own hours", async () => {
  const url = new URL("http://localhost:3000/hours");
  const hours = await loadHours(administrator, url);
  expect(hours).toMatchObject({ reviewer: null, isReviewer: false });
  expect(hours.reviewers?.map(({ value }) => value)).not.toContain(String(administrator.employeeId));
  const certified = await makeViewer("admin", { name: "Cora Fitch", disciplines: ["Civil"] });
  expect(await loadHours(certified, url)).toMatchObject({
    reviewer: { name: "Cora Fitch" },
    isReviewer: true,
  });
});
