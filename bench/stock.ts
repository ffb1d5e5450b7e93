import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { startWebServer, type WebServer } from "../scripts/test-server";

const stockFolder = "bench/stock";

/** Serves a list of permits with React Router's template, as its `npm start` does, at brotli quality 6. */
export function startStock(database: string): Promise<WebServer> {
  buildStock();
  const program = resolve("node_modules/@react-router/serve/bin.js");
  const quality = resolve("bench/stock-compression.cjs");
  const serve = ["--require", quality, program, "build/server/index.js"];
  return startWebServer({ program: serve, readyAt: "/permits", folder: stockFolder }, () => ({
    DATABASE: resolve(database),
  }));
}

function buildStock(): void {
  const command = resolve("node_modules/@react-router/dev/bin.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, "build", stockFolder], {
    env: { ...process.env, NODE_ENV: "production" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The stock app cannot be built.\n${stdout}${stderr}`);
}
