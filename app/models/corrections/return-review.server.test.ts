import { desc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { refusalOf, refused } from "~/testing/refusals";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import type { PermitStatus } from "../permits/permit";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { assignments, auditEvents, mailOutbox, permits } from "../tables.server";
import { decide, returnReview } from "./decision.server";

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
let fire: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park", disciplines: ["Fire"] });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
});

/** Lee has decided Fire. */
beforeEach(async () => {
  permit = await makePermit(dana, cityId);
  fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
  await makeCorrections(permit, lee, [{}]);
  await decide(lee, fire, { decision: "corrections_required" });
  await write((tx) => tx.delete(mailOutbox));
});

const remark = "F-1 needs a sheet";
const returnFire = (text = remark, viewer = dana) => returnReview(viewer, fire, text);
const stored = async () => (await db.select().from(assignments).where(eq(assignments.id, fire)))[0];
const emails = () => db.select().from(mailOutbox);
const setStatus = (status: PermitStatus) =>
  write((tx) => tx.update(permits).set({ status }).where(eq(permits.id, permit.id)));

describe("returning a review", () => {
  test("removes the decision, and stores the remark with the administrator's name", async () => {
    const expected = {
      status: "in_progress",
      completedAt: null,
      decision: null,
      decidedAt: null,
      decidedById: null,
      decisionReason: null,
      returnRemark: remark,
      returnedByName: "Dana Park",
    };
    expect(await returnFire()).toMatchObject(expected);
    expect(await stored()).toMatchObject(expected);
  });

  test("sends its reviewer an email with the remark", async () => {
    await returnFire();
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    expect(email?.toAddress).toBe(lee.email);
    expect(email?.subject).toBe(
      `Returned to you: ${permit.urban37PermitNumber}, Harbor Street Apartments (Fire)`,
    );
    expect(email?.plainText).toContain("Hello Lee Tran,");
    expect(email?.plainText).toContain(`Dana Park asks you to look again: ${remark}`);
    expect(email?.plainText).toContain(
      `Decide Fire:\nhttp://localhost:3000/employee-dashboard/permits/${permit.id}/assignments/${fire}/decide\n`,
    );
  });

  test("sends no email to an administrator who returns their own review", async () => {
    fire = (await assign(await makePermit(dana, cityId), dana, "Fire"))?.id ?? 0;
    await decide(dana, fire, { decision: "approved" });
    await returnFire();
    expect(await emails()).toEqual([]);
  });

  test("is recorded in the permit's history", async () => {
    await returnFire();
    const [event] = await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
    expect(event).toMatchObject({
      action: "permit.assignment-updated",
      actorName: "Dana Park",
      subjectId: permit.id,
      changes: { decision: ["corrections_required", null], returnRemark: [null, remark] },
    });
  });

  test("with the same form a second time does nothing, and sends one email", async () => {
    await returnFire();
    const once = await stored();
    await returnFire();
    expect(await stored()).toEqual(once);
    expect(await emails()).toHaveLength(1);
  });

  test("is possible again after another decision, which clears the remark", async () => {
    await returnFire();
    const decided = await decide(lee, fire, { decision: "corrections_required" });
    expect(decided).toMatchObject({ returnRemark: null, returnedByName: null });
    await returnFire();
    expect(await emails()).toHaveLength(2);
  });

  test("of a permit on hold is allowed", async () => {
    await setStatus("hold");
    expect((await returnFire()).decision).toBeNull();
  });
});

describe("returning a review is refused", () => {
  test.each(["", "  \n "])("without a remark: %j", async (text) => {
    expect(await refused(returnFire(text))).toEqual([400, { remark: ["Say what must change"] }]);
    expect((await stored())?.decision).toBe("corrections_required");
    expect(await emails()).toEqual([]);
  });

  test("without a decision", async () => {
    await returnFire();
    expect(await refused(returnFire("Something else"))).toEqual([409, "Fire has no decision to return"]);
    expect((await stored())?.returnRemark).toBe(remark);
  });

  test("once the letter was released, and in an earlier cycle", async () => {
    await issueLetter(dana, permit.id);
    expect(await refused(returnFire())).toEqual([409, "The PC1 letter was released"]);
    await startNextCycle(dana, permit.id, ["Fire"]);
    expect(await refused(returnFire())).toEqual([409, "PC1 is over: its reviews stand"]);
  });

  test("for a cancelled permit", async () => {
    await setStatus("cancelled");
    expect(await refused(returnFire())).toEqual([409, "This permit is cancelled"]);
  });

  test("while the city does not use corrections", async () => {
    await switchCorrections(cityId, false);
    const refusal = await refused(returnFire());
    await switchCorrections(cityId, true);
    expect(refusal).toEqual([409, "Oakville no longer writes corrections"]);
  });

  test("to reviewers and to the city", async () => {
    for (const viewer of [lee, clerk]) {
      expect((await refusalOf(returnFire(remark, viewer))).status).toBe(403);
    }
  });

  test("for an assignment that does not exist, or is on another permit than the form's", async () => {
    const notFound = [404, "Assignment not found"];
    expect(await refused(returnReview(dana, 999_999, remark))).toEqual(notFound);
    expect(await refused(returnReview(dana, fire, remark, { permitId: permit.id + 1 }))).toEqual(notFound);
  });
});
