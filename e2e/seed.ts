import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { addFunctions } from "../app/platform/db/functions-sqlite.server";
import { startServer } from "../scripts/test-server";

/** Creates the demo's data once before all journeys; each server starts with a copy of it. */
export default async function seed() {
  const template = await mkdtemp(join(tmpdir(), "redline-template-"));
  const remove = () => rm(template, { recursive: true, force: true });
  try {
    const server = await startServer(template);
    await server.stop();
    switchCorrectionsOff(template);
  } catch (error) {
    await remove();
    throw error;
  }
  process.env.E2E_TEMPLATE = template; // inherited by the workers
  return remove;
}

/** A city of the demo whose permits no journey opens that is not about corrections. */
export const cityWithCorrections = "Harbor Bay";

/**
 * Makes all other cities ones that have never used corrections: most journeys are about what every city has, and show
 * that such a city is as before.
 */
function switchCorrectionsOff(folder: string) {
  const database = new Database(join(folder, "redline.db"));
  addFunctions(database);
  database.pragma("foreign_keys = ON");
  const others =
    "permit_id in (select permits.id from permits join cities on cities.id = city_id where not uses_corrections)";
  database.prepare("update cities set uses_corrections = 0 where city_name <> ?").run(cityWithCorrections);
  for (const table of ["corrections", "correction_numbers", "plan_checks"]) {
    database.exec(`delete from ${table} where ${others}`);
  }
  const decision = "decision = null, decided_at = null, decided_by_id = null, decision_reason = null";
  database.exec(`update assignments set ${decision} where ${others}`);
  database.close();
}
