import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { statementsOf } from "~/testing/statements";
import { storePlan } from "~/testing/stored-files";
import { assign, makeCity, makePermit, makeViewer, permitFields } from "~/testing/test-rows";
import { saveAssignments } from "../assignments/assignment.server";
import type { Discipline } from "../discipline";
import type { ReviewCycle } from "../permits/permit";
import { PermitSchema } from "../permits/permit.schema.server";
import { createPermit, updatePermit } from "../permits/permit.server";
import { addPlanFiles } from "../permits/plan-file.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { mailOutbox, permits, users } from "../tables.server";
import { sendDueEmails } from "./mail-sender.server";
import { notifyOfSubmission } from "./notification.server";

let cityId: number;
let permit: { id: number; urban37PermitNumber: string };
let dana: Viewer;
let otherAdministrator: Viewer;
let maria: Viewer;
let ben: Viewer;
let cityUser: Viewer;
let colleague: Viewer;

const updateUser = (viewer: Viewer, fields: { isActive?: boolean; isInvited?: boolean }) =>
  write((tx) => tx.update(users).set(fields).where(eq(users.id, viewer.id)));

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
  await updateUser(await makeViewer("admin"), { isActive: false });
  await updateUser(await makeViewer("admin"), { isInvited: true });
  await updateUser(await makeViewer("city", { cityId }), { isActive: false });
  await updateUser(await makeViewer("city", { cityId }), { isInvited: true });
});

beforeEach(async () => {
  await write((tx) => tx.delete(permits));
  permit = await makePermit(dana, cityId);
  await write((tx) => tx.delete(mailOutbox));
});

const queued = () => db.select().from(mailOutbox).orderBy(asc(mailOutbox.toAddress), asc(mailOutbox.id));
const recipients = async () => (await queued()).map(({ toAddress }) => toAddress);
const addresses = (...viewers: Viewer[]) => viewers.map(({ email }) => email).sort();
const assignmentOf = (
  reviewer: Viewer,
  discipline: Discipline,
  fields: { status?: "assigned" | "completed" } = {},
) => ({
  discipline,
  employeeId: reviewer.employeeId ?? 0,
  employeeDueDate: "2026-12-01",
  status: fields.status ?? ("assigned" as const),
});

describe("assigned to you", () => {
  test("is one email per reviewer, with all their new disciplines and a link", async () => {
    await saveAssignments(dana, permit.id, [
      assignmentOf(maria, "Fire"),
      assignmentOf(maria, "Civil"),
      assignmentOf(ben, "Structural"),
    ]);
    expect(await recipients()).toEqual(addresses(maria, ben));
    const email = (await queued()).find(({ toAddress }) => toAddress === maria.email);
    expect(email?.subject).toBe(`Assigned to you: ${permit.urban37PermitNumber}, Harbor Street Apartments`);
    expect(email?.plainText).toContain("Hello Maria Santos,");
    expect(email?.plainText).toContain("Fire, due Dec 1, 2026; Civil, due Dec 1, 2026.");
    expect(email?.plainText).not.toContain("Structural");
    expect(email?.plainText).toContain(
      `Complete Civil:\nhttp://localhost:3000/employee-dashboard/permits/${permit.id}#reviews\n`,
    );
  });

  test("goes only to new reviewers, not to remaining, removed or completed ones", async () => {
    await saveAssignments(dana, permit.id, [assignmentOf(maria, "Fire"), assignmentOf(ben, "Structural")]);
    await write((tx) => tx.delete(mailOutbox));
    await saveAssignments(dana, permit.id, [
      { ...assignmentOf(maria, "Fire"), employeeDueDate: "2026-12-09" },
      assignmentOf(maria, "Structural"),
      assignmentOf(ben, "Civil", { status: "completed" }),
    ]);
    expect(await recipients()).toEqual(addresses(maria));
    expect((await queued())[0]?.plainText).not.toContain("Fire");
    await saveAssignments(dana, permit.id, []);
    expect(await recipients()).toEqual(addresses(maria));
  });

  test("is not sent to the user who assigns", async () => {
    await saveAssignments(dana, permit.id, [assignmentOf(dana, "Fire"), assignmentOf(ben, "Civil")]);
    expect(await recipients()).toEqual(addresses(ben));
  });

  test("is sent once for the next cycle, also when it is posted again", async () => {
    await assign(permit, maria, "Fire");
    await assign(permit, ben, "Civil");
    await startNextCycle(dana, permit.id, ["Fire"], { cycle: "PC2" });
    await startNextCycle(dana, permit.id, ["Fire"], { cycle: "PC2" });
    expect(await recipients()).toEqual(addresses(maria));
  });

  test("is not sent when the assignments are refused", async () => {
    await expect(saveAssignments(dana, permit.id, [assignmentOf(maria, "Plumbing")])).rejects.toMatchObject({
      status: 400,
    });
    expect(await recipients()).toEqual([]);
  });

  test("takes as many statements for two reviewers as for one", async () => {
    const statements = await statementsOf(() =>
      saveAssignments(dana, permit.id, [assignmentOf(ben, "Fire"), assignmentOf(ben, "Civil")]),
    );
    await write((tx) => tx.delete(mailOutbox));
    const another = await makePermit(dana, cityId);
    const rows = [assignmentOf(ben, "Fire"), assignmentOf(maria, "Civil")];
    expect(await statementsOf(() => saveAssignments(dana, another.id, rows))).toBe(statements);
    expect(await recipients()).toEqual(addresses(ben, maria));
  });
});

describe("new submission", () => {
  test("goes to the active administrators, with a link", async () => {
    await write((tx) => notifyOfSubmission(tx, cityUser, permit));
    expect(await recipients()).toEqual(addresses(dana, otherAdministrator));
    const [email] = await queued();
    expect(email?.subject).toBe(`New submission: ${permit.urban37PermitNumber}, Harbor Street Apartments`);
    expect(email?.plainText).toContain("Oakville has submitted");
    expect(email?.plainText).toContain(
      `Assign reviewers:\nhttp://localhost:3000/permits/${permit.id}/assignments\n`,
    );
  });

  test("does not go to the administrator who submits", async () => {
    await write((tx) => notifyOfSubmission(tx, dana, permit));
    expect(await recipients()).toEqual(addresses(otherAdministrator));
  });
});

describe("files added", () => {
  const add = async (viewer: Viewer, formKey?: string, reviewCycle: ReviewCycle = "PC1") => {
    const files = [await storePlan("A1.pdf"), await storePlan("S1.pdf")];
    return addPlanFiles(viewer, permit.id, { reviewCycle, files, formKey });
  };

  test("by a city goes to the reviewers of the current cycle", async () => {
    await assign(permit, maria, "Fire");
    await assign(permit, maria, "Civil");
    await assign(permit, dana, "Structural");
    await add(cityUser);
    expect(await recipients()).toEqual(addresses(maria, dana));
    const emails = await queued();
    expect(emails[0]?.plainText).toContain("Oakville has added 2 files to");
    expect(emails[0]?.plainText).toContain("A1.pdf, S1.pdf");
    const textFor = (viewer: Viewer) => emails.find(({ toAddress }) => toAddress === viewer.email)?.plainText;
    expect(textFor(maria)).toContain(`/employee-dashboard/permits/${permit.id}#reviews\n`);
    expect(textFor(dana)).toContain("Complete Structural:\n");
  });

  test("by a city goes to the administrators when the current cycle has no active reviewer", async () => {
    await assign(permit, maria, "Fire");
    await startNextCycle(dana, permit.id, []);
    await add(cityUser);
    expect(await recipients()).toEqual(addresses(dana, otherAdministrator));
    await write((tx) => tx.delete(mailOutbox));
    await assign(permit, ben, "Fire");
    await updateUser(ben, { isActive: false });
    await add(cityUser);
    await updateUser(ben, { isActive: true });
    expect(await recipients()).toEqual(addresses(dana, otherAdministrator));
  });

  test("for a cycle that has not begun goes to the administrators and the reviewers, once to each", async () => {
    await assign(permit, maria, "Fire");
    await assign(permit, dana, "Structural");
    await add(cityUser, undefined, "PC2");
    expect(await recipients()).toEqual(addresses(maria, dana, otherAdministrator));
    for (const { subject, plainText } of await queued()) {
      expect(subject).toMatch(/^New plans: /);
      expect(plainText).toContain("Oakville has added 2 files to");
      expect(plainText).toContain("A1.pdf, S1.pdf");
      expect(plainText).toContain("PC2 has not been started yet.");
    }
    await write((tx) => tx.delete(mailOutbox));
    await add(dana, undefined, "PC2");
    expect(await recipients()).toEqual(addresses(maria, otherAdministrator, cityUser, colleague));
    const ofCity = (await queued()).find(({ toAddress }) => toAddress === cityUser.email)?.plainText;
    expect(ofCity).toContain(`/oakvilles/permits/${permit.id}\n`);
    expect(ofCity).not.toContain("has not been started");
  });

  test("by the provider goes to the city's users, and names no reviewer", async () => {
    await assign(permit, maria, "Fire");
    await assign(permit, ben, "Civil");
    await add(maria);
    expect(await recipients()).toEqual(addresses(cityUser, colleague));
    for (const { subject, plainText, html } of await queued()) {
      expect(`${subject}${plainText}${html}`).not.toMatch(/Maria|Santos|Ben|Okafor/);
      expect(plainText).toContain("Urban37 has added 2 files");
      expect(plainText).toContain(`http://localhost:3000/oakvilles/permits/${permit.id}\n`);
    }
  });

  test("is sent once, also when the form is posted again", async () => {
    await Promise.all([add(dana, "key"), add(dana, "key")]);
    expect(await recipients()).toEqual(addresses(cityUser, colleague));
  });

  test("within minutes is one email with all files, and a new one once it is being sent", async () => {
    await assign(permit, maria, "Fire");
    await add(cityUser);
    await add(colleague);
    const [email] = await queued();
    expect(await recipients()).toEqual([maria.email]);
    expect(email?.plainText).toContain("Oakville has added 4 files to");
    expect(email?.html).toContain("A1.pdf, S1.pdf, A1.pdf, S1.pdf");
    expect(Date.parse(email?.nextAttemptAt ?? "") - Date.parse(email?.createdAt ?? "")).toBe(5 * 60_000);
    const sent: string[] = [];
    const send = async ({ plainText }: { plainText: string }) => {
      sent.push(plainText);
      return "sent" as const;
    };
    await sendDueEmails(send);
    expect(sent).toEqual([]);
    // It is due, and a server has claimed it.
    await write((tx) => tx.update(mailOutbox).set({ nextAttemptAt: new Date().toISOString() }));
    await add(cityUser);
    expect(await recipients()).toEqual([maria.email, maria.email]);
    await sendDueEmails(send);
    expect(sent).toEqual([email?.plainText]);
    expect((await queued())[1]?.plainText).toContain("Oakville has added 2 files to");
  });

  test("of another permit or for another cycle is another email", async () => {
    await assign(permit, maria, "Fire");
    await add(cityUser);
    await add(cityUser, undefined, "PC2");
    const subjects = (await queued()).filter(({ toAddress }) => toAddress === maria.email);
    expect(subjects.map(({ subject }) => subject.split(":")[0])).toEqual(["Files added", "New plans"]);
  });

  test("is not sent for the files of a new permit", async () => {
    const files = [await storePlan("A1.pdf")];
    await createPermit(dana, PermitSchema.parse({ ...permitFields, cityId }), files);
    expect(await recipients()).toEqual([]);
  });
});

describe("status changed", () => {
  const change = (status: "approved" | "in_process" | "resubmittal_required" | "hold" | "cancelled") =>
    updatePermit(dana, permit.id, { status });

  test("goes to the city's users in the city's words, and names no reviewer", async () => {
    await assign(permit, maria, "Fire");
    await change("approved");
    expect(await recipients()).toEqual(addresses(cityUser, colleague));
    for (const { subject, plainText, html } of await queued()) {
      expect(subject).toBe(`Approved: ${permit.urban37PermitNumber}, Harbor Street Apartments`);
      expect(plainText).toContain("is now Approved.");
      expect(plainText).toContain(`http://localhost:3000/oakvilles/permits/${permit.id}\n`);
      expect(`${subject}${plainText}${html}`).not.toMatch(/Maria|Santos|Dana|Park/);
    }
  });

  test.each([
    ["resubmittal_required", "Resubmittal required"],
    ["hold", "On hold"],
    ["cancelled", "Cancelled"],
  ] as const)("to %s says so", async (status, label) => {
    await change(status);
    expect((await queued())[0]?.subject).toContain(`${label}: `);
  });

  test("to in process is pending review without a reviewer, and in review with one", async () => {
    await change("approved");
    await write((tx) => tx.delete(mailOutbox));
    await change("in_process");
    expect((await queued())[0]?.subject).toContain("Pending Review: ");
    await change("approved");
    await assign(permit, maria, "Fire");
    await write((tx) => tx.delete(mailOutbox));
    await change("in_process");
    expect((await queued())[0]?.subject).toContain("In Review: ");
  });

  test("is not sent when the status stays the same", async () => {
    await updatePermit(dana, permit.id, { projectName: "Harbor Street Flats" });
    await updatePermit(dana, permit.id, { projectName: "Harbor Street Homes", status: "in_process" });
    expect(await recipients()).toEqual([]);
  });
});
