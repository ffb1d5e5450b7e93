import { describe, expect, test } from "vitest";
import type { AuditEvent } from "~/models/audit/audit-list.server";
import { eventText, linesOf, lineText } from "./parts/audit-words.server";

const event = (action: string, changes: AuditEvent["changes"]): AuditEvent => ({
  ...{ id: 1, at: "2026-11-28T17:00:00.000Z", actorId: 1, actorName: "Dana Park", actor: undefined },
  ...{ action, subject: action.split(".")[0] ?? "", subjectId: 7, row: undefined, changes },
});
const said = (action: string, changes: AuditEvent["changes"]) => {
  const one = event(action, changes);
  return [eventText(one), ...linesOf(one).map(lineText)];
};

describe("an event in words", () => {
  test("has the fields before and after, as the history of a permit has them", () => {
    expect(said("permit.updated", { status: ["hold", "approved"], dueDate: [null, "2026-11-20"] })).toEqual([
      undefined,
      "Status: Hold → Approved",
      "Due date: none → Nov 20, 2026",
    ]);
    expect(said("permit.updated", { reviewCycle: ["PC1", "PC2"], isExpeditedReview: [false, true] })).toEqual(
      ["Review cycle PC2 started", "Expedited review: No → Yes"],
    );
  });

  test("has no values before of what is created, and none after of what is deleted", () => {
    const changes = (status: unknown[], reviewCycle: unknown[]) => ({ status, reviewCycle });
    expect(said("permit.created", changes([null, "hold"], [null, "PC1"]))).toEqual([
      undefined,
      "Status: Hold",
      "Review cycle: PC1",
    ]);
    expect(said("permit.deleted", changes(["hold", null], ["PC1", null]))).toEqual([
      undefined,
      "Status: Hold",
      "Review cycle: PC1",
    ]);
  });

  test("has amounts, hours and moments as people write them", () => {
    expect(said("fee.updated", { amountCents: [9990, 12000] })[1]).toMatch(/: 99\.90 → 120\.00$/);
    expect(said("time-entry.updated", { quarterHours: [1, 6] })[1]).toBe("Hours: 0.25 → 1.50");
    const handled = { handledAt: [null, "2026-11-28T17:14:00.000Z"] };
    expect(said("email.handled", handled)[1]).toBe("Handled at: none → Nov 28, 2026, 9:14 AM");
  });

  test("is a sentence for files, assignments, letters and plan checks, without their fields", () => {
    expect(said("permit.files-added", { reviewCycle: "PC1", files: ["a.pdf", "b.pdf"] })).toEqual([
      "Files added: a.pdf, b.pdf",
    ]);
    const assignment = { id: 3, discipline: "Fire", reviewCycle: "PC1" };
    expect(said("permit.assignment-created", { assignment, employee: [null, "Maria Lopez"] })).toEqual([
      "Fire (PC1) assigned to Maria Lopez",
    ]);
    expect(said("letter.released", { number: "OAK-26-041-PC1", outcome: "approved" })).toEqual([
      "Letter OAK-26-041-PC1 released: Approved",
    ]);
    expect(said("plan-check.updated", { receivedOn: [null, "2026-11-20"] })).toEqual([
      "received Nov 20, 2026",
    ]);
  });

  test("has the places of a correction as a list, also two of them", () => {
    expect(said("correction.updated", { placed: ["A-101 B3", "A-102 C4"] })[1]).toBe(
      "Placed: A-101 B3, A-102 C4",
    );
    expect(said("correction.updated", { removed: ["A-101 B3"] })[1]).toBe("Removed: A-101 B3");
  });

  test("has other details by their names, and an action of an earlier version as it is", () => {
    expect(said("sign-in.failed", { email: "ann@oak.test", address: "203.0.113.9" })).toEqual([
      undefined,
      "Email: ann@oak.test",
      "Address: 203.0.113.9",
    ]);
    expect(said("user.api-keys-revoked", { names: ["Export", "Import"] })[1]).toBe("Names: Export, Import");
    expect(said("machine.oiled", { by: { name: "Ann" } })).toEqual([undefined, 'By: {"name":"Ann"}']);
  });
});
