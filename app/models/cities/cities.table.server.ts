import { sql } from "drizzle-orm";
import { flag, foreignId, id, idempotencyKey, moment, oneOf } from "../../platform/db/column-types.server";
import { index, integer, table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { permitStatusValues } from "../permits/permit";
import { approvalWordingValues } from "./approval-wording";
import { letterRecipientsValues, resubmittalSetValues } from "./letter-settings";

export const cities = table(
  "cities",
  {
    id: id(),
    cityName: text().notNull(),
    /** Null for the name with "City of". */
    fullName: text(),
    cityNumber: text().notNull(),
    urban37CityCode: text().notNull(),
    managerName: text(),
    managerEmail: text(),
    managerPhone: text(),
    logoPath: text(),
    submissionStatus: text({ enum: permitStatusValues }).notNull().default("approved"),
    isActive: flag().notNull().default(true),
    usesCorrections: flag().notNull().default(false),
    letterNamesReviewers: flag().notNull().default(false),
    /** Printed in letters. */
    letterContact: text(),
    letterCodes: text(),
    approvalWording: text({ enum: approvalWordingValues }).notNull().default("approved"),
    resubmittalSets: text({ enum: resubmittalSetValues }).notNull().default("complete"),
    letterRecipients: text({ enum: letterRecipientsValues }).notNull().default("city"),
    /** By their status link. */
    applicantsAnswer: flag().notNull().default(true),
    /** The last permit whose plan check was opened after the city began or ended to use corrections; null after all. */
    planChecksOpenedTo: integer(),
    idempotencyKey: idempotencyKey(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (city) => [
    uniqueIndex("cities_code").on(sql`upper(${city.urban37CityCode})`),
    uniqueIndex("cities_form_key").on(city.idempotencyKey),
    oneOf("cities_submission_status", city.submissionStatus, permitStatusValues),
    oneOf("cities_approval_wording", city.approvalWording, approvalWordingValues),
    oneOf("cities_resubmittal_sets", city.resubmittalSets, resubmittalSetValues),
    oneOf("cities_letter_recipients", city.letterRecipients, letterRecipientsValues),
  ],
);

/** All that a city has had, since its letters show the one of their day. */
export const cityLogos = table(
  "city_logos",
  {
    path: text().primaryKey(),
    cityId: foreignId(() => cities.id, "cascade"),
  },
  (logo) => [index("city_logos_by_city").on(logo.cityId)],
);
