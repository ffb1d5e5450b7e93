import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assign, makeCity, makePermit, makeViewer, permitFields, statementsOf } from "~/testing/test-rows";
import { db, write } from "../db.server";
import type { Discipline } from "../discipline";
import { storeBytes } from "../files/plan-file-store.server";
import { PermitForm } from "../permits/permit.form.server";
import { createPermit, updatePermit } from "../permits/permit.server";
import { addPlanFiles } from "../permits/plan-file.server";
import { saveAssignments } from "../plan-review/assignment.server";
import { startNextCycle } from "../plan-review/next-cycle.server";
import type { Viewer } from "../policy";
import { mailOutbox, permits, users } from "../tables.server";
import { notifyOfSubmission } from "./notification.server";

let cityId: number;
let permit: { id: number; urban37PermitNumber: string };
let dana: Viewer;
let otherAdministrator: Viewer;
let maria: Viewer;
let ben: Viewer;
let cityUser: Viewer;
let colleague: Viewer;

const put = (viewer: Viewer, facts: { isActive?: boolean; isInvited?: boolean }) =>
  write((tx) => tx.update(users).set(facts).where(eq(users.id, viewer.id)));

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  const elsewhere = await makeCity("Elsewhere");
  const disciplines: Discipline[] = ["Fire", "Structural", "Civil"];
  dana = await makeViewer("admin", { name: "Dana Park", disciplines });
  otherAdministrator = await makeViewer("admin", { name: "Otto Other" });
  maria = await makeViewer("employee", { name: "Maria Santos", disciplines });
  ben = await makeViewer("employee", { name: "Ben Okafor", disciplines });
  cityUser = await makeViewer("city", { name: "Cora City", cityId });
  colleague = await makeViewer("city", { name: "Carl City", cityId });
  await makeViewer("city", { cityId: elsewhere.id });
  await makeViewer(null, { cityId });
  await put(await makeViewer("admin"), { isActive: false });
  await put(await makeViewer("admin"), { isInvited: true });
  await put(await makeViewer("city", { cityId }), { isActive: false });
  await put(await makeViewer("city", { cityId }), { isInvited: true });
});

beforeEach(async () => {
  await write((tx) => tx.delete(permits));
  permit = await makePermit(dana, cityId);
  await write((tx) => tx.delete(mailOutbox));
});

const mail = () => db.select().from(mailOutbox).orderBy(asc(mailOutbox.toAddress), asc(mailOutbox.id));
const told = async () => (await mail()).map(({ toAddress }) => toAddress);
const addresses = (...viewers: Viewer[]) => viewers.map(({ email }) => email).sort();
const give = (
  reviewer: Viewer,
  discipline: Discipline,
  facts: { status?: "assigned" | "completed" } = {},
) => ({
  discipline,
  employeeId: reviewer.employeeId ?? 0,
  employeeDueDate: "2026-12-01",
  status: facts.status ?? ("assigned" as const),
});

describe("assigned to you", () => {
  test("is one letter for each reviewer, with all that they were given and the way there", async () => {
    await saveAssignments(dana, permit.id, [
      give(maria, "Fire"),
      give(maria, "Civil"),
      give(ben, "Structural"),
    ]);
    expect(await told()).toEqual(addresses(maria, ben));
    const email = (await mail()).find(({ toAddress }) => toAddress === maria.email);
    expect(email?.subject).toBe(`Assigned to you: ${permit.urban37PermitNumber}, Harbor Street Apartments`);
    expect(email?.plainText).toContain("Hello Maria Santos,");
    expect(email?.plainText).toContain("Fire, due Dec 1, 2026; Civil, due Dec 1, 2026.");
    expect(email?.plainText).not.toContain("Structural");
    expect(email?.plainText).toContain(`http://localhost:3000/employee-dashboard/permits/${permit.id}\n`);
  });

  test("goes to who is new alone, not to who stays, leaves, or has done it already", async () => {
    await saveAssignments(dana, permit.id, [give(maria, "Fire"), give(ben, "Structural")]);
    await write((tx) => tx.delete(mailOutbox));
    await saveAssignments(dana, permit.id, [
      { ...give(maria, "Fire"), employeeDueDate: "2026-12-09" },
      give(maria, "Structural"),
      give(ben, "Civil", { status: "completed" }),
    ]);
    expect(await told()).toEqual(addresses(maria));
    expect((await mail())[0]?.plainText).not.toContain("Fire");
    await saveAssignments(dana, permit.id, []);
    expect(await told()).toEqual(addresses(maria));
  });

  test("is not sent for what somebody assigns to themself", async () => {
    await saveAssignments(dana, permit.id, [give(dana, "Fire"), give(ben, "Civil")]);
    expect(await told()).toEqual(addresses(ben));
  });

  test("is sent for the next cycle, once however often it is posted", async () => {
    await assign(permit, maria, "Fire");
    await assign(permit, ben, "Civil");
    await startNextCycle(dana, permit.id, ["Fire"], { cycle: "PC2" });
    await startNextCycle(dana, permit.id, ["Fire"], { cycle: "PC2" });
    expect(await told()).toEqual(addresses(maria));
  });

  test("is not sent for what was refused", async () => {
    await expect(saveAssignments(dana, permit.id, [give(maria, "Plumbing")])).rejects.toMatchObject({
      status: 400,
    });
    expect(await told()).toEqual([]);
  });

  test("takes as many statements for two reviewers as for one", async () => {
    const one = await statementsOf(() =>
      saveAssignments(dana, permit.id, [give(ben, "Fire"), give(ben, "Civil")]),
    );
    await write((tx) => tx.delete(mailOutbox));
    const other = await makePermit(dana, cityId);
    const rows = [give(ben, "Fire"), give(maria, "Civil")];
    expect(await statementsOf(() => saveAssignments(dana, other.id, rows))).toBe(one);
    expect(await told()).toEqual(addresses(ben, maria));
  });
});

describe("new submission", () => {
  test("goes to the active administrators, with the way there", async () => {
    await write((tx) => notifyOfSubmission(tx, cityUser, permit));
    expect(await told()).toEqual(addresses(dana, otherAdministrator));
    const [email] = await mail();
    expect(email?.subject).toBe(`New submission: ${permit.urban37PermitNumber}, Harbor Street Apartments`);
    expect(email?.plainText).toContain("Oakville has submitted");
    expect(email?.plainText).toContain(`http://localhost:3000/permits/${permit.id}\n`);
  });

  test("does not go to the administrator who submits", async () => {
    await write((tx) => notifyOfSubmission(tx, dana, permit));
    expect(await told()).toEqual(addresses(otherAdministrator));
  });
});

describe("files added", () => {
  const add = async (viewer: Viewer, formKey?: string) => {
    const content = await storeBytes(Buffer.from("%PDF-1.4 plan"));
    const files = [
      { ...content, fileName: "A1.pdf", kind: "pdf" as const },
      { ...content, fileName: "S1.pdf", kind: "pdf" as const },
    ];
    return addPlanFiles(viewer, permit.id, { reviewCycle: "PC1", files, formKey });
  };

  test("by a city goes to the reviewers of the current cycle", async () => {
    await assign(permit, maria, "Fire");
    await assign(permit, maria, "Civil");
    await assign(permit, dana, "Structural");
    await add(cityUser);
    expect(await told()).toEqual(addresses(maria, dana));
    const emails = await mail();
    expect(emails[0]?.plainText).toContain("Oakville has added 2 files to");
    expect(emails[0]?.plainText).toContain("A1.pdf, S1.pdf");
    const of = (viewer: Viewer) => emails.find(({ toAddress }) => toAddress === viewer.email)?.plainText;
    expect(of(maria)).toContain(`/employee-dashboard/permits/${permit.id}\n`);
    expect(of(dana)).toContain(`3000/permits/${permit.id}\n`);
  });

  test("by a city goes to the administrators when nobody is assigned now, or nobody who is still here", async () => {
    await assign(permit, maria, "Fire");
    await startNextCycle(dana, permit.id, []);
    await add(cityUser);
    expect(await told()).toEqual(addresses(dana, otherAdministrator));
    await write((tx) => tx.delete(mailOutbox));
    await assign(permit, ben, "Fire");
    await put(ben, { isActive: false });
    await add(cityUser);
    await put(ben, { isActive: true });
    expect(await told()).toEqual(addresses(dana, otherAdministrator));
  });

  test("by staff goes to the city's users, and names no reviewer", async () => {
    await assign(permit, maria, "Fire");
    await assign(permit, ben, "Civil");
    await add(maria);
    expect(await told()).toEqual(addresses(cityUser, colleague));
    for (const { subject, plainText, html } of await mail()) {
      expect(`${subject}${plainText}${html}`).not.toMatch(/Maria|Santos|Ben|Okafor/);
      expect(plainText).toContain("Urban37 has added 2 files");
      expect(plainText).toContain(`http://localhost:3000/oakvilles/permits/${permit.id}\n`);
    }
  });

  test("is told once however often the form is posted", async () => {
    await Promise.all([add(dana, "key"), add(dana, "key")]);
    expect(await told()).toEqual(addresses(cityUser, colleague));
  });

  test("is not told of files that come with a new permit", async () => {
    const file = { ...(await storeBytes(Buffer.from("%PDF-1.4"))), fileName: "A1.pdf", kind: "pdf" as const };
    await createPermit(dana, PermitForm.parse({ ...permitFields, cityId }), [file]);
    expect(await told()).toEqual([]);
  });
});

describe("status changed", () => {
  const change = (status: "approved" | "in_process" | "resubmittal_required" | "hold" | "cancelled") =>
    updatePermit(dana, permit.id, { status });

  test("goes to the city's users in the city's words, and names no reviewer", async () => {
    await assign(permit, maria, "Fire");
    await change("approved");
    expect(await told()).toEqual(addresses(cityUser, colleague));
    for (const { subject, plainText, html } of await mail()) {
      expect(subject).toBe(`Approved: ${permit.urban37PermitNumber}, Harbor Street Apartments`);
      expect(plainText).toContain("is now Approved.");
      expect(plainText).toContain(`http://localhost:3000/oakvilles/permits/${permit.id}\n`);
      expect(`${subject}${plainText}${html}`).not.toMatch(/Maria|Santos|Dana|Park/);
    }
  });

  test.each([
    ["resubmittal_required", "In Review (Resubmittal Required)"],
    ["hold", "Rejected (Hold)"],
    ["cancelled", "Rejected (Cancelled)"],
  ] as const)("to %s gives the provider's label too", async (status, words) => {
    await change(status);
    expect((await mail())[0]?.subject).toContain(`${words}: `);
  });

  test("to in process is pending while nobody is assigned, in review afterwards", async () => {
    await change("approved");
    await write((tx) => tx.delete(mailOutbox));
    await change("in_process");
    expect((await mail())[0]?.subject).toContain("Pending Review: ");
    await change("approved");
    await assign(permit, maria, "Fire");
    await write((tx) => tx.delete(mailOutbox));
    await change("in_process");
    expect((await mail())[0]?.subject).toContain("In Review: ");
  });

  test("is not told when the status stays", async () => {
    await updatePermit(dana, permit.id, { projectName: "Harbor Street Flats" });
    await updatePermit(dana, permit.id, { projectName: "Harbor Street Homes", status: "in_process" });
    expect(await told()).toEqual([]);
  });
});
