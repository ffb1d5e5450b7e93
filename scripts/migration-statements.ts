import { generateMigration, generateSQLiteMigration } from "drizzle-kit/api";

// What drizzle-kit writes to get from one snapshot of the tables to the next, with what it does not know.

type Snapshot = {
  tables: Record<string, { columns: object }>;
  internal?: { indexes: Record<string, { columns: Record<string, { isExpression?: boolean }> }> };
};

export async function sqliteChanges(last: object, next: object): Promise<string[]> {
  const statements = await generateSQLiteMigration(last as never, next as never);
  const renamed = statements.flatMap((text) => /RENAME COLUMN \S+ TO [`"](\w+)/i.exec(text)?.[1] ?? []);
  return statements
    .map((text) => copiedColumns(text, last as Snapshot, renamed))
    .map((text) => indexedExpressions(text, next as Snapshot));
}

/** Copies to a rebuilt table the columns that the table has: drizzle-kit also reads the new ones from it. */
function copiedColumns(statement: string, { tables }: Snapshot, renamed: string[]): string {
  const [, table = "", list = ""] = /^INSERT INTO `__new_(\w+)`\(([^)]*)\)/.exec(statement) ?? [];
  if (!table) return statement;
  const existing = [...Object.keys(tables[table]?.columns ?? {}), ...renamed];
  const columns = list.split(", ").filter((name) => existing.includes(name.replaceAll('"', "")));
  return `INSERT INTO \`__new_${table}\`(${columns.join(", ")}) SELECT ${columns.join(", ")} FROM \`${table}\`;`;
}

/** Writes the expressions of an index as they are: drizzle-kit quotes them like columns when it rebuilds a table. */
function indexedExpressions(statement: string, { internal }: Snapshot): string {
  const [, index = ""] = /^CREATE (?:UNIQUE )?INDEX `(\w+)`/.exec(statement) ?? [];
  const expressions = Object.keys(internal?.indexes[index]?.columns ?? {});
  return expressions.reduce((text, expression) => text.replace(`\`${expression}\``, expression), statement);
}

/** Returns PostgreSQL's statements, the first of which says what they are for the version before. */
export async function postgresChanges(last: object, next: object): Promise<string[]> {
  const [first = "", ...others] = await generateMigration(last as never, next as never);
  return first ? [`-- ${kindOf([first, ...others])}\n${first}`, ...others] : [];
}

/** The version before runs after statements that only add what it need not know. */
export function kindOf(statements: string[]): "compatible" | "breaking" {
  const added = statements.flatMap((text) => /^(?:CREATE TABLE|.* ADD COLUMN) "(\w+)"/.exec(text)?.[1] ?? []);
  const namesNew = (text: string) => added.some((name) => text.includes(`"${name}"`));
  const onlyAdds = (text: string) =>
    /^CREATE (TABLE|INDEX)/.test(text) ||
    (/ ADD COLUMN /.test(text) && (!/ NOT NULL/.test(text) || / DEFAULT /.test(text))) ||
    (/^CREATE UNIQUE INDEX|^ALTER TABLE "\w+" ADD CONSTRAINT /.test(text) && namesNew(text));
  return statements.every(onlyAdds) ? "compatible" : "breaking";
}
