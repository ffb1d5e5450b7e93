import { and, asc, eq, inArray } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "~/platform/db/db.server";
import { refused } from "~/testing/refusals";
import { hasFile } from "~/testing/stored-files";
import { makeDecidedPermit, releaseNow } from "~/testing/test-letters";
import { makeCity, makeViewer, switchCorrections } from "~/testing/test-rows";
import type { PlanFileOrigin } from "../files/plan-file";
import { storeBytes } from "../files/plan-file-store.server";
import { contentOf } from "../letters/letter.server";
import { previewLetter } from "../letters/letter-draft.server";
import { releaseLetter } from "../letters/release.server";
import { reopenPlanCheck } from "../letters/reopen.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { auditEvents, planFiles } from "../tables.server";
import type { ReviewCycle } from "./permit";
import { permitHistory } from "./permit-history.server";
import { type Permit, readPermit } from "./permit-scope.server";
import {
  addPlanFiles,
  deletePlanFile,
  listPlanFiles,
  readListedFile,
  readPlanFile,
  setFileAside,
} from "./plan-file.server";

vi.mock(import("../letters/letter-pdf.server"), () => ({ drawLetter: async () => Buffer.from("%PDF-1.7") }));

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let cityId: number;
let permit: Permit;
let minutes: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
});

/** The letter of PC1 can be released. */
beforeEach(async () => {
  minutes = 0;
  vi.useFakeTimers({ toFake: ["Date"] });
  later();
  ({ permit } = await makeDecidedPermit(dana, lee, cityId));
});
afterEach(() => {
  vi.useRealTimers();
});

/** A letter lists the files that were uploaded before it. */
function later() {
  minutes += 1;
  vi.setSystemTime(new Date(Date.UTC(2026, 11, 4, 12, minutes)));
}

const list = async (viewer = dana) => listPlanFiles(viewer, await readPermit(viewer, permit.id));
const listed = async (id: number, viewer = dana) => (await list(viewer)).find((file) => file.id === id);

/** Adds a file and returns its id. */
async function add(fileName: string, origin: PlanFileOrigin, reviewCycle: ReviewCycle = "PC1") {
  const content = await storeBytes(Buffer.from(`%PDF-1.7 ${fileName}`));
  const files = [{ ...content, fileName, kind: "pdf" as const }];
  await addPlanFiles(lee, permit.id, { reviewCycle, origin, files });
  return (await list())[0]?.id ?? 0;
}

async function release() {
  later();
  const letter = await releaseNow(dana, permit.id);
  later();
  return letter;
}
const reopen = () => reopenPlanCheck(dana, permit.id, "PC1", { reason: "Wrong sheet" });
const filesInPreview = async () => (await previewLetter(dana, permit.id)).content.files;
const events = () =>
  db
    .select({ action: auditEvents.action, actorName: auditEvents.actorName, changes: auditEvents.changes })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subjectId, permit.id),
        inArray(auditEvents.action, ["permit.file-set-aside", "permit.file-taken-back"]),
      ),
    )
    .orderBy(asc(auditEvents.id));

describe("a plan file that is set aside", () => {
  test("keeps its row, its content and its place in the letters that list it", async () => {
    const id = await add("A-101.pdf", "submitted");
    const markedUp = await add("A-101, marked up.pdf", "marked_up");
    const letter = await release();
    const before = await db.select().from(planFiles).where(eq(planFiles.permitId, permit.id));
    const content = await contentOf(letter);
    await setFileAside(dana, id, true);
    await setFileAside(dana, markedUp, true);
    const after = await db.select().from(planFiles).where(eq(planFiles.permitId, permit.id));
    expect(after).toEqual(before.map((row) => ({ ...row, isSetAside: true })));
    expect(await contentOf(letter)).toEqual(content);
    expect(hasFile(before[0]?.fileKey ?? "")).toBe(true);
    for (const viewer of [dana, lee, clerk])
      expect((await readPlanFile(viewer, id)).fileName).toBe("A-101.pdf");
  });

  test("is shown as such to all who see it", async () => {
    const id = await add("A-101.pdf", "submitted");
    const late = await release().then(() => add("late.pdf", "marked_up"));
    await setFileAside(dana, id, true);
    await setFileAside(dana, late, true);
    for (const viewer of [dana, lee, clerk])
      expect(await listed(id, viewer)).toMatchObject({ isSetAside: true, mayDelete: false });
    expect(await listed(late, lee)).toMatchObject({ isSetAside: true });
    expect(await listed(late, clerk)).toBeUndefined();
  });

  test("is in no later letter of its cycle, submitted or marked up, until it is taken back", async () => {
    const [wrong, marked] = [await add("wrong.pdf", "submitted"), await add("marked.pdf", "marked_up")];
    await release();
    await add("right.pdf", "submitted");
    await reopen();
    await setFileAside(dana, wrong, true);
    await setFileAside(dana, marked, true);
    expect(await filesInPreview()).toEqual({ reviewed: ["right.pdf"], markedUp: [] });
    const { letterId } = await readPlanFile(dana, marked);
    const letter = await release();
    expect((await contentOf(letter)).files).toEqual({ reviewed: ["right.pdf"], markedUp: [] });
    expect((await readPlanFile(dana, marked)).letterId).toBe(letterId);
    await reopen();
    await setFileAside(dana, wrong, false);
    await setFileAside(dana, marked, false);
    expect(await filesInPreview()).toEqual({
      reviewed: ["wrong.pdf", "right.pdf"],
      markedUp: ["marked.pdf"],
    });
  });

  test("before its first letter does not leave the firm with the next one", async () => {
    await release();
    const id = await add("late.pdf", "marked_up");
    await setFileAside(dana, id, true);
    await startNextCycle(dana, permit.id, ["Fire"]);
    expect(await filesInPreview()).toEqual({ reviewed: [], markedUp: [] });
    await setFileAside(dana, id, false);
    expect(await filesInPreview()).toEqual({ reviewed: [], markedUp: ["late.pdf"] });
  });

  test("is not deleted, even if no letter lists it", async () => {
    await release();
    const id = await add("late.pdf", "submitted");
    await setFileAside(dana, id, true);
    await reopen();
    expect(await refused(deletePlanFile(dana, id))).toEqual([
      409,
      "late.pdf is set aside: it stays. Add the right file instead: it replaces this one.",
    ]);
    expect(await listed(id)).toMatchObject({ mayDelete: false, maySetAside: true });
    await setFileAside(dana, id, false);
    await deletePlanFile(dana, id);
    expect(await listed(id)).toBeUndefined();
  });
});

test("a change between reading and releasing a letter is noticed", async () => {
  const id = await add("A-101.pdf", "submitted");
  await release();
  await reopen();
  const { version } = await previewLetter(dana, permit.id);
  await setFileAside(dana, id, true);
  const [status, message] = await refused(
    releaseLetter(dana, permit.id, "PC1", { expectedVersion: version }),
  );
  expect([status, message]).toEqual([
    409,
    expect.stringMatching(
      /^Changed after you opened this page: plan files \(Dana Park, .+\)\. Read the letter/,
    ),
  ]);
});

test("both acts are recorded once, and are in the history of the permit", async () => {
  const id = await add("A-101.pdf", "submitted");
  await release();
  for (const isSetAside of [true, true, false, false]) await setFileAside(dana, id, isSetAside);
  const changes = { reviewCycle: "PC1", files: ["A-101.pdf"] };
  expect(await events()).toEqual([
    { action: "permit.file-set-aside", actorName: "Dana Park", changes },
    { action: "permit.file-taken-back", actorName: "Dana Park", changes },
  ]);
  const texts = (await permitHistory(lee, await readPermit(lee, permit.id))).map(({ text }) => text);
  expect(texts.slice(0, 2)).toEqual(["File taken back: A-101.pdf", "File set aside: A-101.pdf"]);
});

describe("setting aside is refused", () => {
  const outcome = (viewer: Viewer, id: number) => refused(setFileAside(viewer, id, true));

  test("with 409 for a file that can be deleted", async () => {
    const id = await add("A-101.pdf", "submitted");
    expect(await outcome(dana, id)).toEqual([
      409,
      "A-101.pdf can still be deleted: delete it instead of setting it aside",
    ]);
    expect(await listed(id)).toMatchObject({ isSetAside: false, mayDelete: true, maySetAside: false });
    expect(await events()).toEqual([]);
  });

  test("to all but administrators, who alone are offered it", async () => {
    const id = await add("A-101.pdf", "submitted");
    await release();
    for (const viewer of [lee, clerk]) {
      expect((await outcome(viewer, id))[0]).toBe(403);
      expect(await listed(id, viewer)).toMatchObject({ mayDelete: false, maySetAside: false });
    }
    expect(await outcome(foreigner, id)).toEqual([404, "File not found"]);
    expect(await outcome(dana, 999_999)).toEqual([404, "File not found"]);
    expect(await listed(id)).toMatchObject({ isSetAside: false, maySetAside: true });
  });
});

test("a single file is read as the list has it", async () => {
  const id = await add("A-101.pdf", "submitted");
  expect(await readListedFile(clerk, id)).toEqual(await listed(id, clerk));
  expect(await refused(readListedFile(foreigner, id))).toEqual([404, "File not found"]);
});
