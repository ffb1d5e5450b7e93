import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  casing: "snake_case",
  schema: "./app/models/tables.server.ts",
  out: "./drizzle",
});
