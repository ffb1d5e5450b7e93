import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listAssignments } from "~/models/assignments/assignment.server";
import { countCorrections } from "~/models/corrections/correction-list.server";
import { readCorrectionStates } from "~/models/corrections/correction-state.server";
import { countsOf } from "~/models/letters/letter";
import { previewLetter } from "~/models/letters/letter-draft.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { permits } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { loadPlanCheck } from "./parts/load-plan-check.server";

/** The figures of Fire on the administrator's card. */
async function figuresOf(viewer: Viewer, permitId: number) {
  const permit = await readPermit(viewer, permitId);
  const [assignments, written] = [await listAssignments(viewer, permit), await readCorrectionStates(permit)];
  const card = await loadPlanCheck(viewer, permit, assignments, written);
  const [{ open, new: added, conditions, notes, next } = {} as never] = card?.disciplines ?? [];
  return { open, added, conditions, notes, next };
}

test("card, letter and list have the same figures, conditions and notes apart, also after the release", async () => {
  const { id: cityId } = await makeCity("Oakville");
  await switchCorrections(cityId, true);
  const dana = await makeViewer("admin");
  const lee = await makeViewer("employee", { disciplines: ["Fire"] });
  const { id } = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
  await assign({ id }, lee, "Fire");
  const kinds = [{}, { kind: "condition" as const }, { kind: "note" as const }];
  await makeCorrections({ id }, lee, [{}, ...kinds]);
  await issueLetter(dana, id);
  await write((tx) => tx.update(permits).set({ reviewCycle: "PC2" }).where(eq(permits.id, id)));
  await assign({ id }, lee, "Fire");
  await makeCorrections({ id }, lee, [...kinds, ...kinds]);

  const figures = { open: 4, added: 2, conditions: 3, notes: 2 };
  expect(countsOf((await previewLetter(dana, id)).content)).toMatchObject(figures);
  expect(await figuresOf(dana, id)).toEqual({ ...figures, next: 0 });
  const permit = await readPermit(dana, id);
  expect(await countCorrections(dana, permit, { status: "open" })).toBe(4);
  expect(await countCorrections(dana, permit, { status: "open", kind: "condition" })).toBe(3);

  await issueLetter(dana, id);
  await makeCorrections({ id }, lee, kinds);
  expect(await figuresOf(dana, id)).toEqual({ ...figures, next: 3 });
});
