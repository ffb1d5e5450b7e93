import { foreignId, id, idempotencyKey, moment, oneOf } from "../../platform/db/column-types.server";
import { primaryKey, table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { disciplineValues } from "../discipline";

export const employees = table(
  "employees",
  {
    id: id(),
    userId: foreignId(() => users.id),
    idempotencyKey: idempotencyKey(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (employee) => [
    uniqueIndex("employees_user").on(employee.userId),
    uniqueIndex("employees_form_key").on(employee.idempotencyKey),
  ],
);

export const employeeDisciplines = table(
  "employee_disciplines",
  {
    employeeId: foreignId(() => employees.id, "cascade"),
    discipline: text({ enum: disciplineValues }).notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.employeeId, row.discipline] }),
    oneOf("employee_disciplines_discipline", row.discipline, disciplineValues),
  ],
);
