import { asc, desc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { refusalOf, refused } from "~/testing/refusals";
import { issueLetter, makeDecidedPermit, releaseNow } from "~/testing/test-letters";
import { assign, makeCity, makeViewer, switchCorrections } from "~/testing/test-rows";
import { today } from "../clock.server";
import { addCorrection } from "../corrections/correction.server";
import { decide } from "../corrections/decision.server";
import type { PermitStatus, ReviewCycle } from "../permits/permit";
import { updatePermit } from "../permits/permit.server";
import type { Permit } from "../permits/permit-scope.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import {
  assignments,
  auditEvents,
  backChecks,
  corrections,
  letters,
  mailOutbox,
  permits,
  planChecks,
} from "../tables.server";
import { handOverLetter } from "./hand-over.server";
import { contentOf } from "./letter.server";
import { previewLetter } from "./letter-draft.server";
import { reopenPlanCheck } from "./reopen.server";

vi.mock(import("./letter-pdf.server"), () => ({ drawLetter: async () => Buffer.from("%PDF-1.7") }));

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let cityId: number;
let permit: Permit;
let fire: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire", "Civil"] });
  clerk = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
});

/** Lee has decided Fire with F-1, which is not released. */
beforeEach(async () => {
  ({ permit, fire } = await makeDecidedPermit(dana, lee, cityId));
});

const release = (options?: { cycle?: ReviewCycle; setsStatus?: boolean }) =>
  releaseNow(dana, permit.id, options);
const reopen = (cycle: ReviewCycle = "PC1", viewer = dana, reason = "Wrong sheet") =>
  reopenPlanCheck(viewer, permit.id, cycle, { reason });
const setPermit = (fields: Partial<typeof permits.$inferInsert>) =>
  write((tx) => tx.update(permits).set(fields).where(eq(permits.id, permit.id)));
const setPlanCheck = (fields: Partial<typeof planChecks.$inferInsert>) =>
  write((tx) => tx.update(planChecks).set(fields).where(eq(planChecks.permitId, permit.id)));
const planCheck = async () =>
  (
    await db.select().from(planChecks).where(eq(planChecks.permitId, permit.id)).orderBy(desc(planChecks.id))
  )[0];
const status = async () => (await db.select().from(permits).where(eq(permits.id, permit.id)))[0]?.status;
const resubmitted = { state: "resubmitted", resubmittedAt: "2026-11-20T20:00:00.000Z" } as const;

describe("opening a plan check again", () => {
  test("clears its outcome, its release and its hand-over, which the event keeps", async () => {
    await release();
    await handOverLetter(clerk, permit.id, "PC1");
    await reopen();
    const row = await planCheck();
    expect(row).toMatchObject({
      state: "in_review",
      outcome: null,
      releasedAt: null,
      releasedById: null,
      releasedByName: null,
      handedOverOn: null,
    });
    const [event] = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, "plan-check.reopened"))
      .orderBy(desc(auditEvents.id));
    expect(event).toMatchObject({
      subjectId: row?.id,
      actorName: "Dana Park",
      changes: {
        outcome: ["corrections_required", null],
        handedOverOn: [today(), null],
        reason: "Wrong sheet",
      },
    });
  });

  test("keeps the letter, the decisions, the verdicts and the first letters of the corrections", async () => {
    await release();
    const kept = async () => ({
      letters: await db.select().from(letters).where(eq(letters.permitId, permit.id)),
      corrections: await db.select().from(corrections).where(eq(corrections.permitId, permit.id)),
      assignments: await db.select().from(assignments).where(eq(assignments.permitId, permit.id)),
      backChecks: await db.select().from(backChecks),
    });
    const before = await kept();
    await reopen();
    expect(await kept()).toEqual(before);
  });

  test("after an approval, too", async () => {
    await write((tx) => tx.delete(corrections).where(eq(corrections.permitId, permit.id)));
    await decide(lee, fire, { decision: "approved" });
    await release();
    expect((await planCheck())?.state).toBe("closed");
    await reopen();
    expect(await planCheck()).toMatchObject({ state: "in_review", outcome: null });
    expect(await status()).toBe("in_process");
  });

  test("sends no email", async () => {
    await release();
    await write((tx) => tx.delete(mailOutbox));
    await reopen();
    expect(await db.$count(mailOutbox)).toBe(0);
  });

  test("lets the drafts that were written since join its letter", async () => {
    await release();
    await addCorrection(lee, permit.id, { discipline: "Fire", kind: "correction", text: "More" });
    await reopen();
    const [row] = (await contentOf(await release())).disciplines;
    expect(row?.added.map(({ number }) => number)).toEqual(["F-1", "F-2"]);
  });

  test("keeps a letter back whose draft does not fit the decision, until it is decided again", async () => {
    const civil = (await assign(permit, lee, "Civil"))?.id ?? 0;
    await decide(lee, civil, { decision: "approved" });
    await release();
    await addCorrection(lee, permit.id, { discipline: "Civil", kind: "correction", text: "Late" });
    await reopen();
    const { status: code, message } = await refusalOf(release());
    expect(code).toBe(409);
    expect(message).toMatch(/: Civil \w+ as Approved, but C-1 is open: decide it again$/);
    await decide(lee, civil, { decision: "corrections_required" });
    expect((await release()).issue).toBe(2);
  });

  test("needs no decision of its own before the letter is issued again", async () => {
    await release();
    await startNextCycle(dana, permit.id, []);
    // Fire is not in PC2, whose letter would need it; here nothing of it is open.
    const ofPermit = eq(corrections.permitId, permit.id);
    await write((tx) => tx.update(corrections).set({ status: "resolved" }).where(ofPermit));
    expect((await previewLetter(dana, permit.id)).blockers.map(({ what }) => what)).toContain(
      "Nobody has decided anything in PC2",
    );
    await issueLetter(dana, permit.id);
    await reopen("PC2");
    expect((await previewLetter(dana, permit.id)).blockers.map(({ what }) => what)).not.toContain(
      "Nobody has decided anything in PC2",
    );
  });
});

describe("the permit's status", () => {
  test.each<[PermitStatus]>([["in_process"], ["approved"]])(
    "that the release has changed from %s is as before, without an email",
    async (before) => {
      await setPermit({ status: before });
      await release();
      expect(await status()).toBe("resubmittal_required");
      await write((tx) => tx.delete(mailOutbox));
      await reopen();
      expect(await status()).toBe(before);
      expect(await db.$count(mailOutbox)).toBe(0);
    },
  );

  test("stays if it was changed since the release", async () => {
    await release();
    await updatePermit(dana, permit.id, { status: "hold" });
    await reopen();
    expect(await status()).toBe("hold");
  });

  test("stays if the release did not change it", async () => {
    await setPermit({ status: "resubmittal_required" });
    await release();
    await reopen();
    expect(await status()).toBe("resubmittal_required");
  });

  test("is that from before the latest of several releases", async () => {
    await release();
    await reopen();
    await addCorrection(lee, permit.id, { discipline: "Fire", kind: "note", text: "See A1" });
    await release({ setsStatus: false });
    await setPermit({ status: "resubmittal_required" });
    await reopen();
    expect(await status()).toBe("resubmittal_required");
  });
});

describe("opening a plan check again is refused", () => {
  test("before the release", async () => {
    expect(await refused(reopen())).toEqual([409, "PC1 is open already"]);
  });

  test("in an earlier cycle", async () => {
    await release();
    await startNextCycle(dana, permit.id, ["Fire"]);
    expect(await refused(reopen())).toEqual([409, "PC1 is over"]);
    expect(await refused(reopen("PC2"))).toEqual([409, "PC2 is open already"]);
  });

  test("after the resubmittal", async () => {
    await release();
    await setPlanCheck(resubmitted);
    expect(await refused(reopen())).toEqual([409, "The applicant has resubmitted"]);
  });

  test("not after that of the last cycle, whose moment stays", async () => {
    await setPermit({ reviewCycle: "PC10" });
    await write((tx) => tx.update(assignments).set({ reviewCycle: "PC10" }).where(eq(assignments.id, fire)));
    await setPlanCheck({ reviewCycle: "PC10" });
    const { number } = await release({ cycle: "PC10" });
    await setPlanCheck(resubmitted);
    await reopen("PC10");
    expect(await planCheck()).toMatchObject({ ...resubmitted, state: "in_review" });
    await addCorrection(lee, permit.id, { discipline: "Fire", kind: "note", text: "See A1" });
    expect((await release({ cycle: "PC10" })).number).toBe(`${number}-2`);
  });

  test.each(["", " \n "])("without a reason: %j", async (reason) => {
    await release();
    expect(await refused(reopen("PC1", dana, reason))).toEqual([
      400,
      { reason: ["Say why it is opened again"] },
    ]);
    expect((await planCheck())?.state).toBe("released");
  });

  test("for a cancelled permit", async () => {
    await release();
    await setPermit({ status: "cancelled" });
    expect(await refused(reopen())).toEqual([409, "This permit is cancelled"]);
  });

  test("while the city does not use corrections", async () => {
    await release();
    await switchCorrections(cityId, false);
    const refusal = await refused(reopen());
    await switchCorrections(cityId, true);
    expect(refusal).toEqual([409, "Oakville no longer writes corrections"]);
  });

  test("to reviewers, to the city and outside the scope", async () => {
    await release();
    expect((await refusalOf(reopen("PC1", lee))).status).toBe(403);
    expect((await refusalOf(reopen("PC1", clerk))).status).toBe(403);
    expect((await refusalOf(reopen("PC1", foreigner))).status).toBe(404);
    expect((await planCheck())?.state).toBe("released");
  });
});

test("of two that are opened at once, the second is refused", async () => {
  await release();
  const results = await Promise.allSettled([reopen(), reopen()]);
  expect(results.map(({ status: outcome }) => outcome)).toEqual(["fulfilled", "rejected"]);
  const events = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, "plan-check.reopened"))
    .orderBy(asc(auditEvents.id));
  expect(events.filter(({ subjectId }) => subjectId === events.at(-1)?.subjectId)).toHaveLength(1);
});
