import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type PermitStatus, permitStatusValues } from "../permits/permit";
import { flag, id, idempotencyKey, moment, oneOf } from "../table-parts.server";

export const cities = sqliteTable(
  "cities",
  {
    id: id(),
    cityName: text().notNull(),
    cityNumber: text().notNull(),
    urban37CityCode: text().notNull(),
    managerName: text(),
    managerEmail: text(),
    managerPhone: text(),
    logoPath: text(),
    submissionStatus: text().$type<PermitStatus>().notNull().default("approved"),
    isActive: flag().notNull().default(true),
    usesCorrections: flag().notNull().default(false),
    /** The last permit for which a plan check was opened after the city began to use corrections; null when all have one. */
    planChecksOpenedTo: integer(),
    idempotencyKey: idempotencyKey(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (city) => [
    uniqueIndex("cities_code").on(sql`upper(${city.urban37CityCode})`),
    uniqueIndex("cities_form_key").on(city.idempotencyKey),
    index("cities_name").on(city.cityName),
    oneOf("cities_submission_status", city.submissionStatus, permitStatusValues),
  ],
);
