import { expect, test } from "vitest";
import { type AssignmentChange, changeText } from "./assignment-change";

const maria = "Maria Lopez";
const ines = "Ines Roth";
const text = (change: Partial<AssignmentChange>) =>
  changeText({
    kind: "updated",
    discipline: "Fire",
    reviewCycle: "PC2",
    employee: [maria, maria],
    ...change,
  });

test.each<[string, Partial<AssignmentChange>]>([
  ["Fire (PC2) assigned to Maria Lopez", { kind: "created", employee: [null, maria] }],
  [
    "Fire (PC2) assigned to Maria Lopez, due Nov 17, 2026",
    {
      kind: "created",
      employee: [null, maria],
      employeeDueDate: [null, "2026-11-17"],
      status: [null, "assigned"],
    },
  ],
  [
    "Fire (PC2) assigned to Maria Lopez, completed",
    { kind: "created", employee: [null, maria], status: [null, "completed"] },
  ],
  [
    "Fire (PC2) assigned to Maria Lopez, started",
    { kind: "created", employee: [null, maria], status: [null, "in_progress"] },
  ],
  [
    "Fire (PC2) unassigned from Maria Lopez",
    {
      kind: "removed",
      employee: [maria, null],
      employeeDueDate: ["2026-11-17", null],
      status: ["completed", null],
      comment: ["Exit widths", null],
    },
  ],
  ["Fire (PC2) assigned to Ines Roth instead of Maria Lopez", { employee: [maria, ines] }],
  [
    "Fire (PC2) assigned to Ines Roth instead of Maria Lopez, set back to Assigned, due Dec 1, 2026 instead of Nov 17, 2026",
    {
      employee: [maria, ines],
      status: ["completed", "assigned"],
      employeeDueDate: ["2026-11-17", "2026-12-01"],
    },
  ],
  ["Fire (PC2, Maria Lopez) started", { status: ["assigned", "in_progress"] }],
  ["Fire (PC2, Maria Lopez) completed", { status: ["in_progress", "completed"] }],
  ["Fire (PC2, Maria Lopez) reopened", { status: ["completed", "in_progress"] }],
  ["Fire (PC2, Maria Lopez) set back to Assigned", { status: ["in_progress", "assigned"] }],
  [
    "Fire (PC2, Maria Lopez) completed, notes added",
    { status: ["assigned", "completed"], comment: [null, "Exit widths"] },
  ],
  [
    "Fire (PC2, Maria Lopez) decided: Corrections Required",
    { status: ["assigned", "completed"], decision: [null, "corrections_required"] },
  ],
  [
    "Fire (PC2, Maria Lopez) decided: Approved with Conditions",
    { decision: ["corrections_required", "approved_with_conditions"] },
  ],
  [
    "Fire (PC2, Maria Lopez) decision Approved taken back",
    { status: ["completed", "in_progress"], decision: ["approved", null] },
  ],
  [
    "Fire (PC2) assigned to Ines Roth instead of Maria Lopez, decision Approved taken back",
    { employee: [maria, ines], status: ["completed", "in_progress"], decision: ["approved", null] },
  ],
  ["Fire (PC2, Maria Lopez) notes changed", { comment: ["Exit widths", "Exits"] }],
  ["Fire (PC2, Maria Lopez) notes removed", { comment: ["Exit widths", null] }],
  ["Fire (PC2, Maria Lopez) due Nov 17, 2026", { employeeDueDate: [null, "2026-11-17"] }],
  ["Fire (PC2, Maria Lopez) without a due date", { employeeDueDate: ["2026-11-17", null] }],
  [
    "Fire (PC2, Maria Lopez) due Dec 1, 2026 instead of Nov 17, 2026",
    { employeeDueDate: ["2026-11-17", "2026-12-01"] },
  ],
  ["Fire (PC2) started", { employee: [null, null], status: ["assigned", "in_progress"] }],
  ["Fire (PC2, Maria Lopez) changed", {}],
])("%s", (expected, change) => {
  expect(text(change)).toBe(expected);
});
