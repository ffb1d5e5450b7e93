import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
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
const cityWithCorrections = "Harbor Bay";

/**
 * Switches corrections off for all other cities: most journeys are about what every city has, and show that a city
 * without corrections is as before. The rows of the demo stay, as when an administrator switches a city off, so that
 * a journey about corrections can switch its city on and find plan checks, corrections and decisions.
 */
function switchCorrectionsOff(folder: string) {
  const database = new Database(join(folder, "redline.db"));
  database.prepare("update cities set uses_corrections = 0 where city_name <> ?").run(cityWithCorrections);
  database.close();
}
