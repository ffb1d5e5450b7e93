import { eq } from "drizzle-orm";
import sharp from "sharp";
import { now, today } from "~/models/clock.server";
import { disciplineValues } from "~/models/discipline";
import { storePicture } from "~/models/files/picture-store.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { reviewCycles } from "~/models/permits/permit";
import { addPlanFiles } from "~/models/permits/plan-file.server";
import * as tables from "~/models/tables.server";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeComments,
  makeCorrections,
  makePeople,
  makePermit,
  makeViewer,
} from "~/testing/test-rows";
import { addPlanSet } from "~/testing/test-sheets";
import { decide } from "../app/models/corrections/decision.server";
import { write } from "../app/platform/db/db.server";

export type Scene = {
  people: Awaited<ReturnType<typeof makePeople>>;
  cityId: number;
  /** The permit that has all other rows. */
  permitId: number;
};

const stamps = () => ({ createdAt: now(), updatedAt: now() });

/** Creates one row of everything that a page shows: a city, its users, a permit and all that belongs to it. */
export async function makeFirstRows(): Promise<Scene> {
  const { id: cityId } = await makeCity("Oakville");
  const people = await makePeople(cityId, cityId, { passwordHash: "none" });
  await makeViewer("city", { cityId, email: "city@demo.test", passwordHash: "none" });
  const square = { width: 8, height: 8, channels: 3, background: "red" } as const;
  const profileImagePath = await storePicture(await sharp({ create: square }).png().toBuffer());
  await write((tx) =>
    tx.update(tables.users).set({ profileImagePath }).where(eq(tables.users.id, people.administrator.id)),
  );
  const { id: permitId } = await makePermit(people.administrator, cityId, {
    reviewCycle: "PC2",
    cityPermitNumber: "B26-7",
  });
  const scene = { people, cityId, permitId };
  await makePlanCheck(scene);
  // An earlier one than the comment below.
  await makeComments({ id: permitId }, people.reviewer, [{ isShared: true }]);
  await makeComments({ id: permitId }, people.cityUser, [{ isShared: true }]);
  await addRow(scene, 0);
  await makeLetters(scene);
  return scene;
}

/** Creates a permit with a released letter, and one whose letter can be released. */
async function makeLetters({ people, cityId }: Scene): Promise<void> {
  const { administrator, reviewer } = people;
  for (const isReleased of [true, false]) {
    const permit = await makePermit(administrator, cityId, { requiredDisciplines: ["Structural"] });
    const assignment = await assign(permit, reviewer, "Structural");
    await makeCorrections(permit, reviewer, [{ discipline: "Structural" }]);
    await decide(administrator, assignment?.id ?? 0, { decision: "corrections_required" });
    const plan = await storeBytes(Buffer.from("%PDF-1.7 a plan"));
    const files = [{ ...plan, fileName: "A-101.pdf", kind: "pdf" as const }];
    await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files });
    if (isReleased) {
      const pdf = await storeBytes(Buffer.from("%PDF-1.7 a letter"));
      await issueLetter(administrator, permit.id, pdf);
    }
  }
}

/** Creates nine more rows of everything, on the same permit, in the same city and for the same reviewer. */
export async function makeNineMore(scene: Scene): Promise<void> {
  for (let index = 1; index < 10; index += 1) {
    await makeCity();
    await makeViewer("employee", { disciplines: ["Structural"], passwordHash: "none" });
    await makeViewer("city", { cityId: scene.cityId, passwordHash: "none" });
    const permit = await makePermit(scene.people.administrator, scene.cityId);
    await write((tx) =>
      tx.insert(tables.assignments).values(assignmentOf({ ...scene, permitId: permit.id }, 0)),
    );
    await addRow(scene, index);
  }
}

/** The first disciplines of the current cycle, then those of the cycle before. */
const assignmentOf = (
  { permitId, people }: Scene,
  index: number,
): typeof tables.assignments.$inferInsert => ({
  permitId,
  employeeId: people.reviewer.employeeId ?? 0,
  discipline: disciplineValues[index % disciplineValues.length] ?? "Structural",
  reviewCycle: reviewCycles[index < disciplineValues.length ? 1 : 0] ?? "PC1",
  employeeDueDate: "2026-01-05",
  status: "assigned",
  ...stamps(),
});

/** Lets the city use corrections, and opens the permit's plan check. */
const makePlanCheck = ({ cityId, permitId }: Scene) =>
  write(async (tx) => {
    await tx.update(tables.cities).set({ usesCorrections: true }).where(eq(tables.cities.id, cityId));
    await tx.insert(tables.planChecks).values({
      permitId,
      reviewCycle: "PC2",
      state: "in_review",
      receivedOn: today(),
      ...stamps(),
    });
  });

async function addRow(scene: Scene, index: number): Promise<void> {
  const { people, cityId, permitId } = scene;
  const employeeId = people.reviewer.employeeId ?? 0;
  const stored = await storeBytes(Buffer.from("%PDF-1.7 a plan"));
  await makeComments({ id: permitId }, people.reviewer, [{ isShared: true }]);
  await addPlanSet({ id: permitId }, [`A-${index + 1}01`], { reviewCycle: "PC2" });
  await write(async (tx) => {
    await tx.insert(tables.assignments).values(assignmentOf(scene, index));
    const { discipline, reviewCycle } = assignmentOf(scene, index);
    const number = index + 1;
    await tx.insert(tables.corrections).values({
      permitId,
      discipline,
      number,
      kind: "correction",
      reviewCycle,
      text: "Show the detail",
      status: "open",
      authorName: "A reviewer",
      ...stamps(),
    });
    await tx
      .insert(tables.correctionNumbers)
      .values({ permitId, discipline, highest: number })
      .onConflictDoUpdate({
        target: [tables.correctionNumbers.permitId, tables.correctionNumbers.discipline],
        set: { highest: number },
      });
    await tx.insert(tables.planFiles).values({
      permitId,
      ...stored,
      reviewCycle: "PC2",
      fileName: `plan-${index}.pdf`,
      kind: "pdf",
      uploadedById: people.administrator.id,
      uploadedAt: now(),
    });
    await tx.insert(tables.timeEntries).values({
      permitId,
      employeeId,
      discipline: "Structural",
      reviewCycle: "PC2",
      quarterHours: 4,
      workDate: today(),
      ...stamps(),
    });
    const fee = { cityId, serviceType: "review", amountCents: 10_000, dateCharged: today() } as const;
    const payment = { datePaid: today(), paidById: people.administrator.id };
    await tx.insert(tables.cityFees).values([
      { ...fee, description: "Plan review", status: "paid", ...payment, ...stamps() },
      { ...fee, description: "Second review", status: "pending", ...stamps() },
    ]);
    await tx
      .insert(tables.cityPricing)
      .values({ cityId, serviceName: "Review", pricingType: "hourly", rate: 9_500, ...stamps() });
    await tx.insert(tables.standardComments).values({
      cityId,
      discipline: "Fire",
      kind: "correction",
      title: `Exit width ${index}`,
      text: "Provide ____ inches",
      ...stamps(),
    });
    await tx.insert(tables.savedViews).values(
      (["permits", "calendar"] as const).map((list) => ({
        ...{ userId: people.administrator.id, list, name: `View ${index}`, query: `?cityId=${cityId}` },
        ...stamps(),
      })),
    );
    await tx.insert(tables.mailOutbox).values(
      (["sent", "failed"] as const).map((status) => ({
        toAddress: "clerk@oakville.test",
        subject: "A permit",
        plainText: "A permit",
        html: "<p>A permit</p>",
        status,
        createdAt: now(),
      })),
    );
  });
}
