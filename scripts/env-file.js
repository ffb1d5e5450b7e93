import { existsSync } from "node:fs";

// The environment takes precedence over .env.
try {
  if (existsSync(".env")) process.loadEnvFile();
} catch (error) {
  console.error(`.env cannot be read: ${error.message}`);
  process.exit(1);
}
