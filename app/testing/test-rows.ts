import Database from "better-sqlite3";
import { eq } from "drizzle-orm";
import { vi } from "vitest";
import { now } from "~/models/clock.server";
import { db, write, writer } from "~/models/db.server";
import type { Discipline } from "~/models/discipline";
import { PermitForm } from "~/models/permits/permit.form.server";
import { createPermit } from "~/models/permits/permit.server";
import { namesOf } from "~/models/person";
import { cityRole, type Role, staffRoles, type Viewer } from "~/models/policy";
import { assignments, cities, employeeDisciplines, employees, permits, users } from "~/models/tables.server";

let made = 0;
const stamps = () => ({ createdAt: now(), updatedAt: now() });

/** A city with a code of its own. */
export function makeCity(cityName?: string): Promise<{ id: number; code: string }> {
  made += 1;
  const code = `C${made.toString(36).padStart(2, "0")}`.toUpperCase();
  return write(async (tx) => {
    const [city] = await tx
      .insert(cities)
      .values({ cityName: cityName ?? `City ${made}`, cityNumber: "01", urban37CityCode: code, ...stamps() })
      .returning({ id: cities.id });
    if (!city) throw new Error("No city");
    return { id: city.id, code };
  });
}

type Facts = {
  name?: string;
  email?: string;
  cityId?: number;
  disciplines?: Discipline[];
  passwordHash?: string;
};

/** A user of a role, as the viewer that they are; an employee with disciplines. */
export function makeViewer(role: Role | null, facts: Facts = {}): Promise<Viewer> {
  made += 1;
  const {
    name = `Person ${made}`,
    email = `person${made}@example.test`,
    cityId = null,
    passwordHash,
  } = facts;
  return write(async (tx) => {
    const names = namesOf(name);
    const [user] = await tx
      .insert(users)
      .values({ ...names, email, role, cityId, passwordHash, ...stamps() })
      .returning();
    if (!user) throw new Error("No user");
    let employeeId: number | null = null;
    if (facts.disciplines) {
      const [employee] = await tx
        .insert(employees)
        .values({ userId: user.id, ...stamps() })
        .returning();
      employeeId = employee?.id ?? null;
      const rows = facts.disciplines.map((discipline) => ({ employeeId: employee?.id ?? 0, discipline }));
      if (rows.length > 0) await tx.insert(employeeDisciplines).values(rows);
    }
    return { id: user.id, role, cityId, employeeId, sessionId: null, email, ...names, profileImageUrl: null };
  });
}

/** Who asks in a table of who may what: people of a city, of another, without a role, and nobody. */
export const people = [
  "administrator",
  "reviewer",
  "otherReviewer",
  "cityUser",
  "otherCitysUser",
  "noRole",
  "nobody",
] as const;
export type Person = (typeof people)[number];
export type Somebody = Exclude<Person, "nobody">;

/** These people as viewers; a user without a role is of the first city too. */
export async function makePeople(
  cityId: number,
  otherCityId: number,
  facts: Facts = {},
): Promise<Record<Somebody, Viewer>> {
  return {
    administrator: await makeViewer(staffRoles.administrator, { disciplines: ["Fire"], ...facts }),
    reviewer: await makeViewer(staffRoles.reviewer, {
      disciplines: ["Structural"],
      name: "Rita Reviewer",
      ...facts,
    }),
    otherReviewer: await makeViewer(staffRoles.reviewer, { disciplines: ["Structural"], ...facts }),
    cityUser: await makeViewer(cityRole, { cityId, ...facts }),
    otherCitysUser: await makeViewer(cityRole, { cityId: otherCityId, ...facts }),
    noRole: await makeViewer(null, { cityId, ...facts }),
  };
}

/** What a filled form of a new permit holds, before it is parsed. */
export const permitFields = {
  permitCreationYear: 2026,
  cityPermitNumber: "B26-1",
  status: "in_process",
  reviewCycle: "PC1",
  creationDate: "2026-11-01",
  dueDate: "2026-11-11",
  projectName: "Harbor Street Apartments",
  projectAddress: "1420 Harbor Street",
  projectType: "residential",
  projectDescription: "24 units over podium",
  requiredDisciplines: ["Structural"],
} as const;

/** A permit made by an administrator through the model itself. */
export async function makePermit(
  administrator: Viewer,
  cityId: number,
  fields: Record<string, unknown> = {},
) {
  const { id } = await createPermit(administrator, PermitForm.parse({ ...permitFields, cityId, ...fields }));
  const [permit] = await db.select().from(permits).where(eq(permits.id, id));
  if (!permit) throw new Error("No permit");
  return permit;
}

/** Assigns a reviewer to a permit in its current cycle. */
export function assign(
  permit: { id: number },
  reviewer: Viewer,
  discipline: Discipline,
  status = "assigned" as const,
) {
  return write(async (tx) => {
    const [row] = await tx.select().from(permits).where(eq(permits.id, permit.id));
    const [assignment] = await tx
      .insert(assignments)
      .values({
        permitId: permit.id,
        reviewCycle: row?.reviewCycle ?? "PC1",
        discipline,
        employeeId: reviewer.employeeId ?? 0,
        status,
        ...stamps(),
      })
      .returning();
    return assignment;
  });
}

/** How many statements some work prepares: a list must not ask once for each of its rows. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const prepare = vi.spyOn(Database.prototype as Database.Database, "prepare");
  await work();
  const statements = prepare.mock.calls.length;
  prepare.mockRestore();
  return statements;
}

/** What some work reads: each query as the database gets it, with its values. */
export async function queriesOf(
  work: () => Promise<unknown>,
): Promise<{ text: string; values: unknown[] }[]> {
  const all = vi.spyOn(Object.getPrototypeOf(writer.prepare("SELECT 1")) as Database.Statement, "all");
  await work();
  const asked = (all.mock.contexts as Database.Statement[]).map(({ source }, index) => ({
    text: source,
    values: all.mock.calls[index] ?? [],
  }));
  all.mockRestore();
  return asked;
}
