import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that take several seconds. They begin first, and `npm run check` leaves them out. */
const longTests = [
  "app/testing/outside-the-firm.test.ts",
  "app/api/random-bodies.test.ts",
  "app/api/random-corrections.test.ts",
  "app/testing/random-answers.test.ts",
  "app/models/letters/letter-pdf.server.test.ts",
  "app/platform/db/db.server.test.ts",
  "app/testing/tenancy.test.ts",
  "app/testing/access.test.ts",
  "app/seed/demo.server.test.ts",
  "app/seed/demo-letters.test.ts",
  "app/seed/demo-corrections.test.ts",
  "app/api/contract.test.ts",
  "app/seed/volume.server.test.ts",
  "app/models/files/picture-conversion.server.test.ts",
  "app/models/files/picture-store.server.test.ts",
  "app/models/letters/letter-drawing.server.test.ts",
  "app/models/pdf/render-children.server.test.ts",
  "app/models/pdf/pdf-document.server.test.ts",
  "app/models/sheets/render-jobs.server.test.ts",
  "app/seed/plan-set-drawing.test.ts",
  "app/models/files/shared-files.server.test.ts",
  "app/platform/db/held-sqlite.server.test.ts",
  "app/platform/db/loaded-modules.server.test.ts",
  "app/models/permits/permit-list.server.test.ts",
  "app/models/plan-checks/listed-plan-check-random.server.test.ts",
  "app/api/sort.test.ts",
  "app/testing/titles-and-labels.test.ts",
  "bench/page-statements.test.ts",
  "app/platform/db/rebuilt-tables.server.test.ts",
  "app/testing/database-away.test.ts",
  "app/testing/database-held.test.ts",
  "app/testing/full-disk.test.ts",
  "app/seed/demo-servers.server.test.ts",
  "faults/writes.test.ts",
  "scripts/admin.test.ts",
  "scripts/seed.test.ts",
  "scripts/export.test.ts",
];

/** Tests of what only SQLite has: its file, migrations, statistics and query plans, and `npm run seed`. */
const sqliteTests = [
  "app/platform/db/db-sqlite.server.test.ts",
  "app/platform/db/held-sqlite.server.test.ts",
  "app/platform/db/maintenance.server.test.ts",
  "app/platform/db/migrate-sqlite.server.test.ts",
  "app/platform/db/planner-statistics.server.test.ts",
  "app/seed/prepared-folder.test.ts",
  "app/seed/volume.server.test.ts",
  "app/testing/database-held.test.ts",
];

/** Tests for which the database makes no difference: of input, files, drawing, sample data, and what a user can read. */
const independentTests = [
  "app/**/*.schema.server.test.ts",
  "app/api/{every-date,invisible-text,openapi,random-corrections}.test.ts",
  "app/models/{email,schema}.server.test.ts",
  "app/platform/{client-address,secret,db/batches,db/loaded-modules,jobs/schedule,jobs/work-queue}.server.test.ts",
  "app/models/accounts/password{,-queue}.server.test.ts",
  "app/models/files/{picture-conversion,picture-store,plan-file-store}.server.test.ts",
  "app/models/letters/letter-{drawing,pdf}.server.test.ts",
  "app/models/pdf/*.server.test.ts",
  "app/models/notices/disk-notice.server.test.ts",
  "app/models/mail/{mail-transport,outbox-folder}.server.test.ts",
  "app/seed/{demo-corrections,demo-letters,sample-plans,volume-sizes}.test.ts",
  "app/testing/{architecture,documents,nouns,outside-the-firm,routes,sign-out,tenancy,titles-and-labels}.test.ts",
];

const all = ["app/**/*.test.{ts,tsx}", "bench/**/*.test.ts", "faults/**/*.test.ts", "scripts/**/*.test.ts"];
const ofDatabase = [
  "app/platform/{failure,log}.server.test.ts",
  "app/platform/{forms/kept-form,http/metrics-server,http/viewer,db/*}.server.test.ts",
  "app/{api,seed,testing}/**/*.test.ts",
  "app/models/**/*.server.test.ts",
  "faults/**/*.test.ts",
];

const isPostgres = process.env.TEST_DATABASE === "postgres";
// `npm run test:faults` repeats races on PostgreSQL, also of files.
const leftOut = process.env.FAULT_ROUNDS ? sqliteTests : [...sqliteTests, ...independentTests];

class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      longTests.some((path) => moduleId.endsWith(`/${path}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// Separate from vite.config.ts, because unit tests run without React Router's plugin.
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    environment: "node",
    include: isPostgres ? ofDatabase : all,
    exclude: [
      ...configDefaults.exclude,
      ...(isPostgres ? leftOut : []),
      ...(process.env.TEST_LENGTH === "short" ? longTests : []),
    ],
    globalSetup: ["scripts/unit-database.ts"],
    sequence: { sequencer: LongTestsFirst },
    setupFiles: ["scripts/unit-setup.ts"],
    pool: "forks",
    isolate: false,
    maxWorkers: "100%",
    // Tests create many short-lived objects: with more room for them, collecting them takes half the time.
    execArgv: ["--max-semi-space-size=64"],
    // Password hashes are deliberately slow, and slower on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
