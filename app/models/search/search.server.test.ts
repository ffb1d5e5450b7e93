import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { beforeCommit, db } from "~/platform/db/db.server";
import { statementsOf } from "~/testing/statements";
import { makeDecidedPermit, releaseNow } from "~/testing/test-letters";
import { makeCity, makeCorrections, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { deleteCorrection, updateCorrection } from "../corrections/correction.server";
import { reopenPlanCheck } from "../letters/reopen.server";
import { noteOpenedPermit } from "../permits/opened-permit.server";
import type { Permit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { deletePermit } from "../records/permit-bin.server";
import { openedPermits } from "../tables.server";
import type { SearchGroup } from "./search";
import { recentPermits, search } from "./search.server";

vi.mock(import("../letters/letter-pdf.server"), () => ({ drawLetter: async () => Buffer.from("%PDF-1.7") }));

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let roleless: Viewer;
let oakville: { id: number; code: string };
let harbor: { id: number; code: string };
/** OAK-26-041, whose letter of PC1 is released with the correction F-1, and which has the draft F-2. */
let permit: Permit;
let revision: Permit;
let elsewhere: Permit;
let first: number;
let draft: number;

beforeAll(async () => {
  oakville = await makeCity("Oakville");
  harbor = await makeCity("Harbor");
  for (const { id } of [oakville, harbor]) await switchCorrections(id, true);
  dana = await makeViewer("admin", { name: "Dana Park", email: "dana@firm.test", disciplines: [] });
  lee = await makeViewer("employee", { name: "Lée Tran", email: "lee@firm.test", disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId: oakville.id, name: "Carl Clerk", email: "carl@oakville.test" });
  foreigner = await makeViewer("city", { cityId: harbor.id, name: "Fay Foreigner" });
  roleless = await makeViewer(null, { cityId: oakville.id });
  const fields = { projectName: "Mill Pond", projectAddress: "77 O’Neil Rd", applicantName: "Zoë Quill" };
  const number = `${oakville.code}-26-041`;
  const decided = await makeDecidedPermit(dana, lee, oakville.id, {
    ...fields,
    urban37PermitNumber: number,
    cityPermitNumber: "BP-041",
  });
  permit = decided.permit;
  first = decided.first;
  await updateCorrection(lee, first, { text: "Guardrail at the façade is missing", sheet: "A-101" });
  await releaseNow(dana, permit.id);
  [draft = 0] = await makeCorrections(permit, lee, [{ text: "Handrail returns are unfinished" }]);
  revision = await makePermit(dana, oakville.id, {
    ...{ urban37PermitNumber: number, revisionNumber: "rev1", cityPermitNumber: "BP-041-R" },
    ...{ projectName: "Mill Pond, changed", projectAddress: "77 O’Neil Rd" },
  });
  elsewhere = await makePermit(dana, harbor.id, {
    ...{ urban37PermitNumber: `${harbor.code}-26-041`, cityPermitNumber: "H-9" },
    ...{ projectName: "Mill Pond of Harbor", projectAddress: "1 Pier" },
  });
  await makeCorrections(elsewhere, lee, [{ text: "Guardrail of the pier" }]);
});

let failure: unknown;
const failNextWrite = () => {
  failure = new Error("a fault");
};
beforeAll(() =>
  beforeCommit(async () => {
    const error = failure;
    failure = undefined;
    if (error) throw error;
  }),
);

const openedBy = ({ id }: Viewer) => db.select().from(openedPermits).where(eq(openedPermits.userId, id));

const found = async (viewer: Viewer, typed: string, group: SearchGroup): Promise<number[]> =>
  (await search(viewer, typed))[group].rows.map(({ id }) => id);

describe("a permit is found by its number", () => {
  test.each([
    ["as screens print it", (code: string) => `${code}-26-041`, 2],
    ["with its revision", (code: string) => `${code}-26-041 rev1`, 1],
    ["with the revision of a letter", (code: string) => `${code}-26-041-REV1-PC2`, 1],
    ["with the cycle of a letter", (code: string) => `${code}-26-041-PC2`, 2],
    ["as a file's name", (code: string) => `${code}-26-041-PC1.pdf`, 2],
    ["without dashes", (code: string) => `${code.toLowerCase()}26041`, 2],
    ["with blanks and other dashes", (code: string) => ` ${code} 26–041. `, 2],
    ["with invisible characters", (code: string) => `${code}\u200b-26\u2011041`, 2],
  ])("%s", async (_, typed, permits) => {
    const ids = await found(dana, typed(oakville.code), "permits");
    expect(ids).toEqual(permits === 1 ? [revision.id] : [revision.id, permit.id]);
  });

  test("without the code, in all cities", async () => {
    for (const typed of ["26 041", "26-041", "26041"])
      expect(await found(dana, typed, "permits")).toEqual([elsewhere.id, revision.id, permit.id]);
    expect(await found(clerk, "26 041", "permits")).toEqual([revision.id, permit.id]);
  });

  test("that is its own before newer ones that have the number in another text", async () => {
    const number = `${oakville.code}-26-041`;
    const newer = await makePermit(dana, oakville.id, { projectName: `As in ${number}` });
    expect(await found(dana, number, "permits")).toEqual([revision.id, permit.id, newer.id]);
    await deletePermit(dana, newer.id);
  });
});

test.each([
  ["the city's number", "bp 041", 2],
  ["project and address in any order", "oneil mill", 2],
  ["the applicant", "zoe", 1],
])("a permit is found by %s", async (_, typed, permits) => {
  expect(await found(dana, typed, "permits")).toHaveLength(permits);
});

describe("letters", () => {
  const letters = async (viewer: Viewer, typed: string) =>
    (await search(viewer, typed)).letters.rows.map(({ number }) => number);

  test("are found by number, in the viewer's scope", async () => {
    const number = `${oakville.code}-26-041-PC1`;
    for (const viewer of [dana, lee, clerk]) {
      for (const typed of [number, number.slice(0, -4), "26 041"])
        expect(await letters(viewer, typed)).toEqual([number]);
      expect(await letters(viewer, number.replace("PC1", "PC2"))).toEqual([]);
      expect(await letters(viewer, "mill pond")).toEqual([]);
    }
    expect(await letters(foreigner, number)).toEqual([]);
  });
});

describe("corrections", () => {
  test.each(["guardrail", "Guardrail facade", "guard faç", "A101 missing", "a-101"])(
    "are found by %j",
    async (typed) => {
      for (const viewer of [dana, lee, clerk])
        expect(await found(viewer, typed, "corrections")).toContain(first);
      expect(await found(foreigner, typed, "corrections")).toEqual([]);
    },
  );

  test("of a draft or another city are not found outside the firm", async () => {
    expect(await found(lee, "handrail unfinished", "corrections")).toEqual([draft]);
    for (const viewer of [clerk, foreigner]) {
      expect(await found(viewer, "handrail unfinished", "corrections")).toEqual([]);
      expect(await found(viewer, "pier", "corrections")).toEqual([]);
    }
    expect(await found(dana, "guardrail pier", "corrections")).toHaveLength(1);
  });

  test("need three characters", async () => {
    expect(await found(dana, "gu", "corrections")).toEqual([]);
    expect(await found(dana, "gua", "corrections")).toContain(first);
  });

  test("are found by a short word only if it is whole", async () => {
    expect(await found(dana, "is guardrail", "corrections")).toEqual([first]);
    expect(await found(dana, "i guardrail", "corrections")).toEqual([]);
  });

  test("are found by the beginnings of words in every spelling", async () => {
    const text = "Éclairage: scuppers, 内装制限, nosings on D-2043 nosed";
    const [id] = await makeCorrections(permit, lee, [{ text }]);
    for (const typed of ["scup", "SCUPPERS", "éclai 内装制", "ECLAIRAGE", "d-2043 nos", "D2043", "nosing"]) {
      expect(await found(lee, typed, "corrections"), typed).toEqual([id]);
      expect(await found(lee, `${typed}x`, "corrections"), typed).toEqual([]);
    }
  });

  test("are found by a beginning of more words than are looked up one by one", async () => {
    const words = Array.from({ length: 60 }, (_, index) => `zinc${String(index).padStart(2, "0")}`);
    const ids = await makeCorrections(permit, lee, [{ text: words.join(" ") }, { text: "Zinc, zincked" }]);
    expect(await found(lee, "zinc", "corrections")).toEqual(ids.toReversed());
    expect(await found(lee, "zinc zinc zinc5", "corrections")).toEqual([ids[0]]);
    expect(await found(lee, "zinck", "corrections")).toEqual([ids[1]]);
  });

  test("are found by the words of the present text in the firm, and of the letters in the city", async () => {
    const decided = await makeDecidedPermit(dana, lee, oakville.id);
    await releaseNow(dana, decided.permit.id);
    await reopenPlanCheck(dana, decided.permit.id, "PC1", { reason: "Wrong sheet" });
    await updateCorrection(lee, decided.first, { text: "Parapet needs a cricket" });
    expect(await found(dana, "parapet", "corrections")).toEqual([decided.first]);
    expect(await found(dana, "rated walls", "corrections")).not.toContain(decided.first);
    expect(await found(clerk, "parapet", "corrections")).toEqual([]);
    expect(await found(clerk, "rated walls", "corrections")).toContain(decided.first);
    await releaseNow(dana, decided.permit.id);
    expect(await found(clerk, "parapet", "corrections")).toEqual([decided.first]);
    expect(await found(clerk, "rated walls", "corrections")).not.toContain(decided.first);
    await deletePermit(dana, decided.permit.id);
    for (const viewer of [dana, clerk]) expect(await found(viewer, "parapet", "corrections")).toEqual([]);
  });

  test("that were deleted are found no more", async () => {
    const [id = 0] = await makeCorrections(permit, lee, [{ text: "Ventilate the crawlspace" }]);
    expect(await found(lee, "crawlspace", "corrections")).toEqual([id]);
    await deleteCorrection(lee, id).catch(() => deleteCorrection(dana, id));
    expect(await found(lee, "crawlspace", "corrections")).toEqual([]);
  });
});

test("cities and people are found by staff, users of cities only by administrators", async () => {
  const names = async (viewer: Viewer, typed: string) => {
    const { cities, people } = await search(viewer, typed);
    return [...cities.rows.map(({ cityName }) => cityName), ...people.rows.map(({ name }) => name)];
  };
  expect(await names(dana, "harbor")).toEqual(["Harbor"]);
  expect(await names(lee, oakville.code)).toEqual(["Oakville"]);
  expect(await names(dana, "lee TRAN")).toEqual(["Lée Tran"]);
  expect(await names(lee, "dana@firm")).toEqual(["Dana Park"]);
  expect(await names(dana, "carl")).toEqual(["Carl Clerk"]);
  expect(await names(lee, "carl")).toEqual([]);
  for (const typed of ["harbor", "oakville", "dana", "carl", "lee"])
    expect(await names(clerk, typed)).toEqual([]);
});

test("without a role, a search is refused", async () => {
  await expect(search(roleless, "mill")).rejects.toMatchObject({ status: 403 });
});

test.each([
  ...[
    '"',
    "*",
    "-",
    "NEAR(",
    "AND",
    "a",
    "mill*",
    '"mill pond"',
    "mill AND pond",
    "-mill",
    "text:mill",
    "{mill}^2",
  ],
  ...[
    "%",
    "_",
    "'",
    "\\",
    "mill' OR 1=1 --",
    "&|!():*<->",
    "\u0000",
    "𝒎𝒊𝒍𝒍",
    "x".repeat(100),
    "wall ".repeat(20),
  ],
])("%j breaks no search", async (typed) => {
  for (const viewer of [dana, lee, clerk]) {
    const results = await search(viewer, typed);
    const own = results.permits.rows.every(({ cityName }) => cityName === "Oakville");
    expect(viewer !== clerk || own).toBe(true);
  }
});

test("a group has five rows, and alone it has pages", async () => {
  const city = await makeCity("Pagetown");
  const numbered = await makePermit(dana, city.id, { projectName: "Pagination" });
  const texts = Array.from({ length: 12 }, (_, index) => ({ text: `Paginated item ${index}` }));
  const ids = (await makeCorrections(numbered, lee, texts)).toReversed();
  const { corrections } = await search(lee, "paginated");
  expect(corrections.rows.map(({ id }) => id)).toEqual(ids.slice(0, 5));
  expect(corrections.total).toBeGreaterThan(5);
  const alone = await search(lee, "paginated", { show: "corrections", page: 2 });
  expect(alone.corrections.rows.map(({ id }) => id)).toEqual(ids.slice(10));
  expect(alone.corrections).toMatchObject({ total: 12, page: 2, isCapped: false });
  expect(alone.permits.rows).toEqual([]);
  expect((await search(lee, "paginated", { show: "corrections", page: 99 })).corrections.page).toBe(2);
});

test("a search reads at most eight times", async () => {
  for (const viewer of [dana, lee, clerk])
    expect(await statementsOf(() => search(viewer, "26 041"))).toBeLessThanOrEqual(8);
});

describe("the permits that a person opened", () => {
  let own: Permit[];
  beforeAll(async () => {
    own = [];
    for (let index = 0; index < 9; index += 1) own.push(await makePermit(dana, oakville.id));
  });
  let opener: Viewer;
  beforeEach(async () => {
    opener = await makeViewer("city", { cityId: oakville.id });
  });
  const recent = async (viewer = opener) => (await recentPermits(viewer)).map(({ id }) => id);

  test("are the last eight, each once, and only the person's own", async () => {
    for (const row of own) await noteOpenedPermit(opener, row);
    const ids = own.map(({ id }) => id).toReversed();
    expect(await recent()).toEqual(ids.slice(0, 8));
    await noteOpenedPermit(opener, own[3] as Permit);
    expect((await recent())[0]).toBe(own[3]?.id);
    expect(new Set(await recent()).size).toBe(8);
    expect(await recent(clerk)).toEqual([]);
  });

  test("are not written again for the latest, and 50 are kept", async () => {
    await noteOpenedPermit(opener, permit);
    const stored = () => openedBy(opener);
    const before = await stored();
    await noteOpenedPermit(opener, permit);
    expect(await stored()).toEqual(before);
    for (let index = 0; index < 51; index += 1)
      await noteOpenedPermit(opener, await makePermit(dana, oakville.id));
    expect(await stored()).toHaveLength(50);
    expect((await stored()).map(({ permitId }) => permitId)).not.toContain(permit.id);
  });

  test("are only those that can still be read", async () => {
    await noteOpenedPermit(opener, elsewhere);
    await noteOpenedPermit(opener, permit);
    expect(await recent()).toEqual([permit.id]);
  });

  test("do not fail the page when they cannot be written", async () => {
    failNextWrite();
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await noteOpenedPermit(opener, permit);
    await vi.waitFor(() => expect(log).toHaveBeenCalled());
    log.mockRestore();
    expect(await recent()).toEqual([]);
  });
});
