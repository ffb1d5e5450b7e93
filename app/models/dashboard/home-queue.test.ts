import { expect, test } from "vitest";
import type { StepKind } from "../plan-checks/next-step";
import {
  dueLine,
  ownReviewLine,
  type QueueLine,
  type QueuePart,
  queueOf,
  replyLine,
  stepLine,
} from "./home-queue";

type SteppedPermit = Parameters<typeof stepLine>[0];

const number = { urban37PermitNumber: "OAK-26-028", revisionNumber: "rev1" };
const today = "2026-11-20";
const said = ({ before = "", link, after = "" }: QueueLine) => `${before}[${link}]${after}`;

test.each<[string, StepKind, string, Partial<SteppedPermit>?]>([
  ["[Release OAK-26-028 rev1]", "letter", ""],
  ["[Release OAK-26-028 rev1], ready since Oct 27, 2026", "letter", "", { readySince: "2026-10-27" }],
  [
    "[Release OAK-26-028 rev1], new plans wait for PC2",
    "letter",
    "",
    { newPlans: 1, readySince: "2026-10-27" },
  ],
  ["New plans for OAK-26-028 rev1: [start PC2]", "cycle", "Start PC2"],
  ["[Assign Structural for OAK-26-028 rev1], due Dec 3, 2026", "assign", "Assign Structural"],
  ["[Hand over the letter of OAK-26-028 rev1]", "hand_over", "Hand over"],
  ["[Hand over the letter of B26-1]", "hand_over", "Hand over", { cityPermitNumber: "B26-1" }],
  ["Plans missing: [upload the plans of B26-1]", "plans", "Upload plans", { cityPermitNumber: "B26-1" }],
  ["[Update the status of OAK-26-028 rev1]", "status", "Update the status"],
])("a permit's step: %s", (expected, kind, label, fields) => {
  const permit: SteppedPermit = {
    ...number,
    cityPermitNumber: null,
    reviewCycle: "PC1",
    dueDate: "2026-12-03",
    newPlans: 0,
    readySince: null,
    step: { kind, label, to: "/permits/7" },
    ...fields,
  };
  expect(said(stepLine(permit))).toBe(expected);
});

const review = { ...number, discipline: "Fire", employeeDueDate: "2026-11-17" };

test.each([
  ["[Fire of OAK-26-028 rev1] is 3 days overdue: Ana Ruiz", "2026-11-17"],
  ["[Fire of OAK-26-028 rev1] is due today: Ana Ruiz", "2026-11-20"],
  ["[Fire of OAK-26-028 rev1] is due Nov 24, 2026: Ana Ruiz", "2026-11-24"],
])("another's review: %s", (expected, day) => {
  const due = { id: 12, discipline: "Fire", day, reviewer: "Ana Ruiz" };
  expect(said(dueLine({ id: 7, ...number }, due, today))).toBe(expected);
  expect(dueLine({ id: 7, ...number }, due, today).to).toBe("/permits/7/assignments/12/reviewer");
});

test.each([
  ["[Decide Fire for OAK-26-028 rev1], 3 days overdue", "Decide Fire", {}],
  ["[Decide Fire for OAK-26-028 rev1], due today", "Decide Fire", { employeeDueDate: today }],
  ["[Decide Fire for OAK-26-028 rev1], due Nov 24, 2026", "Decide Fire", { employeeDueDate: "2026-11-24" }],
  ["[Decide Fire for OAK-26-028 rev1]", "Decide Fire", { employeeDueDate: null }],
  ["[Back-check 3 corrections of Fire for OAK-26-028 rev1], 3 days overdue", "Back-check 3 corrections", {}],
  ["Fire was returned to you: [OAK-26-028 rev1]", "Decide Fire", { isReturned: true }],
])("the viewer's review: %s", (expected, label, fields) => {
  const own = { ...review, isReturned: false, ...fields };
  expect(said(ownReviewLine(own, { label, to: "/" }, today))).toBe(expected);
});

test("comments that wait for a reply are counted, with the number that the viewer's side uses", () => {
  const thread = { ...number, cityPermitNumber: "B26-1", waiting: [1, 2] };
  expect(said(replyLine(thread, "/", false))).toBe("[2 comments wait for a reply] about OAK-26-028 rev1");
  expect(said(replyLine({ ...thread, waiting: [1] }, "/", true))).toBe(
    "[1 comment waits for a reply] about B26-1",
  );
  const without = { ...thread, cityPermitNumber: null };
  expect(said(replyLine(without, "/", true))).toBe("[2 comments wait for a reply] about OAK-26-028 rev1");
});

const lines = (length: number, name: string): QueueLine[] =>
  Array.from({ length }, (_, index) => ({ link: `${name} ${index}`, to: "/" }));

test("a queue has its groups in order, those with lines only, and at most twenty lines", () => {
  const all = { label: "All late reviews", to: "/late" };
  const parts: QueuePart[] = [
    { group: "week", lines: lines(10, "week"), all: null },
    { group: "now", lines: lines(12, "now"), all },
    { group: "now", lines: lines(6, "more"), all },
    { group: "today", lines: [], all: null },
  ];
  const queue = queueOf(parts);
  expect(queue.map(({ label, lines }) => `${label} ${lines.length}`)).toEqual(["Now 18", "This week 2"]);
  expect(queue[0]?.links).toEqual([all]);
  expect(queueOf([])).toEqual([]);
});
