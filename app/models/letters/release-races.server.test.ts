import { readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { and, eq, isNotNull, like, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, rehearse } from "~/platform/db/db.server";
import { refused } from "~/testing/refusals";
import { pathOfFile, storedKeys } from "~/testing/stored-files";
import { makeDecidedPermit } from "~/testing/test-letters";
import { makeCity, makeViewer, switchCorrections } from "~/testing/test-rows";
import { updateCity } from "../cities/city.server";
import { addCorrection, updateCorrection } from "../corrections/correction.server";
import { readCorrection } from "../corrections/correction-list.server";
import { returnReview } from "../corrections/decision.server";
import { storeBytes } from "../files/plan-file-store.server";
import { updatePermit } from "../permits/permit.server";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { addPlanFiles } from "../permits/plan-file.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { deletePermit } from "../records/permit-bin.server";
import {
  auditEvents,
  corrections,
  letters,
  mailOutbox,
  permits,
  planChecks,
  planFiles,
} from "../tables.server";
import type { LetterContent } from "./letter";
import { previewLetter } from "./letter-draft.server";
import { drawLetter } from "./letter-pdf.server";
import { releaseLetter } from "./release.server";
import { reopenPlanCheck } from "./reopen.server";

vi.mock(import("./letter-pdf.server"), () => ({ drawLetter: vi.fn() }));

const draw = vi.mocked(drawLetter);
const pdfOf = (content: LetterContent) => Buffer.from(`%PDF-${JSON.stringify(content)}`);

let dana: Viewer;
let otto: Viewer;
let lee: Viewer;
let cityId: number;
let permit: Permit;
let fire: number;
/** F-1, and its version. */
let first: number;
let firstVersion: string;
/** How many PDFs were drawn. */
let drawn: number;
let earlierKeys: Set<string>;

beforeAll(async () => {
  dana = await makeViewer("admin", { name: "Dana Park" });
  otto = await makeViewer("admin", { name: "Otto Other" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
});

/** Lee has decided Fire with the draft F-1. The city has one user. */
beforeEach(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  await makeViewer("city", { cityId });
  ({ permit, fire, first } = await makeDecidedPermit(dana, lee, cityId));
  permit = await readPermit(dana, permit.id);
  firstVersion = (await readCorrection(lee, first)).updatedAt;
  drawn = 0;
  earlierKeys = new Set(storedKeys());
  drawThen(async () => undefined);
});

/** Runs something after each PDF was drawn. */
function drawThen(act: () => Promise<unknown>) {
  draw.mockReset();
  draw.mockImplementation(async (content) => {
    drawn += 1;
    await act();
    return pdfOf(content);
  });
}

/** Opens the letter, and returns its release. */
async function openLetter() {
  const { version: expectedVersion } = await previewLetter(dana, permit.id);
  return (viewer = dana, formKey?: string) =>
    releaseLetter(viewer, permit.id, "PC1", { expectedVersion, formKey });
}
const reopen = () => reopenPlanCheck(dana, permit.id, "PC1", { reason: "Wrong sheet" });

/** The PDFs of letters that were stored since the test began. */
const storedLetters = () =>
  storedKeys().filter(
    (key) => !earlierKeys.has(key) && readFileSync(pathOfFile(key), "latin1").startsWith("%PDF-{"),
  );

/** What a release has stored of a letter, its moment, emails and drafts, and how many PDFs are left. */
async function released() {
  const { id, urban37PermitNumber: number } = permit;
  const states = await db
    .select({ state: planChecks.state, outcome: planChecks.outcome, at: planChecks.releasedAt })
    .from(planChecks)
    .where(and(eq(planChecks.permitId, id), eq(planChecks.reviewCycle, "PC1")));
  const isIssued = and(eq(corrections.permitId, id), isNotNull(corrections.firstLetterId));
  const isSent = and(eq(planFiles.permitId, id), isNotNull(planFiles.letterId));
  const isRecorded = and(
    eq(auditEvents.action, "letter.released"),
    like(sql`cast(${auditEvents.changes} as text)`, `%"${number}-PC1%`),
  );
  return {
    letters: await db.$count(letters, eq(letters.permitId, id)),
    planCheck: states.map(({ at, ...row }) => ({ ...row, hasMoment: at !== null })),
    status: (await db.select({ status: permits.status }).from(permits).where(eq(permits.id, id))).map(
      ({ status }) => status,
    ),
    issuedCorrections: await db.$count(corrections, isIssued),
    sentFiles: await db.$count(planFiles, isSent),
    events: await db.$count(auditEvents, isRecorded),
    emails: await db.$count(mailOutbox, like(mailOutbox.subject, `%Corrections required: ${number},%`)),
    pdfs: storedLetters().length,
  };
}

const inReview = { state: "in_review", outcome: null, hasMoment: false };
const nothing = {
  ...{ letters: 0, issuedCorrections: 0, sentFiles: 0, events: 0, emails: 0, pdfs: 0 },
  planCheck: [inReview],
  status: ["in_process"],
};
const everything = {
  ...{ letters: 1, issuedCorrections: 1, sentFiles: 0, events: 1, emails: 1, pdfs: 1 },
  planCheck: [{ state: "released", outcome: "corrections_required", hasMoment: true }],
  status: ["resubmittal_required"],
};

async function addMarkedUp() {
  const stored = await storeBytes(Buffer.from(`%PDF-1.7 ${permit.id}`));
  const files = [{ ...stored, fileName: "marked.pdf", kind: "pdf" as const }];
  return addPlanFiles(lee, permit.id, { reviewCycle: "PC1", origin: "marked_up", files });
}

/** "done", or the status and the message of the refusal. */
const outcomeOf = (command: Promise<unknown>) =>
  command.then(
    () => "done" as const,
    (error) => refused(Promise.reject(error)),
  );

type Rival = {
  act: () => Promise<unknown>;
  /** The refusal of a release that comes second, and what differs from no release. */
  refusal: [number, RegExp];
  instead?: object;
  /** The refusal of the other when it comes second, or what differs from a release. */
  second: RegExp | object;
};

const rivals: Record<string, Rival> = {
  "an edit of a correction": {
    act: () => updateCorrection(lee, first, { text: "Show all walls" }, { expectedVersion: firstVersion }),
    refusal: [409, /^Changed after you opened this page: F-1 \(Lee Tran, .*nothing was released\.$/],
    second: /-PC1 was released at .*Your text is kept below\.$/,
  },
  "a new correction": {
    act: () => addCorrection(lee, permit.id, { discipline: "Fire", kind: "correction", text: "More" }),
    refusal: [409, /^Changed after you opened this page: .*F-2 \(Lee Tran, .*nothing was released\.$/],
    second: {},
  },
  "a marked-up file": {
    act: addMarkedUp,
    refusal: [409, /^Changed after you opened this page: plan files \(Lee Tran, .*nothing was released\.$/],
    second: {},
  },
  "a return to the reviewer": {
    act: () => returnReview(otto, fire, "Name the grid line."),
    refusal: [409, /^Changed after you opened this page: Fire \(Otto Other, .*nothing was released\.$/],
    second: /^The PC1 letter was released$/,
  },
  "the cancelling of the permit": {
    act: () => updatePermit(otto, permit.id, { status: "cancelled" }, permit.updatedAt),
    refusal: [409, /^This permit is cancelled$/],
    instead: { status: ["cancelled"] },
    second: /Dana Park/,
  },
  "switching the city off": {
    act: () => updateCity(otto, cityId, { usesCorrections: false }),
    refusal: [409, /^Oakville no longer writes corrections$/],
    second: {},
  },
  "deleting the permit": {
    act: () => deletePermit(otto, permit.id),
    refusal: [404, /not found/i],
    instead: { planCheck: [], status: [] },
    // The release removes its PDF if the permit is gone by then; else the sweep does.
    second: {
      ...{ letters: 0, issuedCorrections: 0, planCheck: [], status: [] },
      pdfs: expect.toBeOneOf([0, 1]),
    },
  },
};

describe.each(Object.entries(rivals))("a release and %s", (_, { act, refusal, instead, second }) => {
  const [status, message] = refusal;
  const isRefused = second instanceof RegExp;

  test("while its PDF is drawn: nothing is released", async () => {
    drawThen(act);
    const release = await openLetter();
    expect(await refused(release())).toEqual([status, expect.stringMatching(message)]);
    expect(await released()).toEqual({ ...nothing, ...instead });
  });

  test("after it: all is released", async () => {
    await (await openLetter())();
    expect(await outcomeOf(act())).toEqual(isRefused ? [409, expect.stringMatching(second)] : "done");
    expect(await released()).toEqual(isRefused ? everything : { ...everything, ...second });
  });

  test.each([0, 300, 3000])("%i turns of the event loop after its PDF is stored", async (turns) => {
    let other: ReturnType<typeof outcomeOf> | undefined;
    const startOther = async () => {
      while (storedLetters().length === 0) await nextTurn();
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      await act();
    };
    drawThen(async () => {
      other = outcomeOf(startOther());
    });
    const release = await openLetter();
    const [own, others] = [await outcomeOf(release()), await other];
    if (own !== "done") {
      expect([own, others]).toEqual([[status, expect.stringMatching(message)], "done"]);
      expect(await released()).toEqual({ ...nothing, ...instead });
      return;
    }
    expect(others).toEqual(isRefused ? [409, expect.stringMatching(second)] : "done");
    expect(await released()).toEqual(isRefused ? everything : { ...everything, ...second });
  });
});

test("of many releases at once, those of one form return the letter, and the others are refused", async () => {
  const release = await openLetter();
  const forms = [dana, otto].flatMap((viewer) =>
    ["a-key-of-sixteen-letters", "b-key-of-sixteen-letters"].map((key) => ({ viewer, key })),
  );
  const sent = [1, 2, 3, 4, 5].flatMap(() => forms.map(({ viewer, key }) => release(viewer, key)));
  const outcomes = (await Promise.allSettled(sent)).map((result) =>
    result.status === "fulfilled" ? result.value.id : [result.reason.status, result.reason.message],
  );
  expect(await released()).toEqual({ ...everything, pdfs: 1 });
  const [letter] = await db.select().from(letters).where(eq(letters.permitId, permit.id));
  const wasReleased = expect.stringMatching(`^${letter?.number} was released by ${letter?.byName} at `);
  const form = outcomes.indexOf(letter?.id ?? 0);
  expect(outcomes).toEqual(
    outcomes.map((_, index) => (index % forms.length === form ? letter?.id : [409, wasReleased])),
  );
});

test("a release that was drawn before another and its reopening is refused", async () => {
  const [release, other] = [await openLetter(), await openLetter()];
  drawThen(async () => {
    if (drawn > 1) return;
    await other(otto);
    await reopen();
  });
  const refusal =
    /^Changed after you opened this page: the plan check \(Dana Park, .*nothing was released\.$/;
  expect(await refused(release())).toEqual([409, expect.stringMatching(refusal)]);
  expect(await released()).toEqual({
    ...everything,
    planCheck: [inReview],
    status: ["in_process"],
    pdfs: 1,
  });
});

test("the next review cycle starts only after the letter, also while its PDF is drawn", async () => {
  const startPC2 = () => startNextCycle(otto, permit.id, ["Fire"], { cycle: "PC2" });
  const outcomes: unknown[] = [];
  drawThen(async () => outcomes.push(await outcomeOf(startPC2())));
  await (await openLetter())();
  expect(await released()).toEqual(everything);
  outcomes.push(await outcomeOf(startPC2()));
  expect(outcomes).toEqual([[409, "Release the PC1 letter first"], "done"]);
});

// A form that was sent without a session is rehearsed when it is shown again.
test.each([0, 1, 2, 4, 8, 16])(
  "the end of a rehearsed release does not remove the PDF of one that begins %i turns later",
  async (turns) => {
    const release = await openLetter();
    const rehearsed = rehearse(() => release());
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    await release();
    await rehearsed;
    expect(await released()).toEqual({ ...everything, pdfs: 1 });
  },
);
