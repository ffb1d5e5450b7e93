import assert from "node:assert";
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./test-server";

// Builds the image, and runs it as `docker run` does alone, and as `once` does: with Docker, or with Podman.

const engine = ["docker", "podman"].find((name) => spawnSync(name, ["info"]).status === 0);
if (!engine) throw new Error("Docker or Podman is needed, and must run");
const engineName = engine;

const image = "redline-test";
const container = `${image}-${randomBytes(4).toString("hex")}`;

const ask = (...words: string[]) => execFileSync(engineName, words, { encoding: "utf8" }).trim();
const attempt = (...words: string[]) => spawnSync(engineName, words, { encoding: "utf8" });
const inContainer = (...words: string[]) => attempt("exec", container, ...words);

/** Docker itself lets every user listen at port 80. */
const hardened = ["--read-only", "--tmpfs", "/tmp", "--sysctl", "net.ipv4.ip_unprivileged_port_start=0"];

async function untilHealthy(origin: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const status = await fetch(`${origin}/up`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await pause(200);
  }
  throw new Error(`It does not become ready:\n${attempt("logs", container).stderr}`);
}

// Podman keeps a health check only in Docker's format.
const environment = { ...process.env, BUILDAH_FORMAT: "docker" };
execFileSync(engine, ["build", "--tag", image, "."], { stdio: "inherit", env: environment });

const unset = attempt("run", "--rm", ...hardened, image);
assert.equal(unset.status, 1);
assert.match(unset.stderr, /^Redline cannot start\. Setting ORIGIN is missing: .*$/m);

const port = await freePort();
const origin = `http://localhost:${port}`;
const ofOnce = ["--env", `SECRET_KEY_BASE=${randomBytes(32).toString("hex")}`, "--env", "DISABLE_SSL=true"];
const storage = ["/storage", "/rails/storage"].flatMap((path) => ["--volume", `${container}:${path}`]);
const published = ["--publish", `127.0.0.1:${port}:80`];
const asOnce = [...hardened, ...storage, ...published, ...ofOnce];
const start = (...settings: string[]) =>
  ask("run", "--detach", "--name", container, ...asOnce, ...settings, image);

function checkHealth(): void {
  const words = ask("inspect", "--format", "{{json .Config.Healthcheck.Test}}", container);
  const [, ...command] = JSON.parse(words) as string[];
  assert.equal(inContainer(...command).status, 0);
}

try {
  start();
  await untilHealthy(origin);
  const waiting = await fetch(origin);
  assert.equal(waiting.status, 503);
  assert.match(await waiting.text(), new RegExp(`Set ORIGIN=${origin} `));
  ask("rm", "--force", container);

  start("--env", `ORIGIN=${origin}`, "--env", "DEMO=1");
  await untilHealthy(origin);
  checkHealth();
  const form = new URLSearchParams({ email: "admin@demo.test", password: "redline-demo" });
  const signedIn = await fetch(`${origin}/login`, { method: "POST", body: form, redirect: "manual" });
  assert.equal(signedIn.status, 302);
  assert.equal(inContainer("id", "-u").stdout.trim(), "1000");
  assert.notEqual(inContainer("touch", "/redline/written").status, 0);
  const admin = inContainer("npm", "run", "admin", "--", "--email", "dana@example.gov", "--name", "Dana");
  assert.match(admin.stdout, new RegExp(`${origin}/`));
  ask("stop", container);
  assert.equal(ask("inspect", "--format", "{{.State.ExitCode}}", container), "0");
} finally {
  attempt("rm", "--force", container);
  attempt("volume", "rm", container);
}
console.log(`The image ${image} runs`);
