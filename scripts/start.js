import "./node-version.js";
import "./env-file.js";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";

const program = "build/server/index.js";
if (!existsSync(program)) {
  console.error('Redline cannot start. It is not built in this folder: run "npm run build" first.');
  process.exit(1);
}

const { SECRET_KEY_BASE, ORIGIN } = process.env;
await import(SECRET_KEY_BASE && !ORIGIN ? "./ask-for-origin.js" : pathToFileURL(program).href);
