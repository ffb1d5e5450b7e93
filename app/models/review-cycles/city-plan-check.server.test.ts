import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { write } from "~/platform/db/db.server";
import { queriesIn } from "~/testing/statements";
import { makeApplicant } from "~/testing/test-applicants";
import { issueLetter } from "~/testing/test-letters";
import { assign, makeCity, makeCorrections, makePermit, makeViewer } from "~/testing/test-rows";
import { dayOf } from "../clock.server";
import { decide } from "../corrections/decision.server";
import { handOverLetter } from "../letters/hand-over.server";
import { reopenPlanCheck } from "../letters/reopen.server";
import type { ReviewCycle } from "../permits/permit";
import { readPermit } from "../permits/permit-scope.server";
import { startNextCycle } from "../plan-checks/next-cycle.server";
import type { Viewer } from "../policy";
import { assignments, cities, permitDisciplines, permits, planChecks } from "../tables.server";
import { planChecksOutside } from "./city-plan-check.server";

let administrator: Viewer;
let reviewer: Viewer;
let clerk: Viewer;
let cityId: number;

beforeAll(async () => {
  cityId = (await makeCity()).id;
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
  await switchTo(true);
});

const switchTo = (usesCorrections: boolean) =>
  write(async (tx) => {
    await tx.update(cities).set({ usesCorrections }).where(eq(cities.id, cityId));
  });

const noDays = { handedOverOn: null, resubmittedAt: null };

const newPermit = () => makePermit(administrator, cityId, { submissionDate: "2026-11-02" });
const shown = async ({ id }: { id: number }) => planChecksOutside(clerk, await readPermit(clerk, id));
const moveTo = ({ id }: { id: number }, reviewCycle: ReviewCycle) =>
  write(async (tx) => {
    await tx.update(permits).set({ reviewCycle }).where(eq(permits.id, id));
  });
const dropPlanChecks = ({ id }: { id: number }) =>
  write(async (tx) => {
    await tx.delete(planChecks).where(eq(planChecks.permitId, id));
  });

test("a plan check without a letter is in review, with the day of the submission", async () => {
  expect(await shown(await newPermit())).toEqual({
    current: { reviewCycle: "PC1", word: "In review", receivedOn: "2026-11-02", ...noDays },
    others: [],
  });
});

test("a plan check that is not opened yet reads as it will be opened", async () => {
  const permit = await newPermit();
  const opened = await shown(permit);
  await dropPlanChecks(permit);
  expect(await shown(permit)).toEqual(opened);
  const { createdAt = "" } = (await assign(permit, reviewer, "Fire")) ?? {};
  await moveTo(permit, "PC2");
  await write(async (tx) => {
    await tx.update(assignments).set({ reviewCycle: "PC2" }).where(eq(assignments.permitId, permit.id));
  });
  expect((await shown(permit))?.current).toEqual({
    reviewCycle: "PC2",
    word: "In review",
    receivedOn: dayOf(createdAt),
    ...noDays,
  });
});

test("other cycles are shown if their letter was released, the latest first", async () => {
  const permit = await newPermit();
  await write(async (tx) => {
    const stamps = { createdAt: "2026-11-20T20:00:00Z", updatedAt: "2026-11-20T20:00:00Z" };
    const row = { permitId: permit.id, receivedOn: "2026-11-20", ...stamps };
    const released = { state: "closed", releasedAt: "2026-11-20T21:00:00Z" } as const;
    await tx.insert(planChecks).values([
      { ...row, reviewCycle: "PC2", ...released },
      { ...row, reviewCycle: "PC3", ...released },
      { ...row, reviewCycle: "PC4", state: "closed" },
    ]);
  });
  await moveTo(permit, "PC5");
  expect((await shown(permit))?.others).toEqual([
    { reviewCycle: "PC3", word: "Closed", receivedOn: "2026-11-20", ...noDays },
    { reviewCycle: "PC2", word: "Closed", receivedOn: "2026-11-20", ...noDays },
  ]);
});

test("the current plan check needs no statement of its own", async () => {
  const permit = await readPermit(clerk, (await newPermit()).id);
  expect(await queriesIn(() => planChecksOutside(clerk, permit))).toEqual([]);
});

test("there are none while the city does not use corrections", async () => {
  const permit = await newPermit();
  await switchTo(false);
  expect(await shown(permit)).toBeNull();
  await switchTo(true);
  expect(await shown(permit)).not.toBeNull();
});

describe("after its letter was released, a plan check", () => {
  const words = async (permit: { id: number }) => {
    const { current, others } = (await shown(permit)) ?? { others: [] };
    return [current, ...others].map((row) => `${row?.reviewCycle} ${row?.word}`);
  };
  const issue = async (permit: { id: number }) => {
    await makeCorrections(permit, reviewer, [{}]);
    await issueLetter(administrator, permit.id);
  };

  test("is with the city, and with the applicant once it was handed over", async () => {
    const permit = await newPermit();
    await issue(permit);
    expect(await words(permit)).toEqual(["PC1 With the city"]);
    await handOverLetter(clerk, permit.id, "PC1");
    expect(await words(permit)).toEqual(["PC1 With the applicant"]);
  });

  test("is approved if the letter approves the plans, which an applicant reads after the hand-over", async () => {
    const permit = await newPermit();
    const fire = await assign(permit, reviewer, "Fire");
    await write(async (tx) => {
      await tx.delete(permitDisciplines).where(eq(permitDisciplines.permitId, permit.id));
    });
    await decide(reviewer, fire?.id ?? 0, { decision: "approved" });
    await issueLetter(administrator, permit.id);
    expect(await words(permit)).toEqual(["PC1 Approved"]);
    const say = (approvalWording: "approved" | "recommended") =>
      write(
        async (tx) => void (await tx.update(cities).set({ approvalWording }).where(eq(cities.id, cityId))),
      );
    await say("recommended");
    expect(await words(permit)).toEqual(["PC1 Recommended for approval"]);
    await say("approved");
    const applicant = await makeApplicant(administrator, permit);
    const wordForApplicant = async () =>
      (await planChecksOutside(applicant, await readPermit(applicant, permit.id)))?.current.word;
    expect(await wordForApplicant()).toBe("With the city");
    await handOverLetter(clerk, permit.id, "PC1");
    expect(await wordForApplicant()).toBe("Approved");
  });

  test("is in review again while a corrected letter is prepared", async () => {
    const permit = await newPermit();
    await issue(permit);
    await reopenPlanCheck(administrator, permit.id, "PC1", { reason: "Wrong sheet" });
    expect(await words(permit)).toEqual(["PC1 In review"]);
  });

  test("is closed in the next cycle", async () => {
    const permit = await newPermit();
    await issue(permit);
    await startNextCycle(administrator, permit.id, []);
    expect(await words(permit)).toEqual(["PC2 In review", "PC1 Closed"]);
  });

  test("stays, also while the city no longer uses corrections", async () => {
    const permit = await newPermit();
    await issue(permit);
    await switchTo(false);
    const shownThen = await words(permit);
    await switchTo(true);
    expect(shownThen).toEqual(["PC1 With the city"]);
  });
});
