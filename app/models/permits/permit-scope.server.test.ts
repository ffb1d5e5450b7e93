import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeApplicant } from "~/testing/test-applicants";
import { issueLetter } from "~/testing/test-letters";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { handOverLetter } from "../letters/hand-over.server";
import { reopenPlanCheck } from "../letters/reopen.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import { type Applicant, applicantBy, type Role, type Viewer } from "../policy";
import { permits, planChecks } from "../tables.server";
import type { ReviewCycle } from "./permit";
import { lettersFor, type Permit, permitNotFound, readPermit, visibleTo } from "./permit-scope.server";

let administrator: Viewer;
let city: { id: number; code: string };
let permitId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  city = await makeCity("Oakville");
  permitId = (await makePermit(administrator, city.id, { requiredDisciplines: ["Fire", "Civil"] })).id;
});

test("a permit is read with its city and its required disciplines in the order of the list", async () => {
  expect(await readPermit(administrator, permitId)).toMatchObject({
    id: permitId,
    city: { cityName: "Oakville", urban37CityCode: city.code, usesCorrections: false },
    planCheck: null,
    cyclesWithPlanCheck: [],
    cyclesWithLetter: [],
    letters: [],
    requiredDisciplines: ["Civil", "Fire"],
  });
});

test("a permit is read with its current plan check, its letters and their cycles, each cycle once", async () => {
  const { id: cityId } = await makeCity("Westlake");
  await switchCorrections(cityId, true);
  const permit = await makePermit(administrator, cityId);
  await assign(permit, await makeViewer("employee", { disciplines: ["Fire"] }), "Fire");
  const ids = [await issueLetter(administrator, permit.id)];
  await reopenPlanCheck(administrator, permit.id, "PC1", { reason: "Wrong sheet" });
  ids.push(await issueLetter(administrator, permit.id));
  await startNextCycle(administrator, permit.id, ["Fire"]);
  ids.push(await issueLetter(administrator, permit.id));
  const { urban37PermitNumber: number, ...read } = await readPermit(administrator, permit.id);
  expect(read).toMatchObject({
    reviewCycle: "PC2",
    planCheck: { state: "released", outcome: "corrections_required", handedOverOn: null },
    cyclesWithPlanCheck: ["PC1", "PC2"],
    cyclesWithLetter: ["PC1", "PC2"],
  });
  expect(read.letters.map((letter) => [letter.id, letter.number, letter.reviewCycle])).toEqual([
    [ids[0], `${number}-PC1`, "PC1"],
    [ids[1], `${number}-PC1-2`, "PC1"],
    [ids[2], `${number}-PC2`, "PC2"],
  ]);
});

test("a copy of a permit is no Permit: it does not prove that the viewer may read it", async () => {
  const permit = await readPermit(administrator, permitId);
  // @ts-expect-error
  const copy: Permit = { ...permit };
  expect(copy).toEqual(permit);
});

test.each(["admin", "employee", "city"] as const)(
  "a permit can be read by the role %s, for the city role by a user of its city",
  async (role) => {
    const viewer = await makeViewer(role, { cityId: role === "city" ? city.id : undefined });
    expect((await readPermit(viewer, permitId)).id).toBe(permitId);
  },
);

const viewersWithoutAccess: [string, Role | null, "same" | "other" | "none"][] = [
  ["a user of another city", "city", "other"],
  ["a city user without a city", "city", "none"],
  ["a user without a role, even of its city", null, "same"],
];

test.each(viewersWithoutAccess)(
  "a permit returns 404 to %s, like one that does not exist",
  async (_, role, whichCity) => {
    const cityId = { same: city.id, other: (await makeCity()).id, none: undefined }[whichCity];
    const viewer = await makeViewer(role, { cityId });
    for (const id of [permitId, 999_999])
      await expect(readPermit(viewer, id)).rejects.toMatchObject({
        status: 404,
        message: "Permit Not Found",
      });
  },
);

test("a missing permit shows a reviewer the message of their page and a link to their dashboard", async () => {
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  await expect(readPermit(reviewer, 999_999)).rejects.toMatchObject({
    status: 404,
    message: "Permit not found",
    details: { continueLink: { to: "/employee-dashboard", label: "Back to dashboard" } },
  });
});

test.each([0, -1, Number.NaN, 1.5, Number.MAX_SAFE_INTEGER])("the id %d returns 404", async (id) => {
  await expect(readPermit(administrator, id)).rejects.toMatchObject({ status: 404 });
});

test("a read inside a transaction sees the changes of that transaction", async () => {
  await write(async (tx) => {
    expect((await readPermit(administrator, permitId, tx)).id).toBe(permitId);
  });
});

test("a missing permit links staff to the permits and other users to the dashboard", async () => {
  const cityUser = await makeViewer("city", { cityId: city.id });
  expect(permitNotFound(administrator).details?.continueLink).toEqual({
    to: "/permits",
    label: "Return to permits",
  });
  expect(permitNotFound(cityUser).details?.continueLink).toEqual({ to: "/", label: "Return to Dashboard" });
});

describe("an applicant", () => {
  test("reads the permit of the link, and gets 404 for any other of its city, as for one that does not exist", async () => {
    const applicant = await makeApplicant(administrator, { id: permitId });
    const other = await makePermit(administrator, city.id);
    expect((await readPermit(applicant, permitId)).id).toBe(permitId);
    for (const id of [other.id, 999_999, -1]) {
      await expect(readPermit(applicant, id)).rejects.toMatchObject({
        status: 404,
        message: "Permit Not Found",
      });
    }
  });

  test("reads no permit with the number of a city or of an employee", async () => {
    const applicant = applicantBy({ permitId: -1, linkId: 1, email: null });
    const disguised = { ...applicant, cityId: city.id, employeeId: 1 } as Applicant;
    for (const actor of [applicant, disguised]) {
      await expect(readPermit(actor, permitId)).rejects.toMatchObject({ status: 404 });
    }
  });

  test("finds no more than that permit in a list", async () => {
    const applicant = await makeApplicant(administrator, { id: permitId });
    await makePermit(administrator, city.id);
    const found = await db.select({ id: permits.id }).from(permits).where(visibleTo(applicant));
    expect(found).toEqual([{ id: permitId }]);
  });
});

describe("the letters that an applicant reads", () => {
  let permit: Permit;
  let applicant: Applicant;

  beforeEach(async () => {
    const { id: cityId } = await makeCity();
    await switchCorrections(cityId, true);
    permit = await makePermit(administrator, cityId);
    await assign(permit, await makeViewer("employee", { disciplines: ["Fire"] }), "Fire");
    applicant = await makeApplicant(administrator, permit);
  });

  const issue = () => issueLetter(administrator, permit.id);
  const reopen = () => reopenPlanCheck(administrator, permit.id, "PC1", { reason: "Wrong sheet" });
  const handOver = (cycle: ReviewCycle = "PC1") => handOverLetter(administrator, permit.id, cycle);
  const nextCycle = () => startNextCycle(administrator, permit.id, ["Fire"]);
  const numbers = async (actor: Applicant | Viewer = applicant) =>
    lettersFor(actor, await readPermit(actor, permit.id)).map(({ number }) =>
      number.replace(`${permit.urban37PermitNumber}-`, ""),
    );

  test("are none before the hand-over", async () => {
    expect(await numbers()).toEqual([]);
    await issue();
    expect(await numbers()).toEqual([]);
    await handOver();
    expect(await numbers()).toEqual(["PC1"]);
  });

  test("are the former one after a reopening, until the corrected one is handed over", async () => {
    await issue();
    await handOver();
    await reopen();
    expect(await numbers()).toEqual(["PC1"]);
    await issue();
    expect(await numbers()).toEqual(["PC1"]);
    await handOver();
    expect(await numbers()).toEqual(["PC1-2"]);
    expect(await numbers(administrator)).toEqual(["PC1", "PC1-2"]);
  });

  test("are none after a reopening, if none was handed over", async () => {
    await issue();
    await reopen();
    expect(await numbers()).toEqual([]);
  });

  test("are the last ones of the cycles before, and of the present one what was handed over", async () => {
    await issue();
    await reopen();
    await issue();
    await handOver();
    await nextCycle();
    expect(await numbers()).toEqual(["PC1-2"]);
    await issue();
    expect(await numbers()).toEqual(["PC1-2"]);
    await handOver("PC2");
    expect(await numbers()).toEqual(["PC1-2", "PC2"]);
    expect(await numbers(administrator)).toEqual(["PC1", "PC1-2", "PC2"]);
  });

  test("do not follow from the day alone: one that counts as handed over has its issue", async () => {
    await issue();
    await write((tx) =>
      tx.update(planChecks).set({ handedOverOn: "2026-11-20" }).where(eq(planChecks.permitId, permit.id)),
    );
    expect(await numbers()).toEqual([]);
  });
});
