import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { startWebServer, type WebServer } from "../scripts/test-server";

const stockFolder = "bench/stock";

/** Serves the page of permits with template strings on bare `node:http`. */
export const startTemplate = (database: string) => startPeer("bench/template/server.ts", database);

/** Serves the page of permits with React's `renderToString` on bare `node:http`. */
export const startReact = (database: string) => startPeer("bench/react/server.tsx", database);

const startPeer = (program: string, database: string) =>
  startWebServer({ program: ["--import", "tsx", program], readyAt: "/permits" }, () => ({
    DATABASE: resolve(database),
  }));

/** Serves four pages with React Router's template, as its `npm start` does, at brotli quality 6. */
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
