import { desc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { decide } from "~/models/corrections/decision.server";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import type { Drawn } from "~/models/markups/markup";
import { addPlacedCorrection, addPlaces, removePlace } from "~/models/markups/place.server";
import { addPrivateMarks } from "~/models/markups/private-mark.server";
import { pathOf } from "~/models/markups/shape-path";
import type { Permit } from "~/models/permits/permit-scope.server";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { markups } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import type { SheetData } from "~/routes/sheets/parts/load-sheet.server";
import { requestHtml, requestPage } from "./page-request";
import { textOf } from "./rendered";
import { cookieFor, openPage } from "./send-form";
import { releaseNow } from "./test-letters";
import {
  assign,
  makeCity,
  makePeople,
  makePermit,
  type Person,
  people,
  type SignedInPerson,
  switchCorrections,
} from "./test-rows";
import { addPlanSet } from "./test-sheets";

vi.mock(import("~/models/letters/letter-pdf.server"), () => ({
  drawLetter: async () => Buffer.from("%PDF-1.7"),
}));

// Random parts of a page would make each reply another one.
vi.mock(import("~/platform/secret.server"), async (original) => ({
  ...(await original()),
  newIdempotencyKey: () => "a-key-of-sixteen-letters",
}));
vi.mock(import("~/models/accounts/kept-form.server"), async (original) => ({
  ...(await original()),
  signFormOwner: () => "owner",
}));

/**
 * Who sees what is drawn on a sheet, at each address that tells of sheets. The table is written by hand from the
 * specification of sheets, section 6. The drafts, the released correction and the private mark are the reviewer's, and each is on
 * a sheet of its own. "-" is an answer without it, and a number the status of a refusal.
 */
const table = `
                              page  strokes  index  correction  mark   portal-page  portal-strokes  portal-index
draft
  administrator               sees     sees   sees        sees  sees             -               -             -
  reviewer                    sees     sees   sees        sees  sees           403             403           403
  otherReviewer               sees     sees   sees        sees  sees           403             403           403
  cityUser                     403      403    403         403   403             -               -             -
  otherCitysUser               403      403    403         403   403           404             404           404
  noRole                       403      403    403         403   403           403             403           403
  signedOut                    401      401    401         401   401           401             401           401
released
  administrator               sees     sees   sees        sees  sees          sees            sees          sees
  reviewer                    sees     sees   sees        sees  sees           403             403           403
  otherReviewer               sees     sees   sees        sees  sees           403             403           403
  cityUser                     403      403    403         403   403          sees            sees          sees
  otherCitysUser               403      403    403         403   403           404             404           404
  noRole                       403      403    403         403   403           403             403           403
  signedOut                    401      401    401         401   401           401             401           401
private
  administrator                  -        -      -           -     -             -               -             -
  reviewer                    sees     sees      -        sees  sees           403             403           403
  otherReviewer                  -        -      -           -     -           403             403           403
  cityUser                     403      403    403         403   403             -               -             -
  otherCitysUser               403      403    403         403   403           404             404           404
  noRole                       403      403    403         403   403           403             403           403
  signedOut                    401      401    401         401   401           401             401           401
`;

const kinds = ["draft", "released", "private"] as const;
type Kind = (typeof kinds)[number];

const [heading = "", ...lines] = table.trim().split("\n");
const columns = heading.trim().split(/\s+/);

let kindOfLine: string;
const rows = lines.flatMap((line) => {
  if (!line.startsWith(" ")) kindOfLine = line.trim();
  const [person, ...cells] = line.trim().split(/\s+/);
  const expected = Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
  return cells.length === 0 ? [] : [{ kind: kindOfLine as Kind, person: person as Person, expected }];
});

let viewers: Record<SignedInPerson, Viewer>;
let cityId: number;
let permit: Permit;
let sheets: number[];

beforeAll(async () => {
  cityId = (await makeCity()).id;
  await switchCorrections(cityId, true);
  viewers = await makePeople(cityId, (await makeCity()).id);
});

/** With a plan check that is open, whose reviewer is assigned to Structural. */
async function makeReviewedPermit() {
  permit = await makePermit(viewers.administrator, cityId);
  const assignment = await assign(permit, viewers.reviewer, "Structural");
  sheets = (await addPlanSet(permit, ["A-101", "A-102", "A-103"], { isConfirmed: true })).sheetIds;
  return assignment?.id ?? 0;
}

/** A text and a stroke. */
const drawnAs = (text: string, height: number): Drawn[] => [
  { shape: "text", points: [[0.4, height]], text },
  {
    shape: "freehand",
    points: [
      [0.1, height],
      [0.2, height + 0.05],
      [0.3, height],
    ],
  },
];
const correction = { discipline: "Structural", kind: "correction", text: "Show the bolts" } as const;
// A text that is typed by hand names no sheet: only the place tells where it is.
const addOn = (sheetId = 0, drawn: Drawn[]) =>
  addPlacedCorrection(
    viewers.reviewer,
    permit.id,
    { ...correction, sheet: "General", newReason: "newly_shown" },
    { sheetId, drawn },
  );

const sheetSize = { width: 2592, height: 1728 };
const strokesOf = (drawn: Drawn[]) =>
  drawn.filter(({ shape }) => shape === "freehand").map((stroke) => pathOf(stroke, sheetSize));

const cookieOf = async (person: Person) => (person === "signedOut" ? "" : cookieFor(viewers[person]));

/** What tells of a sheet, by the columns of the table. */
const addressOf: Record<string, (sheetId: number) => string> = {
  page: (id) => `/permits/${permit.id}/sheets/${id}`,
  strokes: (id) => `/permits/${permit.id}/sheets/${id}/strokes`,
  index: () => `/permits/${permit.id}/sheets`,
  correction: (id) => `/permits/${permit.id}/sheets/${id}/corrections/new`,
  mark: (id) => `/permits/${permit.id}/sheets/${id}/marks/new`,
  "portal-page": (id) => `/oakvilles/permits/${permit.id}/sheets/${id}`,
  "portal-strokes": (id) => `/oakvilles/permits/${permit.id}/sheets/${id}/strokes`,
  "portal-index": () => `/oakvilles/permits/${permit.id}/sheets`,
};

type Index = { sheets: { id: number; corrections: unknown[] }[] };

async function countInIndex(viewer: Viewer, address: string, sheetId: number): Promise<number> {
  const { page } = await openPage<Index>(viewer, address);
  return page.sheets.find(({ id }) => id === sheetId)?.corrections.length ?? 0;
}

describe("what is drawn on a sheet", () => {
  const drawn = Object.fromEntries(
    kinds.map((kind, index) => [kind, drawnAs(`On ${kind}`, 0.2 + index / 5)]),
  ) as Record<Kind, Drawn[]>;
  const sheetOf = (kind: Kind) => sheets[kinds.indexOf(kind)] ?? 0;

  beforeAll(async () => {
    const assignment = await makeReviewedPermit();
    await addOn(sheetOf("released"), drawn.released);
    await decide(viewers.reviewer, assignment, { decision: "corrections_required" });
    await releaseNow(viewers.administrator, permit.id);
    await addOn(sheetOf("draft"), drawn.draft);
    await addPrivateMarks(viewers.reviewer, permit.id, {
      sheetId: sheetOf("private"),
      drawn: drawn.private,
    });
  });

  async function seenAt(column: string, kind: Kind, person: Person): Promise<string | undefined> {
    const address = addressOf[column]?.(sheetOf(kind)) ?? "";
    const isStrokes = column.endsWith("strokes");
    const sent = isStrokes ? address : `${address}.data`;
    const response = await requestPage(sent, await cookieOf(person));
    const text = await response.text();
    if (response.status !== 200) return String(response.status);
    if (isStrokes) return text === JSON.stringify(strokesOf(drawn[kind])) ? "sees" : text.replace("[]", "-");
    if (!column.endsWith("index")) return text.includes(`On ${kind}`) ? "sees" : "-";
    const viewer = viewers[person as SignedInPerson];
    return (await countInIndex(viewer, address, sheetOf(kind))) > 0 ? "sees" : "-";
  }

  test.each(rows)("is seen or not: $kind by $person", async ({ kind, person, expected }) => {
    const seen: Record<string, string | undefined> = {};
    for (const column of columns) seen[column] = await seenAt(column, kind, person);
    expect(seen).toEqual(expected);
  });

  test("is said of each person and kind", () => {
    expect(rows.map(({ kind, person }) => [kind, person])).toEqual(
      kinds.flatMap((kind) => people.map((person) => [kind, person])),
    );
  });
});

/** What a city reads of a permit, at the address of each page and file. */
const citysAddresses = () => [
  `/oakvilles/permits/${permit.id}.data`,
  `/oakvilles/permits/${permit.id}/sheets.data`,
  `/oakvilles/permits/${permit.id}/sheets.data?corrections=with`,
  ...sheets.flatMap((id) => [
    `/oakvilles/permits/${permit.id}/sheets/${id}.data`,
    `/oakvilles/permits/${permit.id}/sheets/${id}/strokes`,
  ]),
  `/api/permits/${permit.id}/corrections`,
  `/api/permits/${permit.id}/files`,
];

async function replyTo(person: SignedInPerson, address: string): Promise<string> {
  const response = await requestPage(address, await cookieOf(person));
  const headers = [...response.headers].filter(([name]) => name !== "redline-reference");
  return JSON.stringify([response.status, headers, await response.text()]);
}

/** Returns the replies at these addresses, and a page as it is drawn. */
async function citysReplies(person: SignedInPerson, addresses = citysAddresses()) {
  const replies: Record<string, string> = {};
  for (const address of addresses) replies[address] = await replyTo(person, address);
  const page = `/oakvilles/permits/${permit.id}/sheets/${sheets[0]}`;
  const html = await (await requestHtml(page, await cookieOf(person))).text();
  return { ...replies, html: /<main.*<\/main>/s.exec(html)?.[0] ?? "" };
}

/** What an administrator reads as the city does. */
const portalAddresses = () => citysAddresses().filter((address) => address.includes("/sheets"));

const lastPlaceOf = async (correctionId: number) => {
  const ofCorrection = eq(markups.correctionId, correctionId);
  const rows = await db.select().from(markups).where(ofCorrection).orderBy(desc(markups.id)).limit(1);
  return rows[0]?.id ?? 0;
};

describe("the pages of a city", () => {
  let assignment: number;
  const issued = drawnAs("Issued", 0.3);
  const secret = drawnAs("Secret", 0.6);

  beforeEach(async () => {
    assignment = await makeReviewedPermit();
  });

  const release = async (cycle: "PC1" | "PC2" = "PC1") => {
    await decide(viewers.reviewer, assignment, { decision: "corrections_required" });
    await releaseNow(viewers.administrator, permit.id, { cycle, coverNote: `Letter ${Math.random()}` });
  };
  const reopen = () =>
    reopenPlanCheck(viewers.administrator, permit.id, "PC1", { reason: "A place is missing" });

  async function read() {
    const citys = await citysReplies("cityUser");
    const administrators = await citysReplies("administrator", portalAddresses());
    return new Map([...Object.entries(citys), ...prefixed("administrator", administrators)]);
  }
  const prefixed = (name: string, replies: object) =>
    Object.entries(replies).map(([address, reply]) => [`${name} ${address}`, reply] as const);
  const changedAddresses = (before: Map<string, string>, after: Map<string, string>) =>
    [...before.keys()].filter((address) => before.get(address) !== after.get(address));

  /** Draws and removes what reviewers can, and compares what is read after each. Leaves a place more. */
  async function expectSameWhileDrawn(correctionId: number): Promise<void> {
    const { reviewer, administrator } = viewers;
    const [sheetId = 0, second = 0] = sheets;
    const before = await read();
    const acts: (() => Promise<unknown>)[] = [
      () => addOn(sheetId, secret),
      () => addPlaces(reviewer, correctionId, { sheetId, drawn: secret }),
      () => addPlaces(administrator, correctionId, { sheetId: second, drawn: secret }),
      async () => removePlace(reviewer, await lastPlaceOf(correctionId)),
      () => addPrivateMarks(administrator, permit.id, { sheetId, drawn: secret }),
      () => addPrivateMarks(reviewer, permit.id, { sheetId: second, drawn: secret }),
    ];
    expect(changedAddresses(before, await read())).toEqual([]);
    for (const act of acts) {
      await act();
      expect(changedAddresses(before, await read())).toEqual([]);
    }
  }

  /** What the city sees on the first sheet: the texts and the strokes. */
  async function seenBy(person: SignedInPerson) {
    const address = `/oakvilles/permits/${permit.id}/sheets/${sheets[0]}`;
    const { page } = await openPage<{ places: Drawn[] }>(viewers[person], address);
    const strokes = await requestPage(`${address}/strokes`, await cookieOf(person));
    return { texts: page.places.flatMap(({ text }) => text ?? []), strokes: await strokes.json() };
  }
  const seenOf = (drawn: Drawn[]) => ({
    texts: drawn.flatMap(({ text }) => text ?? []),
    strokes: strokesOf(drawn),
  });

  test("are the same whatever is drawn before the first letter, which then has it", async () => {
    const { id } = await addOn(sheets[0], issued);
    await expectSameWhileDrawn(id);
    expect(await seenBy("cityUser")).toEqual(seenOf([]));
    await release();
    expect(await seenBy("cityUser")).toEqual(seenOf([...issued, ...secret, ...secret]));
  });

  test("are the same while the next cycle is reviewed", async () => {
    const { id } = await addOn(sheets[0], issued);
    await release();
    await startNextCycle(viewers.administrator, permit.id, ["Structural"]);
    await expectSameWhileDrawn(id);
    expect(await seenBy("cityUser")).toEqual(seenOf(issued));
  });

  test("have the letter's places while its plan check is open again, then those of the corrected one", async () => {
    const { id } = await addOn(sheets[0], issued);
    await release();
    await reopen();
    await removePlace(viewers.reviewer, await lastPlaceOf(id));
    await expectSameWhileDrawn(id);
    expect(await seenBy("cityUser")).toEqual(seenOf(issued));
    await release();
    const corrected = [issued[0] as Drawn, ...secret, ...secret];
    expect(await seenBy("cityUser")).toEqual(seenOf(corrected));
  });

  test("are what an administrator sees at their addresses", async () => {
    await addOn(sheets[0], issued);
    await release();
    await addOn(sheets[0], secret);
    await addPrivateMarks(viewers.administrator, permit.id, { sheetId: sheets[0] ?? 0, drawn: secret });
    for (const address of portalAddresses()) {
      if (address.endsWith("/strokes")) {
        expect(await replyTo("administrator", address)).toBe(await replyTo("cityUser", address));
        continue;
      }
      const page = address.replace(".data", "");
      const [own, citys] = [
        await openPage(viewers.administrator, page),
        await openPage(viewers.cityUser, page),
      ];
      expect(own.page).toEqual(citys.page);
    }
  });

  test("and the staff's hold the box of a stroke, and its points come with the strokes", async () => {
    const drawn = issued.filter(({ shape }) => shape === "freehand");
    await addOn(sheets[0], drawn);
    const address = `/permits/${permit.id}/sheets/${sheets[0]}`;
    const { page } = await openPage<SheetData>(viewers.reviewer, address);
    const box = [
      [0.1, 0.3],
      [0.3, 0.35],
    ];
    expect(page.places.map(({ points }) => points)).toEqual([box]);
    expect(page.corrections[0]?.places.map(({ points }) => points)).toEqual([box]);
  });
});

test("the dialog that deletes a file tells the firm alone that private marks go with it, and not whether there are any", async () => {
  const { administrator, reviewer, cityUser } = viewers;
  permit = await makePermit(administrator, cityId);
  const set = await addPlanSet(permit, ["A-101"], { uploadedById: cityUser.id });
  const dialog = `/permits/${permit.id}/files/${set.planFileId}/delete`;
  const shown = async (viewer: Viewer, page = "") =>
    textOf(await (await requestHtml(`${page}${dialog}`, await cookieFor(viewer))).text()).match(
      /[^.]*[Pp]rivate mark[^.]*/,
    )?.[0];
  const before = await shown(administrator);
  expect(before).toContain("Private marks on its sheets are removed with it, also those of others");
  await addPrivateMarks(reviewer, permit.id, {
    sheetId: set.sheetIds[0] ?? 0,
    drawn: drawnAs("A mark", 0.3),
  });
  expect([await shown(administrator), await shown(cityUser, "/oakvilles")]).toEqual([before, undefined]);
});
