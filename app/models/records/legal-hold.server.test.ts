import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { refused } from "~/testing/refusals";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { storeBytes } from "../files/plan-file-store.server";
import { permitNumberText } from "../permits/permit";
import { permitHistory } from "../permits/permit-history.server";
import { type Permit, readPermit } from "../permits/permit-scope.server";
import { addPlanFiles, deletePlanFile, listPlanFiles } from "../permits/plan-file.server";
import type { Viewer } from "../policy";
import { auditEvents, permits } from "../tables.server";
import { liftLegalHold, listLegalHolds, readLegalHold, setLegalHold } from "./legal-hold.server";
import { deletePermit } from "./permit-bin.server";

const reason = "Smith v. City";

let administrator: Viewer;
let cityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  cityId = (await makeCity()).id;
});

const hold = (permit: Permit) =>
  setLegalHold(administrator, { permitNumber: permitNumberText(permit), reason });

test("nobody deletes a held permit or its files until the hold is lifted", async () => {
  const permit = await makePermit(administrator, cityId);
  const content = await storeBytes(Buffer.from("%PDF-1.7 held"));
  const files = [{ ...content, fileName: "plan.pdf", kind: "pdf" as const }];
  await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files });
  await hold(permit);
  const refusal = [
    409,
    `${permit.urban37PermitNumber} is under a legal hold, so it and its files cannot be deleted: ${reason}`,
  ];
  const [file] = await listPlanFiles(administrator, await readPermit(administrator, permit.id));
  expect(await refused(deletePlanFile(administrator, file?.id ?? 0))).toEqual(refusal);
  expect(await refused(deletePermit(administrator, permit.id))).toEqual(refusal);
  await expect(write((tx) => tx.delete(permits).where(eq(permits.id, permit.id)))).rejects.toThrow();
  expect((await listLegalHolds(administrator, {})).rows).toMatchObject([{ id: permit.id, reason }]);

  await liftLegalHold(administrator, permit.id);
  const history = await permitHistory(administrator, await readPermit(administrator, permit.id), 2);
  expect(history.map(({ text, changes }) => [text, changes])).toEqual([
    [`Legal hold lifted: ${reason}`, {}],
    [`Legal hold set: ${reason}`, {}],
  ]);
  await deletePlanFile(administrator, file?.id ?? 0);
  await deletePermit(administrator, permit.id);
  const isOfHold = and(eq(auditEvents.subjectId, permit.id), eq(auditEvents.subject, "permit"));
  const events = await db.select().from(auditEvents).where(isOfHold).orderBy(auditEvents.id);
  expect(events.filter(({ action }) => action.startsWith("permit.legal-hold"))).toMatchObject([
    { action: "permit.legal-hold-set", changes: { reason: [null, reason] } },
    { action: "permit.legal-hold-lifted", changes: { reason: [reason, null] } },
  ]);
});

test("a hold needs the number of one permit that is not held", async () => {
  const permit = await makePermit(administrator, cityId);
  const { urban37PermitNumber } = permit;
  const revision = await makePermit(administrator, cityId, { urban37PermitNumber, revisionNumber: "rev1" });
  const typed = (permitNumber: string) => refused(setLegalHold(administrator, { permitNumber, reason }));
  for (const unknown of ["", "Harbor Street", "ZZZ-26-001"])
    expect(await typed(unknown)).toEqual([400, { permitNumber: ["No permit has this number"] }]);
  await hold(permit);
  await hold(revision);
  expect((await readLegalHold(administrator, revision.id)).revisionNumber).toBe("rev1");
  expect((await typed(urban37PermitNumber.toLowerCase()))[0]).toBe(409);
  const others = await Promise.all([makeCity(), makeCity()]);
  for (const city of others) await makePermit(administrator, city.id);
  const withoutCode = urban37PermitNumber.replace(/^\w+-\d+-\d+$/, "26-001");
  expect(await typed(withoutCode)).toEqual([
    400,
    { permitNumber: [expect.stringContaining("More than one permit has this number")] },
  ]);
});

test("a hold is lifted once, and only administrators see, set and lift one", async () => {
  const permit = await makePermit(administrator, cityId);
  await hold(permit);
  for (const viewer of [
    await makeViewer("employee", { disciplines: ["Fire"] }),
    await makeViewer("city", { cityId }),
  ]) {
    const fields = { permitNumber: permit.urban37PermitNumber, reason };
    for (const attempt of [
      () => listLegalHolds(viewer, {}),
      () => readLegalHold(viewer, permit.id),
      () => setLegalHold(viewer, fields),
      () => liftLegalHold(viewer, permit.id),
    ])
      expect((await refused(attempt()))[0]).toBe(403);
  }
  await liftLegalHold(administrator, permit.id);
  expect(await refused(liftLegalHold(administrator, permit.id))).toEqual([404, "Legal hold not found"]);
});
