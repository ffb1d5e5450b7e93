import { approvalWordingValues } from "../cities/approval-wording";
import { newReasonValues, verdictValues } from "../corrections/correction";
import { decisionValues } from "../corrections/decision";
import { disciplineValues } from "../discipline";
import { shapeValues } from "../markups/markup";
import { projectTypeValues, reviewCycles, revisions } from "../permits/permit";
import { z } from "../schema.server";
import { answerWayValues, letterKindValues } from "./letter";

const text = z.string();
const nullableText = text.nullable();
const date = text.meta({ format: "date" });
const cycle = z.literal(reviewCycles);
const decision = z.literal(decisionValues);

const Place = z.object({
  sheetId: z.int().min(1),
  name: text.meta({ description: "The number of the sheet, or its page." }),
  cycle: cycle.meta({ description: "The cycle whose plans have the sheet." }),
  shape: z.literal(shapeValues),
  points: z
    .array(z.tuple([z.number(), z.number()]))
    .meta({ description: "In fractions of the sheet, from its upper left corner." }),
  text: nullableText,
  cutOut: nullableText.optional().meta({
    description: "The SHA-256 of the picture of the place in this letter, null without one.",
  }),
});

const Item = z.object({
  id: z.int().min(1),
  number: text,
  sheet: nullableText,
  code: nullableText,
  text,
  cycle: cycle.meta({ description: "The cycle of the first letter that it was in." }),
  newReason: z.literal(newReasonValues).nullable(),
  answer: z.object({ on: date, sheet: nullableText, text }).nullable(),
  verdict: z.literal(verdictValues).nullable(),
  remark: nullableText,
  places: z.array(Place).optional().meta({ description: "Where it is on the sheets, if it was placed." }),
});

const items = z.array(Item);

const Discipline = z.object({
  discipline: z.literal(disciplineValues),
  /** Null for a discipline that has only notes. */
  effectiveDecision: decision.nullable(),
  effectiveFrom: cycle.nullable(),
  isBeforeCorrections: z.boolean(),
  /** Only in cities whose letters name reviewers. */
  reviewer: nullableText,
  open: items,
  added: items,
  conditions: items,
  notes: items,
  resolved: z.array(text),
  withdrawn: z.array(z.object({ number: text, remark: text })),
});

const Plan = z.object({ name: text, on: date, cycle });

/** All that a letter says: its page and its PDF are drawn from it and nothing else. */
export const LetterContentSchema = z
  .object({
    version: z.literal(1),
    number: text,
    kind: z.literal(letterKindValues),
    cycle,
    issuedOn: date,
    city: z.object({
      name: text,
      fullName: text.optional().meta({ description: "Only if the city has set its own." }),
      logo: nullableText,
    }),
    provider: text,
    contact: nullableText,
    codes: nullableText,
    approvalWording: z.literal(approvalWordingValues),
    permit: z.object({
      number: text,
      revision: z.literal(revisions).nullable(),
      cityNumber: nullableText,
      name: text,
      address: text,
      type: z.literal(projectTypeValues),
    }),
    applicant: z.object({ name: nullableText, email: nullableText }),
    receivedOn: date,
    outcome: decision,
    answersBy: z.literal(answerWayValues).optional().meta({
      description: "How the applicant's answers are given; letters of earlier versions do not have it.",
    }),
    coverNote: nullableText,
    disciplines: z.array(Discipline),
    files: z.object({
      reviewed: z.array(text),
      markedUp: z.array(text),
      current: z
        .array(Plan)
        .optional()
        .meta({ description: "The current plans of all cycles, in approvals." }),
    }),
  })
  .meta({ description: "What the letter says; it never changes." });

export type LetterPlace = z.output<typeof Place>;
export type LetterItem = z.output<typeof Item>;
export type LetterDiscipline = z.output<typeof Discipline>;
export type LetterPlan = z.output<typeof Plan>;
export type LetterContent = z.output<typeof LetterContentSchema>;
