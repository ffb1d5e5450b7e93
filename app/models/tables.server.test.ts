import { getTableColumns, getTableName, sql, type Table } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db, rowsOf, write, writer } from "~/platform/db/db.server";
import { type Table as DialectTable, isPostgres } from "~/platform/db/dialect.server";
import { allTables } from "~/testing/database";
import * as tables from "./tables.server";

const stamps = { createdAt: "2026-11-20T20:00:00.000Z", updatedAt: "2026-11-20T20:00:00.000Z" };

/** A valid row of each table, whose parents are the rows with id 1. */
const rows = {
  cities: { cityName: "Oakville", cityNumber: "03", urban37CityCode: "OAK", ...stamps },
  users: { email: "ann@city.test", ...stamps },
  sessions: { tokenHash: "hash", userId: 1, createdAt: "", lastSeenAt: "", expiresAt: "" },
  apiKeys: { tokenHash: "hash", userId: 1, name: "Nightly export", isReadOnly: false, createdAt: "" },
  oneTimeTokens: { tokenHash: "hash", purpose: "invite", userId: 1, createdAt: "", expiresAt: "" },
  employees: { userId: 1, ...stamps },
  employeeDisciplines: { employeeId: 1, discipline: "Fire" },
  permits: {
    cityId: 1,
    permitCreationYear: 2026,
    urban37PermitNumber: "OAK-26-001",
    status: "approved",
    reviewCycle: "PC1",
    creationDate: "2026-11-20",
    dueDate: "2026-11-30",
    projectName: "Harbor Street Apartments",
    projectAddress: "1420 Harbor Street",
    projectType: "residential",
    projectDescription: "24 units over podium",
    ...stamps,
  },
  permitDisciplines: { permitId: 1, discipline: "Fire" },
  assignments: {
    permitId: 1,
    reviewCycle: "PC1",
    discipline: "Fire",
    employeeId: 1,
    status: "assigned",
    ...stamps,
  },
  planFiles: {
    permitId: 1,
    reviewCycle: "PC1",
    fileName: "a.pdf",
    kind: "pdf",
    byteSize: 1,
    fileKey: "key",
    sha256: "hash",
    uploadedAt: "",
  },
  comments: { permitId: 1, reviewCycle: "PC1", authorName: "Ann", text: "See sheet A-1", ...stamps },
  timeEntries: {
    permitId: 1,
    employeeId: 1,
    discipline: "Fire",
    reviewCycle: "PC1",
    quarterHours: 4,
    workDate: "2026-11-20",
    ...stamps,
  },
  cityFees: {
    cityId: 1,
    serviceType: "review",
    description: "Plan review",
    amountCents: 100,
    status: "pending",
    dateCharged: "2026-11-20",
    ...stamps,
  },
  cityPricing: { cityId: 1, serviceName: "Plan review", pricingType: "hourly", rate: 100, ...stamps },
  permitNumberCounters: { cityId: 1, year: 2025, highest: 1 },
  auditEvents: { at: "", actorName: "Ann", action: "permit.created", subject: "permit", changes: {} },
  mailOutbox: { toAddress: "ann@city.test", subject: "Welcome", plainText: "", html: "", createdAt: "" },
} as const satisfies Partial<Record<keyof typeof tables, object>>;

type Name = keyof typeof rows;
const tableOf = (name: Name) => new Map(Object.entries(tables)).get(name) as DialectTable;

/** The errors of SQLite and PostgreSQL. There, a value of another type and a date that does not exist are of class 22. */
const violations = {
  check: isPostgres ? /violates check constraint|refused a value \(22/ : /CHECK/,
  unique: isPostgres ? /violates unique constraint/ : /UNIQUE/,
  foreignKey: isPostgres ? /violates foreign key constraint/ : /FOREIGN KEY/,
};

const rolledBack = new Error("rolled back");

/** Inserts a row, or several, in a transaction that is rolled back; rejects with the database's error. */
async function inserting(name: Name, changes: object, ...more: object[]): Promise<void> {
  const transaction = write(async (tx) => {
    for (const change of [changes, ...more]) {
      await tx.insert(tableOf(name)).values({ ...rows[name], ...change });
    }
    throw rolledBack;
  });
  await transaction.catch((error: Error) => {
    if (error !== rolledBack) throw error.cause ?? error;
  });
}

beforeAll(() =>
  write(async (tx) => {
    await tx.insert(tables.cities).values(rows.cities);
    await tx.insert(tables.users).values(rows.users);
    await tx.insert(tables.employees).values(rows.employees);
    await tx.insert(tables.permits).values(rows.permits);
  }),
);

/** The columns in which a row has to differ from the existing one. */
const distinct: Partial<Record<Name, object>> = {
  cities: { urban37CityCode: "MES" },
  users: { email: "bob@city.test" },
  permits: { urban37PermitNumber: "OAK-26-002" },
};

const enumerations = [
  ["users", "role", ["admin", "employee", "city", null]],
  ["oneTimeTokens", "purpose", ["invite", "reset"]],
  ["cities", "submissionStatus", ["approved", "in_process", "resubmittal_required", "hold", "cancelled"]],
  ["cities", "approvalWording", ["approved", "recommended"]],
  ["employeeDisciplines", "discipline", ["Architectural", "Accessibility"]],
  ["permits", "status", ["approved", "in_process", "resubmittal_required", "hold", "cancelled"]],
  ["permits", "reviewCycle", ["PC1", "PC10"]],
  ["permits", "revisionNumber", ["rev1", "rev10", null]],
  [
    "permits",
    "projectType",
    ["residential", "commercial", "mixed_use", "industrial", "institutional", "other"],
  ],
  ["permits", "permitCreationYear", [2020, 2030]],
  ["permitDisciplines", "discipline", ["Structural", "Mechanical"]],
  ["assignments", "status", ["assigned", "in_progress", "completed"]],
  ["assignments", "discipline", ["Civil", "Electrical"]],
  ["assignments", "reviewCycle", ["PC1", "PC10"]],
  ["planFiles", "kind", ["pdf", "dwg", "dxf"]],
  ["planFiles", "reviewCycle", ["PC1", "PC10"]],
  ["comments", "discipline", ["Plumbing", null]],
  ["comments", "reviewCycle", ["PC1", "PC10"]],
  ["timeEntries", "discipline", ["Fire"]],
  ["timeEntries", "reviewCycle", ["PC1", "PC10"]],
  ["timeEntries", "quarterHours", [1, 96]],
  ["cityFees", "serviceType", ["review", "processing", "expedited", "consultation", "inspection", "other"]],
  ["cityFees", "status", ["pending", "paid", "overdue"]],
  ["cityPricing", "pricingType", ["percentage", "hourly"]],
  ["mailOutbox", "status", ["waiting", "sent", "failed"]],
] as const;

const outside = ["", "pending_review", "APPROVED", "in-progress", "PC0", "PC11", "rev0", "rev11", "none", -1];

describe.each(enumerations)("%s.%s", (name, column, values) => {
  test.each(values.map((value) => [value]))("accepts %s", async (value) => {
    await expect(inserting(name, { ...distinct[name], [column]: value })).resolves.toBeUndefined();
  });

  test("rejects any other value", async () => {
    for (const value of outside) {
      await expect(inserting(name, { ...distinct[name], [column]: value }), String(value)).rejects.toThrow(
        violations.check,
      );
    }
  });
});

test.each([
  ["permits", "permitCreationYear", 2019],
  ["permits", "permitCreationYear", 2031],
  ["timeEntries", "quarterHours", 0],
  ["timeEntries", "quarterHours", 97],
  ["cityFees", "amountCents", -1],
  ["cityPricing", "rate", -1],
] as const)("%s.%s rejects %d", async (name, column, value) => {
  await expect(inserting(name, { ...distinct[name], [column]: value })).rejects.toThrow(violations.check);
});

describe.each([
  ["permits", "creationDate"],
  ["permits", "dueDate"],
  ["permits", "submissionDate"],
  ["assignments", "employeeDueDate"],
  ["timeEntries", "workDate"],
  ["cityFees", "dateCharged"],
  ["cityFees", "datePaid"],
] as const)("the date in %s.%s", (name, column) => {
  test("can be an existing leap day", async () => {
    await expect(inserting(name, { ...distinct[name], [column]: "2028-02-29" })).resolves.toBeUndefined();
  });

  test("must exist, and be written as YYYY-MM-DD", async () => {
    for (const day of [
      "2026-02-31",
      "2027-02-29",
      "2026-13-01",
      "2026-2-3",
      "11/20/2026",
      "now",
      "",
      "2026-11-20T00:00:00Z",
    ]) {
      await expect(inserting(name, { ...distinct[name], [column]: day }), day).rejects.toThrow(
        violations.check,
      );
    }
  });
});

test.each([
  ["users", "cityId"],
  ["sessions", "userId"],
  ["apiKeys", "userId"],
  ["oneTimeTokens", "userId"],
  ["employees", "userId"],
  ["employeeDisciplines", "employeeId"],
  ["permits", "cityId"],
  ["permits", "createdById"],
  ["permitDisciplines", "permitId"],
  ["permitNumberCounters", "cityId"],
  ["assignments", "permitId"],
  ["assignments", "employeeId"],
  ["planFiles", "permitId"],
  ["planFiles", "uploadedById"],
  ["comments", "permitId"],
  ["comments", "parentId"],
  ["comments", "authorId"],
  ["timeEntries", "permitId"],
  ["timeEntries", "employeeId"],
  ["cityFees", "cityId"],
  ["cityFees", "paidById"],
  ["cityPricing", "cityId"],
  ["auditEvents", "actorId"],
] as const)("%s.%s rejects a parent that does not exist", async (name, column) => {
  // PostgreSQL's trigger looks for the permit first, and then knows nothing of the assignment's cycle.
  const isTrigger = isPostgres && name === "assignments" && column === "permitId";
  const error = isTrigger ? /column "is_current".* violates not-null/ : violations.foreignKey;
  await expect(inserting(name, { ...distinct[name], [column]: 999 })).rejects.toThrow(error);
});

test.each([
  ["a city code in another case", "cities", [{ urban37CityCode: "oak" }]],
  ["a user's email", "users", [{}]],
  ["a session's token", "sessions", [{}, {}]],
  ["an API key", "apiKeys", [{}, {}]],
  ["a one-time token", "oneTimeTokens", [{}, {}]],
  ["an employee of a user", "employees", [{}]],
  ["a permit number without a revision", "permits", [{}]],
  ["a permit number in another case", "permits", [{ urban37PermitNumber: "oak-26-001" }]],
  ["a permit number with a revision", "permits", [{ revisionNumber: "rev1" }, { revisionNumber: "rev1" }]],
  ["an assignment of a discipline in a cycle", "assignments", [{}, {}]],
  ["a required discipline of a permit", "permitDisciplines", [{}, {}]],
  ["a discipline of an employee", "employeeDisciplines", [{}, {}]],
  ["a counter of a city and a year", "permitNumberCounters", [{}, {}]],
] as const)("%s is unique", async (_, name, [first, ...more]) => {
  await expect(inserting(name, first, ...more)).rejects.toThrow(violations.unique);
});

test("a permit can have another revision, and a discipline another review cycle", async () => {
  await expect(
    inserting("permits", { revisionNumber: "rev1" }, { revisionNumber: "rev2" }),
  ).resolves.toBeUndefined();
  await expect(
    inserting("assignments", {}, { reviewCycle: "PC2" }, { discipline: "Civil" }),
  ).resolves.toBeUndefined();
});

const tablesWithKeys = (Object.keys(rows) as Name[]).filter(
  (name) => "idempotencyKey" in getTableColumns(tableOf(name)),
);

test("every table that a form inserts into has an idempotency key", () => {
  expect(tablesWithKeys).toEqual([
    "cities",
    "users",
    "apiKeys",
    "employees",
    "permits",
    "planFiles",
    "comments",
    "timeEntries",
    "cityFees",
    "cityPricing",
  ]);
});

/** Pairs of rows that differ in everything except the idempotency key. */
const pairs: Partial<Record<Name, [object, object]>> = {
  apiKeys: [{ tokenHash: "first" }, { tokenHash: "second" }],
  users: [{ email: "first@city.test" }, { email: "second@city.test" }],
  cities: [{ urban37CityCode: "AAA" }, { urban37CityCode: "BBB" }],
  planFiles: [{ fileKey: "first" }, { fileKey: "second" }],
  permits: [{ urban37PermitNumber: "OAK-26-002" }, { urban37PermitNumber: "OAK-26-003" }],
};

test.each(tablesWithKeys.filter((name) => name !== "employees"))(
  "%s: an idempotency key is unique, and any number of rows can have none",
  async (name) => {
    const [first, second] = pairs[name] ?? [{}, {}];
    await expect(
      inserting(name, { ...first, idempotencyKey: "k" }, { ...second, idempotencyKey: "k" }),
    ).rejects.toThrow(violations.unique);
    await expect(inserting(name, first, second)).resolves.toBeUndefined();
  },
);

test("files of the same form differ in their position", async () => {
  await expect(
    inserting(
      "planFiles",
      { idempotencyKey: "k", formPosition: 0, fileKey: "first" },
      { idempotencyKey: "k", formPosition: 1, fileKey: "second" },
    ),
  ).resolves.toBeUndefined();
});

test("an email is stored in lower case", async () => {
  await expect(inserting("users", { email: "Bob@city.test" })).rejects.toThrow(violations.check);
});

test("the id of a deleted row is not used again", async () => {
  const ids = await write(async (tx) => {
    const add = async () =>
      (
        await tx
          .insert(tables.auditEvents)
          .values({ ...rows.auditEvents, changes: {} })
          .returning({ id: tables.auditEvents.id })
      )[0]?.id ?? 0;
    const first = await add();
    await tx.delete(tables.auditEvents);
    return [first, await add()] as const;
  });
  expect(ids[1]).toBeGreaterThan(ids[0]);
});

/** The names of a table's columns in the database, but for those that PostgreSQL generates. */
async function storedColumns(table: Table): Promise<string[]> {
  const name = getTableName(table);
  const columns = await rowsOf<{ name: string }>(
    db,
    isPostgres
      ? sql`select column_name as name from information_schema.columns where table_name = ${name} and is_generated = 'NEVER'`
      : sql`select name from pragma_table_info(${name})`,
  );
  return columns.map((column) => column.name).filter((column) => !searchColumns.includes(column));
}

/** Of the search, written by hand for PostgreSQL. */
const searchColumns = ["search_words", "issued_words", "issued_city_id"];

test("the database has every table of the schema, with its columns", async () => {
  for (const table of allTables)
    expect((await storedColumns(table)).length, getTableName(table)).toBe(
      Object.keys(getTableColumns(table)).length,
    );
});

const planOf = (query: string): string =>
  writer
    .prepare(`EXPLAIN QUERY PLAN ${query}`)
    .all()
    .map((step) => (step as { detail: string }).detail)
    .join("; ");

/** The model's query for the ids of a page of permits. */
const listQuery = (condition: string, order: string) =>
  `SELECT permits.id FROM permits WHERE 1 = 1 ${condition} ORDER BY ${order} LIMIT 10 OFFSET 500`;

test.skipIf(isPostgres).each([
  ["", "permits.id DESC"],
  ["", "urban37_permit_number, permits.id"],
  ["", "urban37_permit_number DESC, permits.id DESC"],
  ["", "due_date, permits.id"],
  ["", "due_date DESC, permits.id DESC"],
  ["", "status, permits.id"],
  ["AND city_id = 1", "permits.id DESC"],
  ["AND city_id = 1", "urban37_permit_number, permits.id"],
  ["AND city_id = 1", "due_date, permits.id"],
  ["AND city_id = 1", "status, permits.id"],
  ["AND status = 'hold'", "permits.id DESC"],
  ["AND status = 'hold'", "urban37_permit_number, permits.id"],
  ["AND status = 'hold'", "due_date, permits.id"],
  ["AND status = 'hold' AND city_id = 1", "permits.id DESC"],
  ["AND status = 'hold' AND city_id = 1", "urban37_permit_number, permits.id"],
  ["AND status = 'hold' AND city_id = 1", "due_date DESC, permits.id DESC"],
])(
  "the ids of the permit list %s by %s are read from an index that has them in their order",
  (condition, order) => {
    const plan = planOf(listQuery(condition, order));
    expect(plan).not.toMatch(/TEMP B-TREE/);
    expect(plan).toMatch(/(SCAN|SEARCH) permits USING COVERING INDEX/);
  },
);

test.skipIf(isPostgres).each([
  ["a permit's assignments", "SELECT * FROM assignments WHERE permit_id = 1 AND review_cycle = 'PC1'"],
  [
    "a reviewer's assignments",
    "SELECT id FROM assignments WHERE employee_id = 1 AND is_open = true ORDER BY employee_due_date",
  ],
  [
    "a permit's files",
    "SELECT * FROM plan_files WHERE permit_id = 1 AND review_cycle = 'PC1' ORDER BY uploaded_at",
  ],
  ["the files with a content", "SELECT * FROM plan_files WHERE file_key IN ('a', 'b')"],
  ["a permit's comments", "SELECT * FROM comments WHERE permit_id = 1 ORDER BY created_at"],
  ["a permit's hours", "SELECT * FROM time_entries WHERE permit_id = 1"],
  [
    "a reviewer's hours on a permit",
    "SELECT * FROM time_entries WHERE permit_id = 1 AND employee_id = 1 ORDER BY work_date",
  ],
  ["a reviewer's hours", "SELECT * FROM time_entries WHERE employee_id = 1 ORDER BY work_date"],
  ["a city's fees", "SELECT * FROM city_fees WHERE city_id = 1 ORDER BY date_charged"],
  ["a city's pricing", "SELECT * FROM city_pricing WHERE city_id = 1 ORDER BY service_name"],
  ["a city's users", "SELECT * FROM users WHERE city_id = 1"],
  [
    "a permit's history",
    "SELECT * FROM audit_events WHERE subject = 'permit' AND subject_id = 1 ORDER BY id DESC",
  ],
  ["the session of a token", "SELECT * FROM sessions WHERE token_hash = 'a'"],
  ["a user's sessions", "SELECT * FROM sessions WHERE user_id = 1 ORDER BY last_seen_at DESC"],
  ["an account's failures", "SELECT count(*), min(at) FROM sign_in_failures WHERE email = 'a' AND at > 'b'"],
  [
    "an address's failures",
    "SELECT count(*), min(at) FROM sign_in_failures WHERE address = 'a' AND at > 'b'",
  ],
  ["the emails that are due", "SELECT * FROM mail_outbox WHERE status = 'waiting' AND next_attempt_at < 'b'"],
  ["the permit with a number", "SELECT * FROM permits WHERE upper(urban37_permit_number) = 'OAK-26-001'"],
])("%s are read from an index", (_, query) => {
  const plan = planOf(query);
  expect(plan).toMatch(/USING (COVERING )?INDEX/);
  expect(plan).not.toMatch(/TEMP B-TREE/);
});

/** The columns whose rows are deleted with their parents. */
const cascades = () =>
  rowsOf<{ name: string; column: string; isIndexed?: boolean }>(
    db,
    isPostgres
      ? sql`select conrelid::regclass::text as name, conkey[1] as column, exists (
          select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null
        ) as "isIndexed" from pg_constraint where confdeltype = 'c'`
      : sql.join(
          allTables.map((table) => {
            const name = getTableName(table);
            return sql`select ${name} as name, "from" as "column" from pragma_foreign_key_list(${name}) where on_delete = 'CASCADE'`;
          }),
          sql` union all `,
        ),
  );

test("child rows that are deleted with their parent are found by an index", async () => {
  const found = await cascades();
  expect(found.length).toBeGreaterThan(20);
  for (const { name, column, isIndexed } of found) {
    if (isPostgres) expect(isIndexed, `${name}.${column}`).toBe(true);
    else expect(planOf(`SELECT 1 FROM ${name} WHERE ${column} = 1`), `${name}.${column}`).toMatch(/SEARCH/);
  }
});
