import { readdirSync } from "node:fs";
import { join } from "node:path";
import { and, asc, desc, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { refusalOf, refused } from "~/testing/refusals";
import { hasFile } from "~/testing/stored-files";
import { makeApplicant } from "~/testing/test-applicants";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { today } from "../clock.server";
import { saveBackCheck } from "../corrections/back-check.server";
import { addCorrection, updateCorrection } from "../corrections/correction.server";
import type { Decision } from "../corrections/decision";
import { decide } from "../corrections/decision.server";
import type { PlanFileOrigin } from "../files/plan-file";
import { storeBytes } from "../files/plan-file-store.server";
import type { PermitStatus, ReviewCycle } from "../permits/permit";
import { lettersFor, readPermit } from "../permits/permit-scope.server";
import { addPlanFiles, listPlanFiles, setFileAside } from "../permits/plan-file.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { deletePermit } from "../records/permit-bin.server";
import { Refusal } from "../refusal";
import { openStatusLink } from "../status-links/status-link.server";
import {
  assignments,
  auditEvents,
  cities,
  corrections,
  letters,
  mailOutbox,
  permits,
  planChecks,
  planFiles,
  statusLinks,
} from "../tables.server";
import { handOverLetter } from "./hand-over.server";
import type { LetterContent } from "./letter";
import { contentOf } from "./letter.server";
import { previewLetter } from "./letter-draft.server";
import { drawLetter } from "./letter-pdf.server";
import { type Release, releaseLetter } from "./release.server";
import { reopenPlanCheck } from "./reopen.server";

vi.mock(import("./letter-pdf.server"), () => ({ drawLetter: vi.fn() }));

const draw = vi.mocked(drawLetter);
const pdfOf = async (content: LetterContent) => Buffer.from(`%PDF-${JSON.stringify(content)}`);

let dana: Viewer;
let otto: Viewer;
let lee: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
let fire: number;
/** F-1. */
let first: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  otto = await makeViewer("admin", { name: "Otto Other" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire", "Civil"] });
  clerk = await makeViewer("city", { name: "Carl Clerk", cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
});

/** Lee has Fire, which is not decided, with the draft F-1. */
beforeEach(async () => {
  draw.mockReset();
  draw.mockImplementation(pdfOf);
  permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
  fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
  [first = 0] = await makeCorrections(permit, lee, [{}]);
  await write((tx) => tx.delete(mailOutbox));
});
afterEach(() => {
  vi.useRealTimers();
});

const decideFire = (decision: Decision = "corrections_required") =>
  decide(lee, fire, { decision, decisionReason: "No sprinklers" });
/** Decides Fire without corrections. */
async function decideWithout(decision: Decision): Promise<void> {
  await write((tx) => tx.delete(corrections).where(eq(corrections.id, first)));
  if (decision === "approved_with_conditions") await makeCorrections(permit, lee, [{ kind: "condition" }]);
  await decideFire(decision);
}
const version = async () => (await previewLetter(dana, permit.id)).version;
const release = async (options: Partial<Release> = {}, viewer = dana, cycle: ReviewCycle = "PC1") =>
  releaseLetter(viewer, permit.id, cycle, { expectedVersion: await version(), ...options });
const reopen = (cycle: ReviewCycle = "PC1") =>
  reopenPlanCheck(dana, permit.id, cycle, { reason: "Wrong sheet" });
const setPermit = (fields: Partial<typeof permits.$inferInsert>) =>
  write((tx) => tx.update(permits).set(fields).where(eq(permits.id, permit.id)));
const setCity = (fields: Partial<typeof cities.$inferInsert>) =>
  write((tx) => tx.update(cities).set(fields).where(eq(cities.id, cityId)));

const permitRow = async () => (await db.select().from(permits).where(eq(permits.id, permit.id)))[0];
const planCheck = async () =>
  (
    await db.select().from(planChecks).where(eq(planChecks.permitId, permit.id)).orderBy(desc(planChecks.id))
  )[0];
const lettersOf = () =>
  db.select().from(letters).where(eq(letters.permitId, permit.id)).orderBy(asc(letters.id));
const correctionsOf = () =>
  db.select().from(corrections).where(eq(corrections.permitId, permit.id)).orderBy(asc(corrections.id));
const emails = () => db.select().from(mailOutbox).orderBy(asc(mailOutbox.toAddress));
/** The number of files in the store. */
const countFiles = () =>
  readdirSync(join(env.DATA_DIR, "files"), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;
/** All that a release changes. */
const stored = async () => ({
  letters: await lettersOf(),
  corrections: await correctionsOf(),
  assignments: await db.select().from(assignments).where(eq(assignments.permitId, permit.id)),
  files: await db.select().from(planFiles).where(eq(planFiles.permitId, permit.id)),
  permit: await permitRow(),
  planCheck: await planCheck(),
  emails: await emails(),
  events: await db.$count(auditEvents),
  contents: countFiles(),
});
/** Expects that a release is refused with a message, and that nothing of it is stored. */
async function expectRefused(refusal: [number, string], attempt: () => Promise<unknown>): Promise<void> {
  const before = await stored();
  expect(await refused(attempt())).toEqual(refusal);
  expect(await stored()).toEqual(before);
}

describe("a release", () => {
  test("stores what the letter says, its number, its day, who released it and its PDF", async () => {
    await decideFire();
    const letter = await release({ coverNote: "Call us about F-1." });
    const number = `${permit.urban37PermitNumber}-PC1`;
    expect(letter).toMatchObject({
      number,
      reviewCycle: "PC1",
      issue: 1,
      kind: "corrections",
      outcome: "corrections_required",
      issuedOn: today(),
      byId: dana.id,
      byName: "Dana Park",
      supersededById: null,
    });
    const content = await contentOf(letter);
    expect(content).toMatchObject({ number, coverNote: "Call us about F-1.", kind: "corrections" });
    expect(content.disciplines).toMatchObject([{ discipline: "Fire", added: [{ id: first }] }]);
    expect(hasFile(letter.fileKey)).toBe(true);
    expect(letter.byteSize).toBe((await pdfOf(content)).length);
  });

  test("gives all drafts of the permit their first letter, notes and conditions too", async () => {
    await makeCorrections(permit, lee, [{ kind: "note" }, { kind: "condition" }]);
    await decideFire();
    const { id } = await release();
    expect((await correctionsOf()).map(({ firstLetterId }) => firstLetterId)).toEqual([id, id, id]);
    await startNextCycle(dana, permit.id, ["Fire"]);
    expect((await correctionsOf()).map(({ firstLetterId }) => firstLetterId)).toEqual([id, id, id]);
  });

  test("of corrections leaves the plan check released, with outcome and moment", async () => {
    await decideFire();
    const { createdAt } = await release();
    expect(await planCheck()).toMatchObject({
      state: "released",
      outcome: "corrections_required",
      releasedAt: createdAt,
      releasedById: dana.id,
      releasedByName: "Dana Park",
      handedOverOn: null,
      isReceivedOnSet: true,
    });
  });

  test.each(["approved", "approved_with_conditions", "not_applicable"] as const)(
    "with the outcome %s closes the plan check",
    async (outcome) => {
      await decideWithout(outcome);
      expect(await release()).toMatchObject({ kind: "approval", outcome });
      expect(await planCheck()).toMatchObject({ state: "closed", outcome });
    },
  );

  test("is recorded with number and outcome", async () => {
    await decideFire();
    const { id, number } = await release();
    const [event] = await db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, "letter"), eq(auditEvents.subjectId, id)));
    expect(event).toMatchObject({
      action: "letter.released",
      actorName: "Dana Park",
      changes: { number, outcome: "corrections_required" },
    });
  });

  test("names reviewers only if the city's letters do", async () => {
    await decideFire();
    expect((await contentOf(await release())).disciplines[0]?.reviewer).toBeNull();
    await reopen();
    await setCity({ letterNamesReviewers: true });
    const letter = await release();
    await setCity({ letterNamesReviewers: false });
    expect((await contentOf(letter)).disciplines[0]?.reviewer).toBe("Lee Tran");
  });

  test("says the same after everything that it says was changed", async () => {
    await decideFire();
    const letter = await release();
    const before = await contentOf(letter);
    await setPermit({ projectName: "Other" });
    await write((tx) => tx.update(corrections).set({ text: "Other" }).where(eq(corrections.id, first)));
    expect(await contentOf(letter)).toEqual(before);
  });

  test("is gone with its permit", async () => {
    await decideFire();
    await release();
    await deletePermit(dana, permit.id);
    expect(await lettersOf()).toEqual([]);
  });
});

describe("the permit's status", () => {
  type Case = [PermitStatus, Decision, boolean | undefined, PermitStatus];

  test.each<Case>([
    ["in_process", "corrections_required", undefined, "resubmittal_required"],
    ["in_process", "corrections_required", true, "resubmittal_required"],
    ["in_process", "corrections_required", false, "in_process"],
    ["approved", "corrections_required", undefined, "resubmittal_required"],
    ["in_process", "approved", undefined, "approved"],
    ["in_process", "approved", false, "in_process"],
    ["resubmittal_required", "approved_with_conditions", undefined, "approved"],
    ["in_process", "not_applicable", true, "in_process"],
    ["hold", "corrections_required", true, "hold"],
    ["hold", "approved", true, "hold"],
  ])("%s with the outcome %s and the choice %s is %s", async (before, outcome, setsStatus, after) => {
    if (outcome === "corrections_required") await decideFire();
    else await decideWithout(outcome);
    await setPermit({ status: before });
    const { statusBefore } = await release({ setsStatus });
    expect((await permitRow())?.status).toBe(after);
    expect(statusBefore).toBe(before === after ? null : before);
  });

  test.each<[Decision, boolean | undefined, PermitStatus]>([
    ["approved", undefined, "in_process"],
    ["approved_with_conditions", undefined, "in_process"],
    ["approved", true, "approved"],
    ["corrections_required", undefined, "resubmittal_required"],
  ])("where the city itself approves, %s with the choice %s leads to %s", async (outcome, choice, after) => {
    if (outcome === "corrections_required") await decideFire();
    else await decideWithout(outcome);
    await setCity({ approvalWording: "recommended" });
    await release({ setsStatus: choice });
    await setCity({ approvalWording: "approved" });
    expect((await permitRow())?.status).toBe(after);
  });

  test("is recorded, an approval with its day, and brings no email of its own", async () => {
    await decideWithout("approved");
    const { number } = await release();
    expect((await permitRow())?.approvedOn).toBe(today());
    const [event] = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, "permit.updated"))
      .orderBy(desc(auditEvents.id));
    expect(event?.changes).toEqual({ status: ["in_process", "approved"] });
    expect((await emails()).map(({ subject }) => subject)).toEqual([
      `Approved: ${number.replace("-PC1", "")}, Harbor Street Apartments (PC1)`,
    ]);
  });
});

describe("plan files", () => {
  const add = async (fileName: string, origin: PlanFileOrigin, reviewCycle: ReviewCycle = "PC1") => {
    const content = await storeBytes(Buffer.from(`%PDF-1.7 ${fileName}`));
    const files = [{ ...content, fileName, kind: "pdf" as const }];
    await addPlanFiles(lee, permit.id, { reviewCycle, origin, files });
  };
  const filesFor = async (viewer: Viewer) => {
    const files = await listPlanFiles(viewer, await readPermit(viewer, permit.id));
    return files.map(({ fileName }) => fileName).sort();
  };
  const letterOf = async (fileName: string) =>
    (await db.select().from(planFiles).where(eq(planFiles.permitId, permit.id))).find(
      (file) => file.fileName === fileName,
    )?.letterId;

  test("that are marked up are seen by the city from the release on, internal ones never", async () => {
    await add("plans.pdf", "submitted");
    await add("marked.pdf", "marked_up");
    await add("internal.pdf", "internal");
    expect(await filesFor(clerk)).toEqual(["plans.pdf"]);
    await decideFire();
    const { id, ...letter } = await release();
    expect(await filesFor(clerk)).toEqual(["marked.pdf", "plans.pdf"]);
    expect(await filesFor(lee)).toEqual(["internal.pdf", "marked.pdf", "plans.pdf"]);
    expect([
      await letterOf("marked.pdf"),
      await letterOf("internal.pdf"),
      await letterOf("plans.pdf"),
    ]).toEqual([id, null, null]);
    expect((await contentOf({ id, ...letter })).files).toEqual({
      reviewed: ["plans.pdf"],
      markedUp: ["marked.pdf"],
    });
  });

  test("that were marked up after the release go out with the next letter", async () => {
    await decideFire();
    const { id: firstId } = await release();
    await add("late.pdf", "marked_up");
    expect(await filesFor(clerk)).toEqual([]);
    await startNextCycle(dana, permit.id, ["Fire"]);
    await saveBackCheck(lee, first, { verdict: "resolved" });
    const [, second] = await db.select().from(assignments).where(eq(assignments.permitId, permit.id));
    await decide(lee, second?.id ?? 0, { decision: "approved" });
    const letter = await release({}, dana, "PC2");
    expect(await filesFor(clerk)).toEqual(["late.pdf"]);
    expect(await letterOf("late.pdf")).toBe(letter.id);
    expect((await contentOf({ id: firstId })).files.markedUp).toEqual([]);
  });

  test("of all cycles are in an approval, the latest of each name, with day and cycle", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-02T20:00:00Z") });
    await add("A-101.pdf", "submitted");
    await add("A-102.pdf", "submitted");
    await add("wrong.pdf", "submitted");
    await decideFire();
    const corrections = await release();
    expect((await contentOf(corrections)).files).toEqual({
      reviewed: ["A-101.pdf", "A-102.pdf", "wrong.pdf"],
      markedUp: [],
    });
    const [wrong] = await listPlanFiles(dana, await readPermit(dana, permit.id));
    await setFileAside(otto, wrong?.id ?? 0, true);
    vi.setSystemTime("2026-11-20T20:00:00Z");
    await startNextCycle(dana, permit.id, ["Fire"]);
    await add("A-101.pdf", "submitted", "PC2");
    await add("later.pdf", "submitted", "PC3");
    await saveBackCheck(lee, first, { verdict: "resolved" });
    const [, second] = await db.select().from(assignments).where(eq(assignments.permitId, permit.id));
    await decide(lee, second?.id ?? 0, { decision: "approved" });
    expect((await contentOf(await release({}, dana, "PC2"))).files).toEqual({
      reviewed: ["A-101.pdf"],
      markedUp: [],
      current: [
        { name: "A-102.pdf", on: "2026-11-02", cycle: "PC1" },
        { name: "A-101.pdf", on: "2026-11-20", cycle: "PC2" },
      ],
    });
  });

  test("that are marked up for a later cycle stay until its letter", async () => {
    await add("next.pdf", "marked_up", "PC2");
    await decideFire();
    const letter = await release();
    expect((await contentOf(letter)).files.markedUp).toEqual([]);
    expect([await letterOf("next.pdf"), await filesFor(clerk)]).toEqual([null, []]);
  });

  test("of a letter are in its reissue, with those that were added", async () => {
    await add("marked.pdf", "marked_up");
    await decideFire();
    await release();
    await reopen();
    await add("more.pdf", "marked_up");
    const letter = await release();
    expect((await contentOf(letter)).files.markedUp).toEqual(["marked.pdf", "more.pdf"]);
    expect([await letterOf("marked.pdf"), await letterOf("more.pdf")]).toEqual([letter.id, letter.id]);
  });

  test("that were set aside are in no later letter, which is a change", async () => {
    await add("plans.pdf", "submitted");
    await add("wrong.pdf", "submitted");
    await decideFire();
    await release();
    await reopen();
    const [wrong] = await listPlanFiles(dana, await readPermit(dana, permit.id));
    const expectedVersion = await version();
    await setFileAside(otto, wrong?.id ?? 0, true);
    expect((await refused(release({ expectedVersion })))[1]).toMatch(/: plan files \(Otto Other, /);
    expect((await contentOf(await release())).files.reviewed).toEqual(["plans.pdf"]);
  });
});

describe("a release is refused", () => {
  test("with all that keeps it back", async () => {
    await assign(permit, lee, "Civil");
    await expectRefused(
      [
        409,
        "The PC1 letter cannot be released yet: Civil has no decision · Fire has no decision · Nobody has decided anything in PC1",
      ],
      () => release(),
    );
    expect(draw).not.toHaveBeenCalled();
  });

  test("to reviewers, to the city and outside the scope", async () => {
    await decideFire();
    for (const viewer of [lee, clerk]) expect((await refusalOf(release({}, viewer))).status).toBe(403);
    expect((await refusalOf(release({}, foreigner))).status).toBe(404);
    expect(await lettersOf()).toEqual([]);
  });

  test("for another cycle than the current one", async () => {
    await decideFire();
    await expectRefused([409, "The permit is now in PC1"], () => release({}, dana, "PC2"));
  });

  test("for a cancelled permit", async () => {
    await decideFire();
    await setPermit({ status: "cancelled" });
    await expectRefused([409, "This permit is cancelled"], () => release());
  });

  test("while the city does not use corrections", async () => {
    await decideFire();
    const expectedVersion = await version();
    await switchCorrections(cityId, false);
    const refusal = await refused(release({ expectedVersion }));
    await switchCorrections(cityId, true);
    expect(refusal).toEqual([409, "Oakville no longer writes corrections"]);
  });

  test("after the release, with the name and the time of the user who released it", async () => {
    await decideFire();
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-04T22:15:00Z") });
    const expectedVersion = await version();
    const { number } = await release({ expectedVersion });
    const message = `${number} was released by Dana Park at 2:15 PM`;
    await expectRefused([409, message], () => release({ expectedVersion }, otto));
  });

  test("when its PDF cannot be drawn", async () => {
    await decideFire();
    draw.mockRejectedValue(new Refusal(503, "The letter could not be drawn. Nothing was released."));
    await expectRefused([503, "The letter could not be drawn. Nothing was released."], () => release());
  });

  test("when something was changed while its PDF was drawn, which is removed", async () => {
    await decideFire();
    draw.mockImplementation(async (content) => {
      await updateCorrection(lee, first, { text: "Show all walls" });
      return pdfOf(content);
    });
    const [contents, expectedVersion] = [countFiles(), await version()];
    const [status, message] = await refused(release({ expectedVersion }));
    expect(status).toBe(409);
    expect(message).toMatch(/^Changed after you opened this page: F-1 \(Lee Tran, .*nothing was released\.$/);
    expect(await lettersOf()).toEqual([]);
    expect((await planCheck())?.state).toBe("in_review");
    expect(await emails()).toEqual([]);
    expect(countFiles()).toBe(contents);
  });
});

describe("of two releases at once", () => {
  const both = async (keys: [string, string], viewers: [Viewer, Viewer] = [dana, dana]) => {
    const expectedVersion = await version();
    return Promise.allSettled(
      viewers.map((viewer, index) =>
        releaseLetter(viewer, permit.id, "PC1", { expectedVersion, formKey: keys[index] }),
      ),
    );
  };
  const [key, otherKey] = ["a-key-of-sixteen-letters", "b-key-of-sixteen-letters"];

  test("with the same form, both return the same letter, which is sent once", async () => {
    await decideFire();
    const results = await both([key, key]);
    const ids = results.map((result) => result.status === "fulfilled" && result.value.id);
    const rows = await lettersOf();
    expect(ids).toEqual([rows[0]?.id, rows[0]?.id]);
    expect(rows).toHaveLength(1);
    expect(await emails()).toHaveLength(1);
    expect(hasFile(rows[0]?.fileKey ?? "")).toBe(true);
  });

  test("with different forms, one is refused with the name of the user of the other", async () => {
    await decideFire();
    const results = await both([key, otherKey], [dana, otto]);
    const [letter, ...others] = await lettersOf();
    expect(others).toEqual([]);
    const refusal = results.find((result) => result.status === "rejected")?.reason as Refusal;
    expect(refusal.status).toBe(409);
    expect(refusal.message).toMatch(new RegExp(`^${letter?.number} was released by ${letter?.byName} at `));
    expect(await emails()).toHaveLength(1);
    expect(hasFile(letter?.fileKey ?? "")).toBe(true);
  });

  test("the second with the same form can come much later", async () => {
    await decideFire();
    const expectedVersion = await version();
    const { id } = await release({ expectedVersion, formKey: key });
    await startNextCycle(dana, permit.id, ["Fire"]);
    expect((await release({ expectedVersion, formKey: key })).id).toBe(id);
    expect(draw).toHaveBeenCalledTimes(1);
  });
});

describe("a letter that is issued again", () => {
  test("has the next number, and supersedes the former, which stays as it was", async () => {
    await decideFire();
    const former = await release();
    const said = await contentOf(former);
    await reopen();
    await updateCorrection(lee, first, { text: "Show all walls" });
    const letter = await release();
    expect(letter).toMatchObject({ number: `${former.number}-2`, issue: 2, supersededById: null });
    const rows = await lettersOf();
    expect(rows.map(({ supersededById }) => supersededById)).toEqual([letter.id, null]);
    expect(await contentOf(former)).toEqual(said);
  });

  test("has the corrections of the former once more as new ones, and drafts that were written since", async () => {
    await decideFire();
    await release();
    await addCorrection(lee, permit.id, { discipline: "Fire", kind: "correction", text: "More" });
    await reopen();
    const letter = await release();
    const [row] = (await contentOf(letter)).disciplines;
    expect(row?.added.map(({ number }) => number)).toEqual(["F-1", "F-2"]);
    expect((await correctionsOf())[0]?.firstLetterId).not.toBe(letter.id);
    expect((await correctionsOf())[1]?.firstLetterId).toBe(letter.id);
  });

  test("is refused if it says nothing new", async () => {
    await decideFire();
    const { number } = await release({ coverNote: "Call us." });
    await reopen();
    await expectRefused([409, `Nothing was changed since ${number}`], () =>
      release({ coverNote: "Call us." }),
    );
    expect((await release({ coverNote: "Call us about F-1." })).issue).toBe(2);
  });

  test("changes the permit's status again, which the reopening has set back", async () => {
    await decideFire();
    await release();
    await reopen();
    expect((await permitRow())?.status).toBe("in_process");
    const { statusBefore } = await release({ coverNote: "Corrected" });
    expect([statusBefore, (await permitRow())?.status]).toEqual(["in_process", "resubmittal_required"]);
  });

  test("is the ninth at most", async () => {
    await decideFire();
    for (let issue = 1; issue <= 9; issue += 1) await issueLetter(dana, permit.id);
    const message = "PC1 has 9 letters. Start the next review cycle.";
    expect(await refused(reopen())).toEqual([409, message]);
    const opened = { state: "in_review", releasedAt: null } as const;
    await write((tx) => tx.update(planChecks).set(opened).where(eq(planChecks.permitId, permit.id)));
    await expectRefused([409, message], () => release());
  });
});

test("after a letter of PC2, those of PC1 are not superseded", async () => {
  await decideFire();
  await release();
  await startNextCycle(dana, permit.id, ["Fire"]);
  await saveBackCheck(lee, first, { verdict: "not_resolved", remark: "Wall 107" });
  const [, second] = await db.select().from(assignments).where(eq(assignments.permitId, permit.id));
  await decide(lee, second?.id ?? 0, { decision: "corrections_required" });
  const letter = await release({}, dana, "PC2");
  expect(letter).toMatchObject({ number: `${permit.urban37PermitNumber}-PC2`, issue: 1 });
  expect((await lettersOf()).map(({ supersededById }) => supersededById)).toEqual([null, null]);
  const [row] = (await contentOf(letter)).disciplines;
  expect(row).toMatchObject({ added: [], open: [{ number: "F-1", cycle: "PC1", remark: "Wall 107" }] });
});

describe("in a city whose letters go to the applicant too, a release", () => {
  const ann = "ann@example.test";
  const links = () => db.select().from(statusLinks).where(eq(statusLinks.permitId, permit.id));
  const recipients = async () => (await emails()).map(({ toAddress }) => toAddress);

  beforeEach(async () => {
    await setCity({ letterRecipients: "city_and_applicant" });
    await setPermit({ applicantName: "Ann Owner", applicantEmail: ann });
  });
  afterEach(() => setCity({ letterRecipients: "city" }));

  test("hands it over by its email, on its day", async () => {
    await decideFire();
    const { issuedOn } = await release();
    expect(await recipients()).toEqual([ann, clerk.email].sort());
    const email = (await emails()).find(({ toAddress }) => toAddress === ann);
    expect(await planCheck()).toMatchObject({
      state: "released",
      handedOverOn: issuedOn,
      handedOverIssue: 1,
      handOverEmailId: email?.id,
    });
  });

  test("mails the text of the city's email with a link that opens the letter", async () => {
    await decideFire();
    const { id, createdAt } = await release({ coverNote: "Call us about F-1." });
    const [toAnn, toClerk] = (await emails()).sort((one) => (one.toAddress === ann ? -1 : 1));
    expect(toAnn?.subject).toBe(toClerk?.subject);
    const [salutation, ...lines] = toAnn?.plainText.split("\n\n") ?? [];
    expect(salutation).toBe("Hello Ann Owner,");
    expect(lines.slice(0, -2)).toEqual(toClerk?.plainText.split("\n\n").slice(1, -2));
    const [, token = ""] = /localhost:3000\/status\/(\S+)/.exec(toAnn?.plainText ?? "") ?? [];
    const applicant = await openStatusLink({ token, address: "192.0.2.30", isRead: true });
    expect(applicant).toMatchObject({ permitId: permit.id, email: ann });
    expect(lettersFor(applicant, await readPermit(applicant, permit.id))).toMatchObject([{ id }]);
    // Nothing undoes a release.
    expect(Date.parse(toAnn?.nextAttemptAt ?? "") - Date.parse(createdAt)).toBeLessThan(60_000);
  });

  test("hands over an approval too, whose plan check is closed", async () => {
    await decideWithout("approved");
    await release();
    expect(await planCheck()).toMatchObject({ state: "closed", handedOverOn: today(), handedOverIssue: 1 });
    expect(await recipients()).toContain(ann);
  });

  test("hands nothing over without an email of the applicant", async () => {
    await setPermit({ applicantEmail: null });
    await decideFire();
    await release();
    expect(await recipients()).toEqual([clerk.email]);
    expect(await planCheck()).toMatchObject({
      handedOverOn: null,
      handedOverIssue: null,
      handOverEmailId: null,
    });
    expect(await links()).toEqual([]);
  });

  test("mails one who is a user of the city too by its portal alone, and does not hand it over", async () => {
    await setPermit({ applicantEmail: clerk.email.toUpperCase() });
    await decideFire();
    await release();
    expect(await recipients()).toEqual([clerk.email]);
    expect((await emails())[0]?.plainText).toContain(`/oakvilles/permits/${permit.id}`);
    expect((await planCheck())?.handedOverOn).toBeNull();
    expect(await links()).toEqual([]);
  });

  test("of a corrected letter says so, and hands that one over", async () => {
    await decideFire();
    const former = await release();
    await reopen();
    await write((tx) => tx.delete(mailOutbox));
    const { number } = await release({ coverNote: "Corrected" });
    const email = (await emails()).find(({ toAddress }) => toAddress === ann);
    expect(email?.subject).toMatch(/^Corrected letter: /);
    expect(email?.plainText).toContain(`The corrected letter ${number} replaces ${former.number}: `);
    expect(await planCheck()).toMatchObject({ handedOverOn: today(), handedOverIssue: 2 });
    expect(await links()).toHaveLength(2);
  });

  test("that is refused makes no link", async () => {
    await expect(release()).rejects.toMatchObject({ status: 409 });
    expect([await links(), await emails()]).toEqual([[], []]);
  });
});

test("in a city that gives the letter to the applicant itself, a release mails the city alone", async () => {
  await setPermit({ applicantEmail: "ann@example.test" });
  await decideFire();
  await release();
  expect((await emails()).map(({ toAddress }) => toAddress)).toEqual([clerk.email]);
  expect(await planCheck()).toMatchObject({ handedOverOn: null, handOverEmailId: null });
  expect(await db.$count(statusLinks, eq(statusLinks.permitId, permit.id))).toBe(0);
});

test("after a corrected letter that is not handed over, the applicant still reads the former one", async () => {
  await decideFire();
  const former = await release();
  const applicant = await makeApplicant(dana, permit);
  await handOverLetter(clerk, permit.id, "PC1");
  const readable = async () =>
    lettersFor(applicant, await readPermit(applicant, permit.id)).map(({ id }) => id);
  await reopen();
  expect(await readable()).toEqual([former.id]);
  const letter = await release({ coverNote: "Corrected" });
  expect(await readable()).toEqual([former.id]);
  await handOverLetter(clerk, permit.id, "PC1");
  expect(await readable()).toEqual([letter.id]);
});
