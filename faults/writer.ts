import { channel } from "node:diagnostics_channel";
import { addDays, type CalendarDate } from "~/models/calendar-date";
import type { Viewer } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { type Random, randomFrom } from "~/seed/demo-random";
import { openPostgres } from "../app/platform/db/db-postgres.server";

// A process of its own, as one of the servers of an installation: creates permits when it is sent a task.

export type Task = {
  cityIds: number[];
  viewer: Viewer;
  /** The number of permits that are created at the same time, and how many each writer creates one after another. */
  writers: number;
  permitsEach: number;
  seed: number;
};

export type Outcome = {
  created: number;
  /** Numbers that were in use. */
  refused: number;
  /** Every other error. */
  failures: string[];
  statements: number;
  /** The last permit, as often as the search finds it. */
  found: number;
};

const database = await openPostgres({
  url: process.env.DATABASE_URL ?? "",
  connections: 10,
  migrations: "drizzle/postgres",
});
// The models take the database that is open already.
Object.assign(globalThis, { redlineDatabase: database });
const { PermitSchema } = await import("~/models/permits/permit.schema.server");
const { createPermit } = await import("~/models/permits/permit.server");
const { permitList } = await import("~/models/permits/permit-list.server");
const { keepPlanCheckList } = await import("../app/models/plan-checks/listed-plan-check.server");
keepPlanCheckList();

const day: CalendarDate = "2026-11-02";
/** The part of the permits whose number was typed: one of so few that writers choose the same. */
const [typed, typedNumbers] = [0.05, 50];

function fieldsOf(random: Random, cityIds: number[]) {
  return PermitSchema.parse({
    cityId: random.pick(cityIds),
    urban37PermitNumber: random.chance(typed) ? `TYPED-${random.between(1, typedNumbers)}` : "",
    cityPermitNumber: `B26-${random.between(1, 9999)}`,
    permitCreationYear: 2026,
    status: "in_process",
    reviewCycle: "PC1",
    creationDate: day,
    dueDate: addDays(day, random.between(14, 28)),
    projectName: `Project ${random.between(1, 1e9)}`,
    projectAddress: `${random.between(1, 9999)} Harbor Street`,
    projectType: "residential",
    projectDescription: "24 units over podium",
    requiredDisciplines: ["Structural", "Fire"],
    formKey: `form ${random.fraction()} ${process.pid}`,
  });
}

async function run({ cityIds, viewer, writers, permitsEach, seed }: Task): Promise<Outcome> {
  const outcome: Outcome = { created: 0, refused: 0, failures: [], statements: 0, found: 0 };
  const random = randomFrom(seed);
  const countStatement = () => {
    outcome.statements += 1;
  };
  channel("redline:query").subscribe(countStatement);
  let last = "";
  const write = async () => {
    for (let number = 0; number < permitsEach; number += 1) {
      const fields = fieldsOf(random, cityIds);
      try {
        await createPermit(viewer, fields);
        outcome.created += 1;
        last = fields.projectName;
      } catch (error) {
        if (error instanceof Refusal && error.status === 409) outcome.refused += 1;
        else outcome.failures.push(error instanceof Refusal ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  channel("redline:query").unsubscribe(countStatement);
  // Each transaction begins with its lock, and is committed or rolled back.
  outcome.statements += 2 * writers * permitsEach;
  if (last) outcome.found = await permitList(viewer, { search: last }).count();
  return outcome;
}

process.on("message", async (task: Task) => process.send?.(await run(task)));
process.on("disconnect", () => process.exit());
process.send?.("ready");
