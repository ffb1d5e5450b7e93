import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../scripts/test-server";

/** Creates the demo's data once before all journeys; each server starts with a copy of it. */
export default async function seed() {
  const template = await mkdtemp(join(tmpdir(), "redline-template-"));
  const remove = () => rm(template, { recursive: true, force: true });
  try {
    const server = await startServer(template);
    await server.stop();
  } catch (error) {
    await remove();
    throw error;
  }
  process.env.E2E_TEMPLATE = template; // inherited by the workers
  return remove;
}
