import type { Columns, LabelledName } from "../columns";
import { correctionColumns } from "../corrections/correction-columns";
import { decisions } from "../corrections/decision";
import { disciplines } from "../discipline";
import { feeColumns } from "../fees/fee";
import { planFileColumns } from "../files/plan-file";
import { cityStatuses } from "../permits/city-status";
import { reviewCycles } from "../permits/permit";
import { permitColumns } from "../permits/permit-columns";
import { planCheckStates, senders } from "../review-cycles/plan-check";

// The columns of the CSV files that a city takes along. Each row names its permit by number and id.

const ofPermit = {
  permit: { kind: "text", csv: "Permit" },
  permitId: { kind: "id", csv: "Permit id" },
} as const;

const reviewCycle = { kind: "option", of: reviewCycles, csv: "Review cycle" } as const;
const outcome = { kind: "option", of: decisions, csv: "Outcome" } as const;
const path = { kind: "text", csv: "File in this archive" } as const;

const seenStatuses = { ...cityStatuses, unknown: { label: "Unknown" } };

type WithLabels<List> = {
  [Name in keyof List]: Name extends LabelledName<List> ? List[Name] & { csv: true } : List[Name];
};

const withLabels = <List extends Columns>(list: List) =>
  Object.fromEntries(
    Object.entries(list).map(([name, column]) => [name, column.label ? { ...column, csv: true } : column]),
  ) as WithLabels<List>;

/** All that a form has of a permit, but for its city. */
export const permitRecordColumns = {
  permit: { kind: "text", csv: "Permit" },
  ...withLabels(permitColumns),
  id: { kind: "id", csv: "Permit id" },
  cityId: { kind: "id" },
  cityStatus: { kind: "option", of: seenStatuses, csv: "Status in the portal" },
} as const satisfies Columns;

export const planCheckRecordColumns = {
  ...ofPermit,
  reviewCycle,
  state: { kind: "option", of: planCheckStates, csv: "State" },
  receivedOn: { kind: "date", csv: "Plans received" },
  releasedOn: { kind: "date", isNullable: true, csv: "Released" },
  handedOverOn: { kind: "date", isNullable: true, csv: "Handed over" },
  resubmittedOn: { kind: "date", isNullable: true, csv: "Resubmitted" },
  outcome: { ...outcome, isNullable: true },
} as const satisfies Columns;

const { authorName: _author, lastEditor: _editor, answer: _answer, ...issuedColumns } = correctionColumns;

export const correctionRecordColumns = {
  ...ofPermit,
  ...issuedColumns,
  id: { kind: "id", csv: "Correction id" },
  letterId: { kind: "id", isNullable: true, csv: "First letter id" },
  answer: { kind: "text", isNullable: true, csv: "Answer" },
  answerSheet: { kind: "text", isNullable: true, csv: "Answer on sheet" },
  answeredOn: { kind: "date", isNullable: true, csv: "Answered on" },
} as const satisfies Columns;

export const answerRecordColumns = {
  ...ofPermit,
  reviewCycle,
  letter: { kind: "text", csv: "Letter" },
  correctionId: { kind: "id", csv: "Correction id" },
  number: { kind: "text", csv: "Number" },
  discipline: { kind: "option", of: disciplines, csv: "Discipline" },
  text: { kind: "text", csv: "Answer" },
  sheet: { kind: "text", isNullable: true, csv: "On sheet" },
  via: { kind: "option", of: senders, csv: "From" },
  byName: { kind: "text", csv: "Answered by" },
  sentAt: { kind: "moment", isNullable: true, csv: "Sent at" },
  updatedAt: { kind: "moment", csv: "Changed at" },
} as const satisfies Columns;

export const letterRecordColumns = {
  ...ofPermit,
  id: { kind: "id", csv: "Letter id" },
  number: { kind: "text", csv: "Letter" },
  reviewCycle,
  kind: { kind: "text", csv: "Kind" },
  outcome,
  issuedOn: { kind: "date", csv: "Issued" },
  releasedAt: { kind: "moment", csv: "Released at" },
  supersededBy: { kind: "text", isNullable: true, csv: "Superseded by" },
  byteSize: { kind: "count", csv: "Bytes" },
  path,
} as const satisfies Columns;

export const commentRecordColumns = {
  ...ofPermit,
  id: { kind: "id", csv: "Comment id" },
  parentId: { kind: "id", isNullable: true, csv: "Reply to" },
  createdAt: { kind: "moment", csv: "Written at" },
  authorName: { kind: "text", csv: "Author" },
  discipline: { kind: "option", of: disciplines, isNullable: true, csv: "Discipline" },
  reviewCycle,
  text: { kind: "text", csv: "Comment" },
} as const satisfies Columns;

const { kind, origin } = planFileColumns;

export const planFileRecordColumns = {
  ...ofPermit,
  id: { kind: "id", csv: "File id" },
  fileName: { kind: "text", csv: "File name" },
  kind: { ...kind, csv: "Kind" },
  reviewCycle,
  origin: { ...origin, csv: "Origin" },
  isSetAside: { kind: "flag", csv: "Set aside" },
  uploadedAt: { kind: "moment", csv: "Uploaded at" },
  byteSize: { kind: "count", csv: "Bytes" },
  path,
} as const satisfies Columns;

/** What was charged, without the provider's notes and names. */
const { notes: _notes, paidBy: _payer, ...chargedColumns } = feeColumns;

export const feeRecordColumns = {
  ...chargedColumns,
  id: { kind: "id", csv: "Fee id" },
} as const satisfies Columns;

export const userRecordColumns = {
  id: { kind: "id", csv: "User id" },
  firstName: { kind: "text", isNullable: true, csv: "First name" },
  lastName: { kind: "text", isNullable: true, csv: "Last name" },
  email: { kind: "text", csv: "Email" },
  isInvited: { kind: "flag", csv: "Invitation pending" },
} as const satisfies Columns;
