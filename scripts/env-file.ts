import { existsSync } from "node:fs";

// The environment takes precedence over .env.
if (existsSync(".env")) process.loadEnvFile();
