// All unit tests run on SQLite and on PostgreSQL, but for these. `npm test` compares the two runs with this list.

export type OneDatabaseTests = {
  file: string;
  /** The number of tests; "all" if the other database does not even load the file. */
  tests: number | "all";
  reason: string;
};

const plans = "Query plans are SQLite's: each query reads an index and sorts no rows";
const seeds = "npm run seed fills a SQLite database without its indexes and triggers";

/** The tests that only run on SQLite. */
export const onlySqlite: OneDatabaseTests[] = [
  { file: "app/models/cities/city.server.test.ts", tests: 1, reason: plans },
  {
    file: "app/models/db-sqlite.server.test.ts",
    tests: "all",
    reason:
      "Settings, permissions and statements of SQLite's connections; PostgreSQL's have tests of their own",
  },
  { file: "app/models/fees/fee-list.server.test.ts", tests: 14, reason: plans },
  { file: "app/models/fees/fee.server.test.ts", tests: 1, reason: plans },
  { file: "app/models/files/sweep.server.test.ts", tests: 1, reason: plans },
  {
    file: "app/models/held-sqlite.server.test.ts",
    tests: "all",
    reason: "Another process can hold SQLite's file; PostgreSQL has locks of its own",
  },
  {
    file: "app/models/installation.server.test.ts",
    tests: 1,
    reason: "SQLite has one server, whose folder needs no mark",
  },
  { file: "app/models/mail/mail.server.test.ts", tests: 1, reason: plans },
  {
    file: "app/models/maintenance.server.test.ts",
    tests: "all",
    reason: "PostgreSQL updates its statistics and merges its indexes itself",
  },
  {
    file: "app/models/migrate-sqlite.server.test.ts",
    tests: "all",
    reason: "Migrations of SQLite; PostgreSQL's have tests of their own",
  },
  { file: "app/models/permits/permit-list.server.test.ts", tests: 36, reason: plans },
  { file: "app/models/plan-checks/new-plans.server.test.ts", tests: 1, reason: plans },
  { file: "app/models/plan-review/assignment-list.server.test.ts", tests: 35, reason: plans },
  { file: "app/models/plan-review/comment-rows.server.test.ts", tests: 1, reason: plans },
  { file: "app/models/plan-review/correction-list.server.test.ts", tests: 1, reason: plans },
  { file: "app/models/plan-review/discussion.server.test.ts", tests: 1, reason: plans },
  { file: "app/models/plan-review/permit-history.server.test.ts", tests: 1, reason: plans },
  { file: "app/models/plan-review/plan-check-tab.server.test.ts", tests: 7, reason: plans },
  {
    file: "app/models/planner-statistics.server.test.ts",
    tests: "all",
    reason: "PostgreSQL updates its statistics itself",
  },
  { file: "app/models/portal/portal.server.test.ts", tests: 1, reason: plans },
  { file: "app/models/stale-row.server.test.ts", tests: 1, reason: plans },
  { file: "app/models/tables.server.test.ts", tests: 34, reason: plans },
  {
    file: "app/pages/files/plan-file-download.server.test.ts",
    tests: 1,
    reason: "PostgreSQL stores no null character",
  },
  { file: "app/seed/prepared-folder.test.ts", tests: "all", reason: seeds },
  { file: "app/seed/volume.server.test.ts", tests: "all", reason: seeds },
  {
    file: "app/testing/database-held.test.ts",
    tests: "all",
    reason: "Another process can hold SQLite's file; PostgreSQL has locks of its own",
  },
  { file: "app/testing/permit-statements.test.ts", tests: 4, reason: plans },
  {
    file: "scripts/collect-statements.test.ts",
    tests: "all",
    reason: "The statements of better-sqlite3 are garbage-collected",
  },
  { file: "scripts/seed.test.ts", tests: "all", reason: seeds },
];

const servers = "Only PostgreSQL's database can have several servers";

/** The tests that only run on PostgreSQL. */
export const onlyPostgres: OneDatabaseTests[] = [
  { file: "app/failure.server.test.ts", tests: 1, reason: "The error of PostgreSQL's full disk" },
  {
    file: "app/models/db-postgres.server.test.ts",
    tests: 35,
    reason: "Values, errors, connections and repeated writes of PostgreSQL",
  },
  { file: "app/models/installation.server.test.ts", tests: 1, reason: servers },
  { file: "app/models/letters/release-servers.server.test.ts", tests: 2, reason: servers },
  { file: "app/models/mail/mail-senders.server.test.ts", tests: 1, reason: servers },
  {
    file: "app/models/migrate-postgres.server.test.ts",
    tests: 24,
    reason: "Migrations of PostgreSQL, and databases that it refuses",
  },
  { file: "app/models/permits/permit-number-races.server.test.ts", tests: 9, reason: servers },
  {
    file: "app/models/permits/permit-search.server.test.ts",
    tests: 1,
    reason: "The index of symbols, which SQLite does not need",
  },
  { file: "app/seed/demo-servers.server.test.ts", tests: 5, reason: servers },
  {
    file: "app/testing/database-away.test.ts",
    tests: 9,
    reason: "A database that is another process can be away",
  },
  { file: "app/testing/several-servers.test.ts", tests: 6, reason: servers },
  { file: "faults/writes.test.ts", tests: 1, reason: servers },
];
