import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { write } from "~/platform/db/db.server";
import { statementsOf } from "~/testing/statements";
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
import { addComment } from "../comments/comment.server";
import { decide, returnReview } from "../corrections/decision.server";
import { storeBytes } from "../files/plan-file-store.server";
import { addPlanFiles } from "../permits/plan-file.server";
import { keepPlanCheckList } from "../plan-checks/listed-plan-check.server";
import type { Viewer } from "../policy";
import { assignments, permits } from "../tables.server";
import { homeQueue } from "./home-queue.server";

keepPlanCheckList();

let administrator: Viewer;
let lee: Viewer;
let clerk: Viewer;
let stranger: Viewer;
let cityId: number;
let plainCityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin", { name: "Ada Admin" });
  lee = await makeViewer("employee", { name: "Lee Reviewer", disciplines: ["Fire", "Structural"] });
  cityId = (await makeCity("Oakville")).id;
  plainCityId = (await makeCity("Harbor")).id;
  clerk = await makeViewer("city", { cityId });
  stranger = await makeViewer("city", { cityId: plainCityId });
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T20:00:00Z") });
  await write((tx) => tx.delete(permits));
  await switchCorrections(cityId, true);
});
afterEach(() => void vi.useRealTimers());

/** The lines of each group: "Now: Release A-1". */
async function queue(viewer: Viewer) {
  const groups = await homeQueue(viewer, today());
  return groups.flatMap(({ label, lines }) =>
    lines.map(({ before = "", link, after = "" }) => `${label}: ${before}${link}${after}`),
  );
}

const links = async (viewer: Viewer) =>
  (await homeQueue(viewer, today())).flatMap(({ lines }) => lines.map(({ to }) => to));
const alls = async (viewer: Viewer) =>
  (await homeQueue(viewer, today())).flatMap(({ links }) => links.map(({ to }) => to));

type Fields = Parameters<typeof makePermit>[2];

async function make(fields: Fields = {}, city = cityId) {
  const permit = await makePermit(administrator, city, { dueDate: "2026-11-30", ...fields });
  return { ...permit, number: permit.urban37PermitNumber };
}

const needsFire: Fields = { requiredDisciplines: ["Fire"] };

async function sendPlans(permit: { id: number }, reviewCycle: "PC1" | "PC2" = "PC2") {
  const stored = await storeBytes(Buffer.from(`%PDF-1.7 ${permit.id}`));
  const files = [{ ...stored, fileName: "A1.pdf", kind: "pdf" as const }];
  await addPlanFiles(administrator, permit.id, { origin: "submitted", reviewCycle, files });
}

describe("an administrator", () => {
  test("assigns what nobody reviews: late ones now, others today, also without corrections", async () => {
    const late = await make({ dueDate: "2026-11-10" });
    const plain = await make({ dueDate: "2026-12-01" }, plainCityId);
    await make({ status: "hold" });
    await make({ status: "approved" }, plainCityId);
    expect(await queue(administrator)).toEqual([
      `Now: Assign Structural for ${late.number}, due Nov 10, 2026`,
      `Today: Assign Structural for ${plain.number}, due Dec 1, 2026`,
    ]);
    expect(await links(administrator)).toEqual([
      `/permits/${late.id}/assignments`,
      `/permits/${plain.id}/assignments`,
    ]);
  });

  test("releases what is ready, with the day of the last decision", async () => {
    const permit = await make(needsFire);
    const fire = await assign(permit, lee, "Fire");
    await decide(lee, fire?.id ?? 0, { decision: "approved" });
    expect(await queue(administrator)).toEqual([`Now: Release ${permit.number}, ready since Nov 20, 2026`]);
    expect(await links(administrator)).toEqual([`/permits/${permit.id}/letter`]);
  });

  test("starts the cycle of new plans", async () => {
    const permit = await make(needsFire);
    await makeCorrections(permit, lee, [{}]);
    await issueLetter(administrator, permit.id);
    await sendPlans(permit);
    expect(await queue(administrator)).toEqual([`Now: New plans for ${permit.number}: start PC2`]);
    expect(await links(administrator)).toEqual([`/permits/${permit.id}/next-cycle`]);
  });

  test("sees reviews that are late, due today and due this week, but not those of a permit on hold", async () => {
    const due = async (employeeDueDate: string) => {
      const permit = await make(needsFire);
      await assign(permit, lee, "Fire");
      await write((tx) =>
        tx.update(assignments).set({ employeeDueDate }).where(eq(assignments.permitId, permit.id)),
      );
      return permit;
    };
    const late = await due("2026-11-17");
    const now = await due("2026-11-20");
    const later = await due("2026-11-24");
    await due("2026-12-20");
    const held = await due("2026-11-18");
    await write((tx) => tx.update(permits).set({ status: "hold" }).where(eq(permits.id, held.id)));
    expect(await queue(administrator)).toEqual([
      `Now: Fire of ${late.number} is 3 days overdue: Lee Reviewer`,
      `Today: Fire of ${now.number} is due today: Lee Reviewer`,
      `This week: Fire of ${later.number} is due Nov 24, 2026: Lee Reviewer`,
    ]);
  });

  test("has three lines of a kind, and a link to all of it", async () => {
    for (let index = 0; index < 6; index += 1) await make({ dueDate: "2026-11-10" });
    expect(await queue(administrator)).toHaveLength(3);
    expect(await alls(administrator)).toEqual(["/permits?view=unassigned"]);
    expect(await statementsOf(() => homeQueue(administrator, today()))).toBe(1);
  });

  test("has one line with the emails that were not delivered", async () => {
    const [group] = await homeQueue(administrator, today(), 2);
    const line = { link: "2 emails were not delivered", to: "/mail?view=failed" };
    expect(group).toMatchObject({ label: "Now", lines: [line] });
    expect(await homeQueue(lee, today(), 2)).toEqual([]);
  });

  test("replies to the comments of a city, one line for a permit", async () => {
    const permit = await make(needsFire);
    await assign(permit, lee, "Fire");
    await addComment(clerk, permit.id, { text: "Which stairs?" });
    await addComment(clerk, permit.id, { text: "And when?" });
    const [line] = await queue(administrator);
    expect(line).toBe(`Now: 2 comments wait for a reply about ${permit.number}`);
    expect((await links(administrator))[0]).toMatch(
      new RegExp(`^/permits/${permit.id}\\?comment=(\\d+)&reply=\\1#reply-\\1-text$`),
    );
  });
});

describe("a reviewer", () => {
  const assignFire = async (permit: { id: number }, employeeDueDate: string) => {
    const fire = await assign(permit, lee, "Fire");
    await write((tx) =>
      tx
        .update(assignments)
        .set({ employeeDueDate })
        .where(eq(assignments.id, fire?.id ?? 0)),
    );
    return fire?.id ?? 0;
  };

  test("has their own reviews: returned and late ones first, then by their day", async () => {
    const late = await make(needsFire);
    await assignFire(late, "2026-11-17");
    const plain = await make(needsFire, plainCityId);
    await assignFire(plain, "2026-11-20");
    const returned = await make(needsFire);
    const fire = await assignFire(returned, "2026-12-20");
    await decide(lee, fire, { decision: "approved" });
    await returnReview(administrator, fire, "Look at A-2");
    await assignFire(await make(needsFire), "2026-12-20");
    expect(await queue(lee)).toEqual([
      `Now: Fire was returned to you: ${returned.number}`,
      `Now: Decide Fire for ${late.number}, 3 days overdue`,
      `Today: Complete Fire for ${plain.number}, due today`,
    ]);
    const page = (permit: { id: number }) => `/employee-dashboard/permits/${permit.id}`;
    expect(await links(lee)).toEqual([
      `${page(returned)}/assignments/${fire}/decide`,
      expect.stringMatching(`^${page(late)}/assignments/\\d+/decide$`),
      `${page(plain)}#reviews`,
    ]);
    expect(await statementsOf(() => homeQueue(lee, today()))).toBe(3);
  });

  test("has nothing of others", async () => {
    const other = await makeViewer("employee", { disciplines: ["Fire"] });
    const permit = await make({ dueDate: "2026-11-10" });
    await assignFire(permit, "2026-11-17");
    expect(await queue(other)).toEqual([]);
  });
});

describe("a city", () => {
  test("hands over letters, sends missing plans and replies", async () => {
    const permit = await make(needsFire);
    await sendPlans(permit, "PC1");
    await makeCorrections(permit, lee, [{}]);
    await issueLetter(administrator, permit.id);
    const empty = await make({ cityPermitNumber: "B26-9" });
    await addComment(lee, permit.id, { text: "Which code?", isShared: true });
    await addComment(lee, permit.id, { text: "Only for us" });
    expect(await queue(clerk)).toEqual([
      "Now: Hand over the letter of B26-1",
      "Now: Plans missing: upload the plans of B26-9",
      "Now: 1 comment waits for a reply about B26-1",
    ]);
    const page = `/oakvilles/permits/${permit.id}`;
    expect(await links(clerk)).toEqual([
      `${page}/hand-over`,
      `/oakvilles/permits/${empty.id}/upload`,
      expect.stringContaining(`${page}?comment=`),
    ]);
    expect(await queue(stranger)).toEqual([]);
    expect(await statementsOf(() => homeQueue(clerk, today()))).toBe(1);
  });

  test("sees nothing of the work: no ready letter, no new plans, no review", async () => {
    const permit = await make(needsFire);
    await sendPlans(permit, "PC1");
    const fire = await assign(permit, lee, "Fire");
    await decide(lee, fire?.id ?? 0, { decision: "approved" });
    expect(await queue(clerk)).toEqual([]);
  });
});
