import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../scripts/test-server";

/** Seeds the demo's data once, before all journeys; each server then starts on a copy of it. */
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
  process.env.E2E_TEMPLATE = template; // the workers inherit it
  return remove;
}
