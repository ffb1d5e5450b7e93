import { flag, foreignId, id, moment, oneOf } from "../../platform/db/column-types.server";
import { index, integer, json, table, text, uniqueIndex } from "../../platform/db/dialect.server";
import { users } from "../accounts/accounts.table.server";
import { planFiles } from "../files/files.table.server";
import { reviewCycles } from "../permits/permit";
import { permits } from "../permits/permits.table.server";
import { type Findings, planSetKindValues, planSetRefusalValues, planSetStateValues } from "./plan-set";
import { renderTaskValues } from "./render-task";
import { numberSourceValues } from "./sheet";
import type { Settled } from "./sheet-question";

/** What was found in a PDF with plans that were received. */
export const planSets = table(
  "plan_sets",
  {
    id: id(),
    planFileId: foreignId(() => planFiles.id, "cascade"),
    permitId: foreignId(() => permits.id, "cascade"),
    reviewCycle: text({ enum: reviewCycles }).notNull(),
    kind: text({ enum: planSetKindValues }).notNull().default("drawings"),
    state: text({ enum: planSetStateValues }).notNull().default("waiting"),
    refusal: text({ enum: planSetRefusalValues }),
    findings: json().$type<Findings>(),
    /** What was answered about its list of sheets. */
    settled: json().$type<Settled>(),
    /** When that list was confirmed. */
    confirmedAt: moment(),
    confirmedById: integer().references(() => users.id, { onDelete: "set null" }),
    confirmedByName: text(),
    updatedAt: moment().notNull(),
  },
  (set) => [
    uniqueIndex("plan_sets_by_file").on(set.planFileId),
    index("plan_sets_by_permit").on(set.permitId, set.reviewCycle),
    index("plan_sets_by_confirmer").on(set.confirmedById),
    oneOf("plan_sets_review_cycle", set.reviewCycle, reviewCycles),
    oneOf("plan_sets_kind", set.kind, planSetKindValues),
    oneOf("plan_sets_state", set.state, planSetStateValues),
    oneOf("plan_sets_refusal", set.refusal, planSetRefusalValues),
  ],
);

/** The pages of plan sets. */
export const sheets = table(
  "sheets",
  {
    id: id(),
    planSetId: foreignId(() => planSets.id, "cascade"),
    permitId: foreignId(() => permits.id, "cascade"),
    /** Counted from 1. */
    page: integer().notNull(),
    number: text(),
    title: text(),
    numberSource: text({ enum: numberSourceValues }),
    /** In points, 1/72 in, as the page is displayed. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** By how much a thing is longer than on the paper, in thousandths. Null until a person has set it. */
    scale: integer(),
    cannotBeShown: flag().notNull().default(false),
    /** The sheet of an earlier cycle that it was compared with. That one may be gone. */
    comparedWithId: integer(),
    isChanged: flag(),
    withdrawnAt: moment(),
    /** The cycle whose set lacks it. */
    withdrawnIn: text({ enum: reviewCycles }),
    withdrawnById: integer().references(() => users.id, { onDelete: "set null" }),
    withdrawnByName: text(),
    updatedAt: moment().notNull(),
  },
  (sheet) => [
    uniqueIndex("sheets_by_set").on(sheet.planSetId, sheet.page),
    index("sheets_by_permit").on(sheet.permitId),
    index("sheets_by_withdrawer").on(sheet.withdrawnById),
    oneOf("sheets_number_source", sheet.numberSource, numberSourceValues),
    oneOf("sheets_withdrawn_in", sheet.withdrawnIn, reviewCycles),
  ],
);

/** What render children still have to do, each for a few seconds at a time. */
export const renderJobs = table(
  "render_jobs",
  {
    id: id(),
    planSetId: foreignId(() => planSets.id, "cascade"),
    task: text({ enum: renderTaskValues }).notNull(),
    priority: integer().notNull(),
    /** How many pages are done. */
    pagesDone: integer().notNull().default(0),
    /** Only the server that claimed it works on it before this. */
    dueAt: moment().notNull(),
  },
  (job) => [
    uniqueIndex("render_jobs_of_set").on(job.planSetId, job.task),
    index("render_jobs_due").on(job.priority, job.id),
    oneOf("render_jobs_task", job.task, renderTaskValues),
  ],
);
