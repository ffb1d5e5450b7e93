import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { refusalOf, refused } from "~/testing/refusals";
import { queriesIn, statementsOf } from "~/testing/statements";
import { makeApplicant } from "~/testing/test-applicants";
import { issueLetter, makeDecidedPermit, releaseNow } from "~/testing/test-letters";
import { makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { today } from "../clock.server";
import { readPermit } from "../permits/permit-scope.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { handOverLetter } from "./hand-over.server";
import { findLetter, lettersOf, listLetters, readLetter } from "./letter.server";
import { reopenPlanCheck } from "./reopen.server";

vi.mock(import("./letter-pdf.server"), () => ({ drawLetter: async () => Buffer.from("%PDF-1.7") }));

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let rolelessUser: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;
/** The letter of PC1. */
let id: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
  rolelessUser = await makeViewer(null, { cityId });
});

beforeEach(async () => {
  ({ permit } = await makeDecidedPermit(dana, lee, cityId));
  id = (await release()).id;
});

const release = (coverNote: string | null = null) => releaseNow(dana, permit.id, { coverNote });
const reissue = async () => {
  await reopenPlanCheck(dana, permit.id, "PC1", { reason: "Wrong sheet" });
  return release("Corrected");
};
const list = async (viewer: Viewer) => listLetters(viewer, await readPermit(viewer, permit.id));

describe("the letters of a permit", () => {
  test("have what lists show, and who released them for staff", async () => {
    const letter = {
      id,
      number: `${permit.urban37PermitNumber}-PC1`,
      reviewCycle: "PC1",
      kind: "corrections",
      outcome: "corrections_required",
      issuedOn: today(),
      byteSize: 8,
      releasedBy: "Dana Park",
      releasedAt: expect.any(String),
      supersededBy: null,
    };
    expect(await list(dana)).toEqual([letter]);
    expect(await list(lee)).toEqual([letter]);
    expect(await list(clerk)).toEqual([{ ...letter, releasedBy: null }]);
  });

  test("are the latest first, those that were issued again with the number of their successor", async () => {
    const second = await reissue();
    expect((await list(clerk)).map(({ number, supersededBy }) => [number, supersededBy])).toEqual([
      [second.number, null],
      [`${permit.urban37PermitNumber}-PC1`, second.number],
    ]);
  });

  test("are those of the permit alone, and not found outside the scope", async () => {
    const other = await makePermit(dana, cityId);
    expect(await lettersOf(dana, other.id)).toEqual([]);
    expect((await refusalOf(lettersOf(foreigner, permit.id))).status).toBe(404);
    expect((await refusalOf(lettersOf(rolelessUser, permit.id))).status).toBe(404);
  });

  test("stay readable while the city no longer uses corrections", async () => {
    await switchCorrections(cityId, false);
    const listed = await list(clerk);
    await switchCorrections(cityId, true);
    expect(listed.map((letter) => letter.id)).toEqual([id]);
  });

  test("are read with as many statements for one as for several, and without what they say", async () => {
    const few = await statementsOf(() => list(dana));
    await startNextCycle(dana, permit.id, ["Fire"]);
    await issueLetter(dana, permit.id);
    expect(await statementsOf(() => list(dana))).toBe(few);
    for (const { text } of await queriesIn(() => list(dana))) expect(text).not.toMatch(/"content"/);
  });
});

describe("a letter", () => {
  test("is read with what it says, by staff and its city", async () => {
    for (const viewer of [dana, lee, clerk]) {
      const letter = await readLetter(viewer, id);
      expect(letter).toMatchObject({ id, releasedBy: viewer === clerk ? null : "Dana Park" });
      expect(letter.content.disciplines).toMatchObject([{ discipline: "Fire", added: [{ number: "F-1" }] }]);
    }
  });

  test("is read also after it was issued again", async () => {
    const second = await reissue();
    expect(await readLetter(clerk, id)).toMatchObject({ supersededBy: second.number });
    expect((await readLetter(clerk, second.id)).content.coverNote).toBe("Corrected");
  });

  test("is not found outside the scope", async () => {
    const notFound = [404, "Letter not found"];
    expect(await refused(readLetter(foreigner, id))).toEqual(notFound);
    expect(await refused(findLetter(dana, 999_999))).toEqual(notFound);
    expect((await findLetter(clerk, id)).fileKey).toMatch(/^[0-9a-f]{32}$/);
    expect((await refusalOf(readLetter(rolelessUser, id))).status).toBe(403);
  });
});

describe("an applicant", () => {
  const found = async (letterId: number, of: { id: number } = permit) => {
    const applicant = await makeApplicant(dana, of);
    return findLetter(applicant, letterId).then(
      (letter) => letter.id,
      ({ status, message }) => [status, message],
    );
  };
  const notFound = [404, "Letter not found"];
  const handOver = () => handOverLetter(clerk, permit.id, "PC1");

  test("finds a letter once it is handed over, and no longer when that is taken back", async () => {
    expect(await found(id)).toEqual(notFound);
    await handOver();
    expect(await found(id)).toBe(id);
    await handOverLetter(clerk, permit.id, "PC1", { handedOverOn: null });
    expect(await found(id)).toEqual(notFound);
  });

  test("finds the former one until the corrected one is handed over, then only this", async () => {
    await handOver();
    const second = await reissue();
    expect([await found(id), await found(second.id)]).toEqual([id, notFound]);
    await handOver();
    expect([await found(id), await found(second.id)]).toEqual([notFound, second.id]);
  });

  test("finds none of another permit, and none that does not exist", async () => {
    await handOver();
    const other = await makePermit(dana, cityId);
    expect([await found(id, other), await found(999_999)]).toEqual([notFound, notFound]);
  });
});
