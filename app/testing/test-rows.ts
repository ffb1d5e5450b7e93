import { eq, sql } from "drizzle-orm";
import type { FirstStep } from "~/models/accounts/second-step.server";
import { now } from "~/models/clock.server";
import type { Discipline } from "~/models/discipline";
import { PermitSchema } from "~/models/permits/permit.schema.server";
import { createPermit } from "~/models/permits/permit.server";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { personName, splitName } from "~/models/person";
import { cityRole, type Role, staffRoles, type Viewer } from "~/models/policy";
import {
  assignments,
  cities,
  comments,
  correctionNumbers,
  corrections,
  employeeDisciplines,
  employees,
  permits,
  users,
} from "~/models/tables.server";
import { write } from "~/platform/db/db.server";

let count = 0;
const stamps = () => ({ createdAt: now(), updatedAt: now() });

/** Creates a city with a unique code. */
export function makeCity(cityName?: string): Promise<{ id: number; code: string }> {
  count += 1;
  const code = `C${count.toString(36).padStart(2, "0")}`.toUpperCase();
  return write(async (tx) => {
    const [city] = await tx
      .insert(cities)
      .values({ cityName: cityName ?? `City ${count}`, cityNumber: "01", urban37CityCode: code, ...stamps() })
      .returning({ id: cities.id });
    if (!city) throw new Error("No city");
    return { id: city.id, code };
  });
}

type PersonFields = {
  name?: string;
  email?: string;
  cityId?: number;
  disciplines?: Discipline[];
  passwordHash?: string;
};

/** Creates a user with a role, and an employee if there are disciplines. Returns the user as a viewer. */
export function makeViewer(role: Role | null, fields: PersonFields = {}): Promise<Viewer> {
  count += 1;
  const {
    name = `Person ${count}`,
    email = `person${count}@example.test`,
    cityId = null,
    passwordHash,
  } = fields;
  return write(async (tx) => {
    const names = splitName(name);
    const [user] = await tx
      .insert(users)
      .values({ ...names, email, role, cityId, passwordHash, ...stamps() })
      .returning();
    if (!user) throw new Error("No user");
    let employeeId: number | null = null;
    if (fields.disciplines) {
      const [employee] = await tx
        .insert(employees)
        .values({ userId: user.id, ...stamps() })
        .returning();
      employeeId = employee?.id ?? null;
      const rows = fields.disciplines.map((discipline) => ({ employeeId: employee?.id ?? 0, discipline }));
      if (rows.length > 0) await tx.insert(employeeDisciplines).values(rows);
    }
    const settings = { profileImageUrl: null, searchesOnSlash: true };
    return { id: user.id, role, cityId, employeeId, sessionId: null, email, ...names, ...settings };
  });
}

/** Returns the token of the session that a sign-in has started. */
export function startedSession(first: FirstStep): string {
  if ("session" in first) return first.session;
  throw new Error("The sign-in needs a second step");
}

/** The columns of an access table: staff, users of two cities, a user without a role, and a signed-out request. */
export const people = [
  "administrator",
  "reviewer",
  "otherReviewer",
  "cityUser",
  "otherCitysUser",
  "noRole",
  "signedOut",
] as const;
export type Person = (typeof people)[number];
export type SignedInPerson = Exclude<Person, "signedOut">;

/** Creates these people and returns them as viewers. The user without a role belongs to the first city. */
export async function makePeople(
  cityId: number,
  otherCityId: number,
  fields: PersonFields = {},
): Promise<Record<SignedInPerson, Viewer>> {
  return {
    administrator: await makeViewer(staffRoles.administrator, { disciplines: ["Fire"], ...fields }),
    reviewer: await makeViewer(staffRoles.reviewer, {
      disciplines: ["Structural"],
      name: "Rita Reviewer",
      ...fields,
    }),
    otherReviewer: await makeViewer(staffRoles.reviewer, { disciplines: ["Structural"], ...fields }),
    cityUser: await makeViewer(cityRole, { cityId, name: "Carl Clerk", ...fields }),
    otherCitysUser: await makeViewer(cityRole, { cityId: otherCityId, name: "Fay Foreigner", ...fields }),
    noRole: await makeViewer(null, { cityId, ...fields }),
  };
}

/** The fields of a valid form for a new permit, before parsing. */
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

/** Creates a permit with the model's command and returns it as the administrator reads it. */
export async function makePermit(
  administrator: Viewer,
  cityId: number,
  fields: Record<string, unknown> = {},
): Promise<Permit> {
  const { id } = await createPermit(
    administrator,
    PermitSchema.parse({ ...permitFields, cityId, ...fields }),
  );
  return readPermit(administrator, id);
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
    const [created] = await tx
      .insert(assignments)
      .values({
        permitId: permit.id,
        reviewCycle: row?.reviewCycle ?? "PC1",
        discipline,
        employeeId: reviewer.employeeId ?? 0,
        status,
        ...stamps(),
      })
      .returning({ id: assignments.id });
    // Triggers set some columns after the row is returned.
    const [assignment] = await tx
      .select()
      .from(assignments)
      .where(eq(assignments.id, created?.id ?? 0));
    return assignment;
  });
}

type CommentFields = Partial<typeof comments.$inferInsert>;

/** Inserts comments on a permit in batches, by one author and at the present moment by default. Returns their ids. */
export function makeComments(
  permit: { id: number },
  author: Viewer,
  rows: CommentFields[],
): Promise<number[]> {
  const values = rows.map((row) => {
    const moment = row.createdAt ?? now();
    return {
      permitId: permit.id,
      reviewCycle: "PC1" as const,
      text: "Check the stairs",
      authorId: author.id,
      authorName: personName(author),
      authorCityId: author.cityId,
      createdAt: moment,
      updatedAt: moment,
      ...row,
    };
  });
  return write(async (tx) => {
    const ids: number[] = [];
    for (let start = 0; start < values.length; start += 500) {
      const batch = values.slice(start, start + 500);
      const created = await tx.insert(comments).values(batch).returning({ id: comments.id });
      ids.push(...created.map(({ id }) => id));
    }
    return ids;
  });
}

/** Sets whether a city uses corrections. Opens no plan check: a command or `openPlanChecks` does. */
export function switchCorrections(cityId: number, usesCorrections: boolean): Promise<unknown> {
  return write((tx) => tx.update(cities).set({ usesCorrections }).where(eq(cities.id, cityId)));
}

type CorrectionFields = Partial<Omit<typeof corrections.$inferInsert, "number">>;

/** Inserts open corrections of Fire in PC1 by default, with the next numbers of their disciplines. Returns their ids. */
export function makeCorrections(
  permit: { id: number },
  author: Viewer,
  rows: CorrectionFields[],
): Promise<number[]> {
  return write(async (tx) => {
    const ids: number[] = [];
    for (const row of rows) {
      const { discipline = "Fire" } = row;
      const [counter] = await tx
        .insert(correctionNumbers)
        .values({ permitId: permit.id, discipline, highest: 1 })
        .onConflictDoUpdate({
          target: [correctionNumbers.permitId, correctionNumbers.discipline],
          set: { highest: sql`${correctionNumbers.highest} + 1` },
        })
        .returning();
      const values = {
        permitId: permit.id,
        discipline,
        number: counter?.highest ?? 1,
        kind: "correction" as const,
        reviewCycle: "PC1" as const,
        text: "Show the rated walls",
        status: "open" as const,
        authorId: author.id,
        authorName: personName(author),
        ...stamps(),
        ...row,
      };
      const [created] = await tx.insert(corrections).values(values).returning({ id: corrections.id });
      if (created) ids.push(created.id);
    }
    return ids;
  });
}
