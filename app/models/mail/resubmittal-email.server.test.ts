import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeApplicant } from "~/testing/test-applicants";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import type { ReviewCycle } from "../permits/permit";
import type { Actor, Viewer } from "../policy";
import { mailOutbox, permits, planChecks, users } from "../tables.server";
import { notifyOfResubmittal, notifyOfReturnedResubmittal } from "./resubmittal-email.server";

let dana: Viewer;
let otto: Viewer;
let lee: Viewer;
let ines: Viewer;
let clerk: Viewer;
let colleague: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;

const updateUser = (viewer: Viewer, fields: { isActive?: boolean; isInvited?: boolean }) =>
  write((tx) => tx.update(users).set(fields).where(eq(users.id, viewer.id)));

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park", disciplines: ["Civil"] });
  otto = await makeViewer("admin", { name: "Otto Other" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire", "Civil"] });
  ines = await makeViewer("employee", { name: "Ines Roe", disciplines: ["Fire"] });
  clerk = await makeViewer("city", { name: "Carl Clerk", cityId });
  colleague = await makeViewer("city", { name: "Cora Cole", email: "cora@oakville.test", cityId });
  await makeViewer("city", { cityId: (await makeCity()).id });
  await makeViewer("employee", { disciplines: ["Fire"] });
  await updateUser(await makeViewer("admin"), { isActive: false });
  await updateUser(await makeViewer("admin"), { isInvited: true });
  await updateUser(await makeViewer("city", { cityId }), { isActive: false });
  await updateUser(await makeViewer("city", { cityId }), { isInvited: true });
});

/** Ines has reviewed PC1; the permit is in PC2, with Lee for two disciplines and Dana for one. */
beforeEach(async () => {
  permit = await makePermit(dana, cityId);
  await assign(permit, ines, "Fire");
  await write((tx) => tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, permit.id)));
  await assign(permit, lee, "Fire");
  await assign(permit, lee, "Structural");
  await assign(permit, dana, "Civil");
  const sent = { state: "resubmitted", outcome: "corrections_required" } as const;
  const moments = { createdAt: at, updatedAt: at, releasedAt: at, resubmittedAt: at };
  await write((tx) =>
    tx
      .insert(planChecks)
      .values({ ...sent, ...moments, permitId: permit.id, reviewCycle: "PC2", receivedOn: "2026-11-02" }),
  );
  await write((tx) => tx.delete(mailOutbox));
});

const at = "2026-11-20T20:00:00.000Z";
const emails = () => db.select().from(mailOutbox).orderBy(asc(mailOutbox.toAddress));
const recipients = async () => (await emails()).map(({ toAddress }) => toAddress);
const addresses = (...people: { email: string }[]) => people.map(({ email }) => email).sort();
const emailOf = async ({ email }: { email: string }) =>
  (await emails()).find(({ toAddress }) => toAddress === email);

describe("a resubmittal", () => {
  type Sent = Partial<{ corrections: number; files: string[]; nextCycle?: ReviewCycle }>;

  const notify = (actor: Actor = clerk, sent: Sent = {}) =>
    write((tx) =>
      notifyOfResubmittal(
        tx,
        actor,
        { id: permit.id, reviewCycle: "PC2" },
        { letterNumber: "OAK-26-041-PC2", corrections: 30, files: ["A1.pdf"], nextCycle: "PC3", ...sent },
      ),
    );

  test("is told once to each administrator and each reviewer of the cycle who can sign in", async () => {
    await notify();
    expect(await recipients()).toEqual(addresses(dana, otto, lee));
  });

  test("is not told to whoever has sent it", async () => {
    await notify(dana);
    expect(await recipients()).toEqual(addresses(otto, lee));
  });

  test("is told as one of the city, of a person of the firm or of the applicant, who is not named", async () => {
    const applicant = await makeApplicant(dana, permit, "ann@example.test");
    for (const [actor, who] of [
      [clerk, "Oakville"],
      [otto, "Otto Other"],
      [applicant, "The applicant"],
    ] as const) {
      await write((tx) => tx.delete(mailOutbox));
      await notify(actor);
      const { plainText = "" } = (await emailOf(lee)) ?? {};
      expect(plainText).toContain(`\n\n${who} has answered all 30 corrections of OAK-26-041-PC2, about `);
      expect(plainText).not.toMatch(/Carl|ann@/);
    }
  });

  test("names the permit, the plans and the cycle to start", async () => {
    await notify(clerk, { files: ["A1.pdf", "S1.pdf"] });
    const number = permit.urban37PermitNumber;
    const email = await emailOf(otto);
    expect(email?.subject).toBe(`Resubmitted: ${number}, Harbor Street Apartments (PC2)`);
    expect(email?.plainText.split("\n\n")).toEqual([
      "Hello Otto Other,",
      `Oakville has answered all 30 corrections of OAK-26-041-PC2, about ${number}, Harbor Street Apartments, 1420 Harbor Street, and added 2 files: A1.pdf, S1.pdf.`,
      "PC3 has not been started yet.",
      `Start PC3:\nhttp://localhost:3000/permits/${permit.id}/next-cycle`,
      "Redline",
    ]);
  });

  test("of one correction and one file, without a next cycle, speaks of no others", async () => {
    await notify(clerk, { corrections: 1, files: ["A1.pdf"], nextCycle: undefined });
    const { plainText = "" } = (await emailOf(otto)) ?? {};
    expect(plainText).toContain("has answered the correction of OAK-26-041-PC2");
    expect(plainText).toContain("and added 1 file: A1.pdf.");
    expect(plainText).not.toContain("has not been started");
  });

  test("leads a reviewer to the permit, whose next cycle others start", async () => {
    await notify();
    expect((await emailOf(lee))?.plainText).toMatch(
      /:\nhttp:\/\/localhost:3000\/(permits|employee-dashboard)/,
    );
    expect((await emailOf(lee))?.plainText).not.toContain("next-cycle");
  });
});

describe("a resubmittal that is returned", () => {
  const ann = { email: "ann@example.test", firstName: "Ann Owner", lastName: null, path: "/status/token" };

  const notify = (applicant: typeof ann | null = null, viewer = dana) =>
    write((tx) =>
      notifyOfReturnedResubmittal(
        tx,
        viewer,
        { id: permit.id, cityId },
        { sentOn: "2026-11-20", remark: "Sheet A2 is missing\nA3 has no date", applicant },
      ),
    );

  test("is told once to each user of the city who can sign in, and to nobody of the firm", async () => {
    await notify();
    expect(await recipients()).toEqual(addresses(clerk, colleague));
  });

  test("is told to the applicant too, with their link, and to the city with its portal", async () => {
    await notify(ann);
    expect(await recipients()).toEqual(addresses(clerk, colleague, ann));
    const number = permit.urban37PermitNumber;
    const lines = [
      `Your resubmittal of Nov 20, 2026 for ${number}, Harbor Street Apartments, 1420 Harbor Street cannot be checked yet: Sheet A2 is missing`,
      "A3 has no date",
      "Your answers are kept; add what is missing and send again.",
    ];
    const [toAnn, toClerk] = [await emailOf(ann), await emailOf(clerk)];
    expect(toAnn?.subject).toBe(`Not complete: ${number}, Harbor Street Apartments`);
    expect(toClerk?.subject).toBe(toAnn?.subject);
    expect(toAnn?.plainText.split("\n\n")).toEqual([
      "Hello Ann Owner,",
      ...lines,
      "Open the permit:\nhttp://localhost:3000/status/token",
      "Redline",
    ]);
    expect(toClerk?.plainText.split("\n\n")).toEqual([
      "Hello Carl Clerk,",
      ...lines,
      `Open the permit:\nhttp://localhost:3000/oakvilles/permits/${permit.id}`,
      "Redline",
    ]);
  });

  test("names nobody of the firm", async () => {
    await notify(ann);
    for (const { subject, plainText, html } of await emails())
      expect(`${subject} ${plainText} ${html}`).not.toMatch(/Dana|Park|Otto|Lee|Tran/);
  });
});
