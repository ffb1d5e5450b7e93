import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { FormResult } from "~/form.server";
import * as audit from "~/models/audit.server";
import { db } from "~/models/db.server";
import { readEmployee } from "~/models/employees/employee-list.server";
import type { Viewer } from "~/models/policy";
import { mailOutbox, users } from "~/models/tables.server";
import { assign, makeCity, makePermit, makeViewer, statementsOf } from "~/testing/test-rows";
import { getToast } from "~/toast.server";
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

function sentTo(query: string, init: RequestInit, viewer = administrator) {
  const url = addressOf(query);
  return { request: new Request(url, init), viewer, url };
}

/** Posts to the page and answers what came of it. */
async function post(query: string, fields: Fields = {}, viewer = administrator) {
  const url = addressOf(query);
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) body.append(name, each);
  }
  const outcome: unknown = await employeeAction(sentTo(query, { method: "POST", body }, viewer));
  if (outcome instanceof Response) {
    const cookie = outcome.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    const { toast } = await getToast(new Request(url, { headers: { cookie } }));
    return { status: outcome.status, to: outcome.headers.get("location"), toast: toast?.description, cookie };
  }
  const { data, init } = outcome as { data: FormResult; init: { status: number } };
  const { submission, failure, current } = data;
  return { status: init.status, errors: submission.error, typed: submission.initialValue, failure, current };
}

const person = (email: string) => ({ name: "Ann Ash", email, disciplines: ["Civil", "Fire"] });

describe("the page of employees", () => {
  test("opens the dialog that its address names, over the list as it was filtered", async () => {
    const { dialog, filter, rows } = await load(`?search=maria&dialog=edit&id=${idOf(maria)}`);
    expect(rows.map(({ name }) => name)).toEqual(["Maria Lopez"]);
    expect(filter).toEqual({ search: "maria", page: 1 });
    expect(dialog).toMatchObject({
      name: "edit",
      employee: { name: "Maria Lopez" },
      form: { values: { disciplines: ["Fire"], isActive: "on", isAdministrator: undefined } },
    });
    expect((await load("?dialog=new")).dialog).toMatchObject({ form: { formKey: expect.any(String) } });
  });

  test.each([
    "",
    "?dialog=nonsense&id=1",
    "?dialog=edit&id=999999",
    "?dialog=delete",
    "?dialog=edit&id=1e99",
  ])("has no dialog at %s", async (query) => {
    expect((await load(query)).dialog).toBeNull();
  });

  test("asks the database no more for a long list than for a short one", async () => {
    const few = await statementsOf(() => load("?search=maria"));
    expect(await statementsOf(() => load(""))).toBe(few);
  });

  test.each(["employee", "city", null] as const)(
    "is refused to %s, and so is what it sends",
    async (role) => {
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
    },
  );

  test("answers nothing that it did not ask, and no other method", async () => {
    for (const [method, status] of Object.entries({ POST: 400, PUT: 405 }))
      await expect(employeeAction(sentTo("", { method }))).rejects.toMatchObject({ status });
  });
});

describe("adding an employee", () => {
  test("leads back to the list, which shows the link once", async () => {
    const { status, to, toast, cookie } = await post("?search=fire&dialog=new", person("ann@page.test"));
    expect([status, to, toast]).toEqual([302, "/employees?search=fire", "Employee created successfully"]);
    const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, "ann@page.test"));
    const { secret, headers } = await load("", cookie);
    expect(secret?.email).toBe("ann@page.test");
    expect(mail?.plainText).toContain(secret?.link);
    expect(headers.get("set-cookie")).toContain("shown-link=;");
    expect((await load("")).secret).toBeNull();
  });

  test("twice by one form makes one, and answers the same", async () => {
    const fields = { ...person("once@page.test"), formKey: "0123456789abcdef0123" };
    const [first, second] = [await post("?dialog=new", fields), await post("?dialog=new", fields)];
    expect([second.status, second.to, second.toast]).toEqual([first.status, first.to, first.toast]);
    expect(await db.select().from(users).where(eq(users.email, "once@page.test"))).toHaveLength(1);
  });

  test("keeps what was typed when it is refused", async () => {
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
      errors: { email: ["This e-mail address has an account already"] },
    });
  });
});

describe("changing an employee", () => {
  const form = async (viewer: Viewer, more: Fields = {}) => {
    const { name, email, disciplines, updatedAt } = await read(viewer);
    return { name, email, disciplines, updatedAt, isActive: "on", ...more };
  };

  test("leads back to the list", async () => {
    expect(
      await post(`?page=2&dialog=edit&id=${idOf(abe)}`, await form(abe, { name: "Abe Ross" })),
    ).toMatchObject({
      status: 302,
      to: "/employees?page=2",
      toast: "Employee updated successfully",
    });
    expect((await read(abe)).name).toBe("Abe Ross");
  });

  test("too late shows what somebody else saved, and keeps what was typed", async () => {
    const late = await form(abe, { name: "Abraham Moss" });
    await post(`?dialog=edit&id=${idOf(abe)}`, await form(abe, { name: "Abe Moss" }));
    expect(await post(`?dialog=edit&id=${idOf(abe)}`, late)).toMatchObject({
      status: 409,
      typed: { name: "Abraham Moss" },
      current: { name: "Abe Moss" },
    });
  });

  test("who is gone meanwhile is told of", async () => {
    expect(await post("?dialog=edit&id=999999", await form(abe))).toMatchObject({
      status: 404,
      failure: "Employee not found",
    });
  });
});

describe("letting an employee go", () => {
  test("first gives their open work to others, and comes back to the question", async () => {
    const permit = await makePermit(administrator, (await makeCity()).id);
    await assign(permit, maria, "Fire");
    const asked = (dialog: string) => `?search=lopez&dialog=${dialog}&id=${idOf(maria)}`;
    expect((await load(asked("deactivate"))).dialog).toMatchObject({ work: { open: 1 } });
    expect((await load(asked("delete"))).dialog).toMatchObject({
      work: { obstacles: ["Maria Lopez has 1 open assignment"] },
    });
    expect(await post(asked("deactivate"))).toMatchObject({
      status: 409,
      errors: { isActive: ["Maria Lopez has 1 open assignment"] },
    });
    expect(await post(asked("delete"))).toMatchObject({
      status: 409,
      failure: "Maria Lopez has 1 open assignment.",
    });

    expect((await load(`${asked("reassign")}&next=deactivate`)).dialog).toMatchObject({
      next: "deactivate",
      takeovers: [{ discipline: "Fire", open: 1 }],
    });
    const moves = { "moves[0].discipline": "Fire", "moves[0].employeeId": "" };
    expect(await post(`${asked("reassign")}&next=deactivate`, moves)).toMatchObject({
      status: 400,
      errors: { "moves[0].employeeId": ["Please select a reviewer"] },
    });
    const chosen = { ...moves, "moves[0].employeeId": String(idOf(abe)) };
    expect(await post(`${asked("reassign")}&next=deactivate`, chosen)).toMatchObject({
      to: `/employees${asked("deactivate")}`,
      toast: "1 assignment was reassigned",
    });
    expect(await post(asked("deactivate"))).toMatchObject({
      to: "/employees?search=lopez",
      toast: "Maria Lopez is inactive now",
    });
    expect(await post(asked("reset-password"))).toMatchObject({
      status: 409,
      failure: "Maria Lopez is inactive, and could not sign in with a new password",
    });
    expect(await post(asked("activate"))).toMatchObject({ toast: "Maria Lopez is active again" });
    expect(await post(asked("delete"))).toMatchObject({
      to: "/employees?search=lopez",
      toast: "Employee deleted successfully",
    });
  });
});

test("a link to set a password is mailed and shown once", async () => {
  const { to, toast, cookie = "" } = await post(`?dialog=reset-password&id=${idOf(abe)}`);
  expect([to, toast]).toEqual(["/employees", `A link to set a password was sent to ${abe.email}`]);
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
])("what breaks in %s is told in the specification's words", async (dialog, failure) => {
  const employee = await makeViewer("employee", { disciplines: ["Fire"] });
  const broken = () => Promise.reject(new Error("disk full"));
  vi.spyOn(audit, "record").mockImplementation(broken);
  vi.spyOn(audit, "recordEvent").mockImplementation(broken);
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

test("an administrator who reviews nothing chooses a reviewer's hours, and has none", async () => {
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
