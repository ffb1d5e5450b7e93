import type * as tables from "~/models/tables.server";
import {
  administrator,
  cities,
  type DemoCity,
  type DemoEmployee,
  type DemoPerson,
  employees,
} from "./demo-data";
import { type DemoDiscipline, demoDisciplines } from "./demo-disciplines";

type UserRow = typeof tables.users.$inferInsert & { id: number };
type CityRow = typeof tables.cities.$inferInsert & { id: number };

export type DemoUser = { id: number; name: string };
export type DemoReviewer = DemoUser & { employeeId: number; disciplines: DemoDiscipline[] };
export type DemoPeople = ReturnType<typeof demoPeople>;
export type DemoCast = { cities: DemoCity[]; employees: DemoEmployee[] };

/**
 * Returns the rows of all users, cities and employees, and the people who can work: those who are active and
 * have a password.
 */
export function demoPeople(
  createdAt: string,
  passwordHash: string,
  { cities, employees }: DemoCast = demoCast,
) {
  const timestamps = { createdAt, updatedAt: createdAt };
  let lastUserId = 0;

  function createUser(
    { firstName, lastName, email, isInvited = false }: DemoPerson,
    fields: Partial<UserRow>,
  ): UserRow {
    lastUserId += 1;
    const account = { passwordHash: isInvited ? null : passwordHash, isInvited };
    return { id: lastUserId, firstName, lastName, email, ...account, ...fields, ...timestamps };
  }

  const administrators = [createUser(administrator, { role: "admin" })];
  const employeeUsers = employees.map((employee) =>
    createUser(employee, { role: "employee", isActive: employee.isActive ?? true }),
  );
  const cityUsers = cities.flatMap((city, index) =>
    city.users.map((person) => createUser(person, { role: "city", cityId: index + 1 })),
  );

  const reviewers: DemoReviewer[] = employeeUsers
    .map((row, index) => ({
      ...nameOf(row),
      row,
      employeeId: index + 1,
      disciplines: employees[index]?.disciplines ?? [],
    }))
    .filter(({ row }) => canWork(row))
    .map(({ row, ...reviewer }) => reviewer);

  return {
    users: [...administrators, ...employeeUsers, ...cityUsers],
    cities: cities.map(
      ({ share, areaCode, cityPermitNumber, users, ...fields }, index): CityRow => ({
        id: index + 1,
        usesCorrections: true,
        letterNamesReviewers: false,
        fullName: null,
        letterContact: null,
        letterCodes: null,
        approvalWording: "approved",
        letterRecipients: "city",
        applicantsAnswer: true,
        ...fields,
        ...timestamps,
      }),
    ),
    employees: [...employeeUsers, ...administrators].map(({ id }, index) => ({
      id: index + 1,
      userId: id,
      ...timestamps,
    })),
    employeeDisciplines: employees.flatMap((employee, index) =>
      employee.disciplines.map((discipline) => ({ employeeId: index + 1, discipline })),
    ),
    administrator: administrators.map(nameOf)[0] as DemoUser,
    reviewersOf: Object.fromEntries(
      demoDisciplines.map((discipline) => [
        discipline,
        reviewers.filter((reviewer) => reviewer.disciplines.includes(discipline)),
      ]),
    ) as Record<DemoDiscipline, DemoReviewer[]>,
    usersOfCity: (cityId: number) =>
      cityUsers.filter((row) => row.cityId === cityId && canWork(row)).map(nameOf),
  };
}

const demoCast: DemoCast = { cities, employees };
const nameOf = ({ id, firstName, lastName }: UserRow): DemoUser => ({ id, name: `${firstName} ${lastName}` });
const canWork = (user: UserRow) => user.isActive !== false && !user.isInvited;
