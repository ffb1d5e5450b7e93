import "./node-version.js";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";

const program = "build/server/index.js";
if (!existsSync(program)) {
  console.error('Redline cannot start. It is not built in this folder: run "npm run build" first.');
  process.exit(1);
}

// The environment takes precedence over .env.
if (existsSync(".env")) process.loadEnvFile();
const { SECRET_KEY_BASE, ORIGIN } = process.env;
await import(SECRET_KEY_BASE && !ORIGIN ? "./ask-for-origin.js" : pathToFileURL(program).href);
