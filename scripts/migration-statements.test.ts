import { expect, test } from "vitest";
import { kindOf } from "./migration-statements";

test.each([
  [
    "a table, its keys and its indexes",
    `CREATE TABLE "visits" (\n"id" bigint NOT NULL);`,
    `ALTER TABLE "visits" ADD CONSTRAINT "visits_permit" FOREIGN KEY ("permit_id") REFERENCES "permits"("id");`,
    `CREATE UNIQUE INDEX "visits_key" ON "visits" ("key");`,
  ],
  [
    "a column that may be null, and its check",
    `ALTER TABLE "city_fees" ADD COLUMN "due_date" text;`,
    `ALTER TABLE "city_fees" ADD CONSTRAINT "city_fees_due_date" CHECK ("city_fees"."due_date" <> '');`,
  ],
  ["a column with a default", `ALTER TABLE "cities" ADD COLUMN "rank" bigint DEFAULT 0 NOT NULL;`],
  ["an index", `CREATE INDEX "permits_by_name" ON "permits" ("project_name");`],
])("the version before runs after a migration that adds %s", (_, ...statements) => {
  expect(kindOf(statements)).toBe("compatible");
});

test.each([
  ["a column that must have a value", `ALTER TABLE "cities" ADD COLUMN "rank" bigint NOT NULL;`],
  ["a check of an old column", `ALTER TABLE "cities" ADD CONSTRAINT "cities_name" CHECK (1 = 1);`],
  ["a unique index of an old column", `CREATE UNIQUE INDEX "cities_number" ON "cities" ("city_number");`],
  [
    "a value of an option",
    `ALTER TABLE "permits" DROP CONSTRAINT "permits_status";`,
    `ALTER TABLE "permits" ADD CONSTRAINT "permits_status" CHECK (1 = 1);`,
  ],
])("the version before may not run after a migration that adds %s", (_, ...statements) => {
  expect(kindOf(statements)).toBe("breaking");
});
