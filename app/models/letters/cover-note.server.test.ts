import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "~/platform/db/db.server";
import { refusalOf, refused } from "~/testing/refusals";
import { makeDecidedPermit, releaseNow } from "~/testing/test-letters";
import { makeCity, makeViewer, switchCorrections } from "~/testing/test-rows";
import { updatePermit } from "../permits/permit.server";
import { readPermit } from "../permits/permit-scope.server";
import type { Viewer } from "../policy";
import { planChecks } from "../tables.server";
import { saveCoverNote } from "./cover-note.server";
import { contentOf } from "./letter.server";
import { previewLetter } from "./letter-draft.server";
import { reopenPlanCheck } from "./reopen.server";

vi.mock(import("./letter-pdf.server"), () => ({ drawLetter: async () => Buffer.from("%PDF-1.7") }));

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let id: number;

/** A permit whose letter can be released. */
beforeEach(async () => {
  const { id: cityId } = await makeCity("Oakville");
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
  id = (await makeDecidedPermit(dana, lee, cityId)).permit.id;
});

const save = (note: string | null, viewer = dana, version?: string) =>
  saveCoverNote(viewer, id, "PC1", note, version);
const noteNow = async () => (await previewLetter(lee, id)).content.coverNote;
const stored = async () =>
  (await db.select().from(planChecks).where(eq(planChecks.permitId, id)))[0]?.coverNote;

describe("a cover note that is kept", () => {
  test("is in the letter as it would go out, until it is changed or removed", async () => {
    expect(await noteNow()).toBeNull();
    for (const note of ["Call us.", "Call us\nfirst.", null]) {
      await save(note);
      expect(await noteNow()).toBe(note);
    }
  });

  test("goes out with the letter unless the release has another one, and is then no draft any more", async () => {
    await save("Call us.");
    expect((await contentOf(await releaseNow(dana, id))).coverNote).toBe("Call us.");
    expect([await stored(), await noteNow()]).toEqual([null, null]);
    await reopenPlanCheck(dana, id, "PC1", { reason: "A wrong sheet" });
    await save("A draft");
    expect((await contentOf(await releaseNow(dana, id, { coverNote: null }))).coverNote).toBeNull();
    expect(await stored()).toBeNull();
  });

  test("is a change of the letter that another administrator has read", async () => {
    const { version } = await previewLetter(dana, id);
    await save("Call us.");
    const [status, message] = await refused(releaseNow(dana, id, { expectedVersion: version }));
    expect([status, message]).toEqual([409, expect.stringMatching(/: the plan check \(Dana Park, /)]);
  });

  test("is not replaced unseen; the same note sent again is no conflict", async () => {
    const version = (await readPermit(dana, id)).planCheck?.updatedAt;
    await save("Call us.", dana, version);
    await save("Call us.", dana, version);
    const refusal = await refusalOf(save("Write to us.", dana, version));
    expect(refusal.status).toBe(409);
    expect(refusal.details).toMatchObject({ current: { coverNote: "Call us." } });
  });

  test("is refused to reviewers, the city and outside the scope, in another cycle, of a cancelled permit, and after the release", async () => {
    for (const viewer of [lee, clerk]) expect((await refused(save("No", viewer)))[0]).toBe(403);
    expect((await refused(save("No", foreigner)))[0]).toBe(404);
    expect((await refused(saveCoverNote(dana, id, "PC2", "No")))[0]).toBe(409);
    await updatePermit(dana, id, { status: "cancelled" });
    expect(await refused(save("No"))).toEqual([409, "This permit is cancelled"]);
    await updatePermit(dana, id, { status: "in_process" });
    await releaseNow(dana, id);
    expect(await refused(save("No"))).toEqual([409, "The PC1 letter was released"]);
  });
});
