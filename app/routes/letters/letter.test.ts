import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { toDraft, toReleasedLetter } from "~/api/letters.server";
import { updateAssignment } from "~/models/assignments/assignment.server";
import { deleteCityUser } from "~/models/cities/city-user.server";
import { updateCorrection } from "~/models/corrections/correction.server";
import { decide } from "~/models/corrections/decision.server";
import { saveCoverNote } from "~/models/letters/cover-note.server";
import { readLetter } from "~/models/letters/letter.server";
import { checkLetterFiles } from "~/models/letters/letter-check.server";
import { previewLetter, previewRelease } from "~/models/letters/letter-draft.server";
import { releaseLetter } from "~/models/letters/release.server";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import { updatePermit } from "~/models/permits/permit.server";
import { addPlanFiles } from "~/models/permits/plan-file.server";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import type { Viewer } from "~/models/policy";
import {
  assignments,
  cities,
  corrections,
  letters,
  mailOutbox,
  permits,
  planFiles,
} from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { requestHtml } from "~/testing/page-request";
import { refused } from "~/testing/refusals";
import { textOf } from "~/testing/rendered";
import { cookieFor, type Fields, openPage, sendForm } from "~/testing/send-form";
import { storePlan } from "~/testing/stored-files";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import type { DashboardData } from "../home/parts/dashboard.server";
import type { Route } from "./+types/letter";
import type { Route as ReleasedLetter } from "./+types/released-letter";
import type { Route as ReleaseLetter } from "./dialogs/+types/release-letter";

// How a letter is drawn has its own tests.
vi.mock(import("~/models/letters/letter-pdf.server"), () => ({
  drawLetter: async () => Buffer.from("%PDF-1.7"),
}));

let dana: Viewer;
let otto: Viewer;
let lee: Viewer;
let clerk: Viewer;
let max: Viewer;
let foreigner: Viewer;
let cityId: number;
let permitId: number;
let number: string;
let fire: number;
/** F-1. */
let first: number;

beforeAll(async () => {
  dana = await makeViewer("admin", { name: "Dana Park" });
  otto = await makeViewer("admin", { name: "Otto Other" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  max = await makeViewer("employee", { name: "Max Ode", disciplines: ["Civil"] });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
});

/** A permit of a new city. Lee has Fire, which is not decided, with the draft F-1. */
beforeEach(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  clerk = await makeViewer("city", { name: "Carl Clerk", cityId });
  const permit = await makePermit(dana, cityId, { requiredDisciplines: ["Fire"] });
  permitId = permit.id;
  number = permit.urban37PermitNumber;
  fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
  [first = 0] = await makeCorrections(permit, lee, [{ text: "Show the rated walls" }]);
});

const decideFire = () => decide(lee, fire, { decision: "corrections_required" });
const page = (path = "") => `/permits/${permitId}/letter${path}`;

type Preview = Route.ComponentProps["loaderData"];
type ReleaseDialog = ReleaseLetter.ComponentProps["loaderData"];

const open = (path = "", viewer = dana) => openPage<Preview, ReleaseDialog>(viewer, page(path));
const load = async (viewer = dana) => (await open("", viewer)).page;
const post = (path: string, fields: Fields, viewer = dana) => sendForm(viewer, page(path), fields);

/** Returns the HTML of a page without its frame, also of one whose form is refused. */
async function htmlAt(address: string, viewer: Viewer, fields?: Record<string, string>): Promise<string> {
  const sent = fields && { method: "POST", body: new URLSearchParams(fields) };
  const html = await (await requestHtml(address, await cookieFor(viewer), sent)).text();
  return /<main.*<\/main>/s.exec(html)?.[0] ?? "";
}
const html = (path = "", viewer = dana, fields?: Record<string, string>) =>
  htmlAt(page(path), viewer, fields);

describe("the letter as it would go out now", () => {
  test("names what keeps it back, each with a link, and what to consider", async () => {
    await updatePermit(dana, permitId, { requiredDisciplines: ["Fire", "Civil"] });
    const assigned = `/permits/${permitId}/assignments`;
    const decided = `/employee-dashboard/permits/${permitId}/assignments/${fire}/decide?discipline=Fire`;
    const before = await html();
    const linksOf = async (viewer: Viewer) => (await load(viewer)).blockers.map(({ what, to }) => [what, to]);
    expect(await linksOf(dana)).toEqual([
      [expect.stringMatching(/^Civil is required/), assigned],
      ["Fire has no decision", decided],
      [expect.stringMatching(/ has decided anything in PC1$/), decided],
    ]);
    expect(before).toMatch(/<a href="[^"]*\/decide\?discipline=Fire"[^>]*>Fire has no decision<\/a>/);
    // A reviewer solves what is theirs.
    expect((await linksOf(lee)).map(([, to]) => to)).toEqual([null, decided, decided]);
    expect((await linksOf(max)).map(([, to]) => to)).toEqual([null, null, null]);
    expect(textOf(before)).toContain(
      "To consider 1 correction has no code reference: F-1 1 correction has no sheet: F-1",
    );
    const [warning] = (await load()).warnings;
    const edit = `/employee-dashboard/permits/${permitId}/corrections/${first}/edit?discipline=Fire`;
    expect(warning?.items).toEqual([{ number: "F-1", to: edit }]);
    const { page: letter, dialog } = await open("/release");
    expect(dialog.warnings).toEqual(letter.warnings);
    expect((await load(lee)).warnings[0]?.items[0]?.to).toBe(`/permits/${permitId}/corrections?q=F-1`);
    expect(textOf(before)).not.toContain("Release letter");
    await updatePermit(dana, permitId, { requiredDisciplines: ["Fire"] });
    await decideFire();
    const after = await html();
    expect(textOf(after)).toContain("Release letter");
    expect(textOf(after)).not.toContain("Before this letter can be released");
  });

  test("is marked as a draft, and says what is written", async () => {
    const text = textOf(await html("", lee));
    expect(text).toMatch(
      new RegExp(`Draft as PDF .*Draft City of Oakville .*Correction letter ${number}-PC1`),
    );
    expect(text).toContain("Show the rated walls");
  });

  test("has links for administrators alone: to edit drafts, and to return what is decided", async () => {
    const edit = `/employee-dashboard/permits/${permitId}/corrections/${first}/edit?discipline=Fire`;
    const returned = page(`/assignments/${fire}/return`);
    expect(await html()).toContain(`href="${edit}"`);
    expect(await html()).not.toContain(returned);
    await decideFire();
    expect(await html()).toContain(returned);
    const read = await html("", lee);
    for (const part of [edit, returned, page("/release")]) expect(read).not.toContain(part);
    expect(await load(lee)).toMatchObject({ mayRelease: false });
    expect(await open("/release", lee)).toMatchObject({ dialog: undefined, status: 403 });
  });

  test("has no link to edit what an earlier letter has", async () => {
    await decideFire();
    await issueLetter(dana, permitId);
    await startNextCycle(dana, permitId, ["Fire"]);
    await makeCorrections({ id: permitId }, lee, [{ reviewCycle: "PC2", text: "Show the new stair" }]);
    const text = textOf(await html());
    expect(text).toMatch(/Show the rated walls(?! Edit).*Show the new stair Edit/);
  });

  test("does not exist outside the firm", async () => {
    for (const viewer of [clerk, foreigner]) {
      expect((await open("", viewer)).status).toBe(403);
      expect((await refused(previewLetter(viewer, permitId)))[0]).toBe(404);
    }
  });

  test("gives way to the released letter, unless a dialog is open", async () => {
    await decideFire();
    const id = await issueLetter(dana, permitId);
    for (const viewer of [dana, lee]) {
      const { status, location } = await open("?page=2", viewer);
      expect([status, location]).toEqual([302, `/permits/${permitId}/letters/${id}`]);
    }
    const text = textOf(await html("/release"));
    expect(text).toContain("This plan check is not in review. Below is what its next letter would say now.");
    for (const part of ["Return", "Edit"]) expect(text).not.toContain(part);
    await reopenPlanCheck(dana, permitId, "PC1", { reason: "A sheet is missing" });
    expect((await load()).letter.number).toBe(`${number}-PC1-2`);
  });

  test("is headed in order, also with the letters before it", async () => {
    await decideFire();
    await issueLetter(dana, permitId);
    await reopenPlanCheck(dana, permitId, "PC1", { reason: "A sheet is missing" });
    const levels = Array.from((await html()).matchAll(/<h(\d)/g), ([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries()) {
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    }
    expect(await html()).toMatch(/<h2[^>]*>Letters<\/h2>/);
  });

  test("names the signs that its PDF cannot show, on the page, in the dialog and to programs", async () => {
    await updateCorrection(lee, first, { text: "Show the 東 wall, ⌀ 12" });
    await decideFire();
    const warning = "These signs cannot be drawn: 東, in 1 correction";
    expect(textOf(await html())).toContain(`${warning}: F-1`);
    expect((await open("/release")).dialog).toMatchObject({
      warnings: expect.arrayContaining([expect.objectContaining({ what: warning })]),
    });
    const { warnings } = toDraft(await previewRelease(dana, permitId, "PC1"));
    expect(warnings).toContain(`${warning}: F-1`);
  });

  test("tells a program after its release what the letter lacks, also the cover note that it had sent", async () => {
    await decideFire();
    const { seen } = toDraft(await previewRelease(dana, permitId, "PC1"));
    const sent = { coverNote: "谢 ✓", expectedVersion: seen, formKey: "0123456789abcdef" };
    for (const _ of [1, 2]) {
      const { id } = await releaseLetter(dana, permitId, "PC1", sent);
      expect(toReleasedLetter(await readLetter(dana, id)).warnings).toEqual(
        expect.arrayContaining([
          "1 correction has no sheet: F-1",
          "These signs cannot be drawn: 谢, in the cover note",
        ]),
      );
    }
  });
});

describe("the release dialog", () => {
  const path = "/release";

  /** The fields of the dialog as it is opened now. */
  async function opened(fields: Record<string, string> = {}): Promise<Record<string, string>> {
    const { page, dialog } = await open(path);
    return { cycle: dialog.cycle, seen: page.version, formKey: dialog.idempotencyKey, ...fields };
  }
  const lettersOf = () => db.select().from(letters).where(eq(letters.permitId, permitId));
  const statusNow = async () => (await db.select().from(permits).where(eq(permits.id, permitId)))[0]?.status;
  const approve = async () => {
    await write((tx) => tx.delete(corrections).where(eq(corrections.permitId, permitId)));
    await decide(lee, fire, { decision: "approved" });
  };
  const box = (source: string) => /<input(?=[^>]*name="setsStatus")[^>]*>/.exec(source)?.[0];

  beforeEach(decideFire);

  test("names who gets the letter, or that the city has no user for it", async () => {
    expect(textOf(await html(path))).toContain(`Carl Clerk ${clerk.email}`);
    await deleteCityUser(dana, cityId, clerk.id);
    expect(textOf(await html(path))).toMatch(/-PC1 This city has no user who can be \w+ 1 correction has/);
  });

  test.each([
    ["in_process", "corrections", "Resubmittal Required", true],
    ["in_process", "approved", "Approved", true],
    ["in_process", "recommended", "Approved", false],
    ["resubmittal_required", "corrections", null, null],
  ] as const)(
    "for the status %s and the outcome %s offers %s, checked: %s",
    async (status, outcome, label, isChecked) => {
      await write(async (tx) => {
        await tx.update(permits).set({ status }).where(eq(permits.id, permitId));
        if (outcome === "recommended") {
          await tx.update(cities).set({ approvalWording: "recommended" }).where(eq(cities.id, cityId));
        }
      });
      if (outcome !== "corrections") await approve();
      const source = await html(path);
      expect(box(source)?.includes("checked")).toBe(isChecked ?? undefined);
      if (label) expect(textOf(source)).toContain(`Set the permit's status to ${label}`);
    },
  );

  test("offers no status for a permit on hold", async () => {
    await write((tx) => tx.update(permits).set({ status: "hold" }).where(eq(permits.id, permitId)));
    const source = await html(path);
    expect(box(source)).toBeUndefined();
    expect(textOf(source)).toContain("This permit is on hold. Its status stays Hold.");
    expect(await post(path, await opened())).toMatchObject({ status: 302 });
    expect(await statusNow()).toBe("hold");
  });

  test("releases the letter with the cover note, and leads back to the permit", async () => {
    const sent = await opened({ coverNote: "Please call first", setsStatus: "on" });
    expect(await post(path, sent)).toMatchObject({
      status: 302,
      location: `/permits/${permitId}#plan-check`,
      toast: `${number}-PC1 was released`,
    });
    const [letter] = await lettersOf();
    expect(JSON.parse(letter?.content ?? "")).toMatchObject({ coverNote: "Please call first" });
    expect(await statusNow()).toBe("resubmittal_required");
    const emails = await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, clerk.email));
    expect(emails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Corrections required: /)]);
  });

  test("asks once about signs in a new cover note that cannot be drawn, and not about those that it shows", async () => {
    const warning = (signs: string) => `These signs cannot be drawn: ${signs}, in the cover note`;
    const boxesOf = (source: string) =>
      [...source.matchAll(/<input(?=[^>]*name="confirmed")[^>]*value="([^"]*)"/g)].map(([, value]) => value);
    const sent = await opened({ coverNote: "谢谢 ⌀ ✓" });
    expect((await post(path, sent)).questions).toEqual([warning("谢")]);
    expect(await lettersOf()).toEqual([]);
    const source = await html(path, dana, sent);
    expect(textOf(source)).toContain(`Release anyway: ${warning("谢")}`);
    expect(source).toContain(">谢谢 ⌀ ✓</textarea>");

    await saveCoverNote(dana, permitId, "PC1", "你好");
    const later = await html(path);
    expect(boxesOf(later)).toContain(warning("你 好"));
    const kept = await opened({ coverNote: "你好", confirmed: warning("你 好") });
    const other = await post(path, { ...kept, coverNote: "你好 谢" });
    expect(other.questions).toEqual([warning("你 好 谢")]);
    expect(await post(path, kept)).toMatchObject({ status: 302 });
  });

  test("leaves the permit's status with the box unchecked", async () => {
    await post(path, await opened());
    expect(await statusNow()).toBe("in_process");
  });

  test("releases one letter, also when it is sent a second time", async () => {
    const sent = await opened();
    for (const _ of [1, 2])
      expect(await post(path, sent)).toMatchObject({ toast: `${number}-PC1 was released` });
    expect(await lettersOf()).toHaveLength(1);
  });

  test("keeps the cover note when something has changed since, with the version to release next", async () => {
    const sent = await opened({ coverNote: "Please call first" });
    await updateCorrection(lee, first, { text: "Show all rated walls" });
    expect((await post(path, sent)).failure).toMatch(
      /^Changed after you opened this page: F-1 \(Lee Tran, .+\)\. Read the letter again: nothing was released\.$/,
    );
    const source = await html(path, dana, sent);
    const { seen: latest = "" } = await opened();
    expect(source).toContain(`name="seen" value="${latest}"`);
    expect(source).toContain(">Please call first</textarea>");
    expect(textOf(source)).toContain("Show all rated walls");
    expect(await lettersOf()).toEqual([]);
    expect(await post(path, { ...sent, seen: latest })).toMatchObject({ status: 302 });
  });

  test("keeps the cover note when another administrator was first, and releases nothing", async () => {
    const sent = await opened({ coverNote: "Please call first" });
    await releaseLetter(otto, permitId, "PC1", { expectedVersion: sent.seen ?? "" });
    expect((await post(path, sent)).failure).toMatch(
      new RegExp(`^${number}-PC1 was released by Otto Other at `),
    );
    const source = await html(path, dana, sent);
    expect(source).toContain(">Please call first</textarea>");
    expect(textOf(source)).toContain("Release the PC1 letter");
    expect(source).toContain("<li>This plan check is not in review</li>");
    expect(source).toMatch(/<button[^>]*disabled[^>]*>(<[^>]*>)*Release letter/);
    expect(await lettersOf()).toHaveLength(1);
  });

  test("names what keeps the letter back since it was opened", async () => {
    const sent = await opened();
    await updateAssignment(dana, fire, { status: "in_progress" });
    expect((await post(path, sent)).failure).toMatch(/^Changed after you opened this page: Fire /);
    const blocked = await opened();
    expect((await post(path, blocked)).failure).toBe(
      "The PC1 letter cannot be released yet: Fire has no decision · Nobody has decided anything in PC1",
    );
    expect(textOf(await html(path, dana, blocked))).toContain("Fire has no decision");
  });

  test.each([
    ["a cover note of 4,001 characters", { coverNote: "x".repeat(4001) }, "coverNote"],
    ["no version", { seen: "" }, "seen"],
    ["an unknown cycle", { cycle: "PC11" }, "cycle"],
  ])("with %s is 400", async (_, fields, field) => {
    const { status, errors } = await post(path, await opened(fields));
    expect([status, Object.keys(errors)]).toEqual([400, [field]]);
  });

  test("is refused to a reviewer, who may read the letter", async () => {
    expect(await post(path, await opened(), lee)).toMatchObject({ status: 403 });
    expect(await lettersOf()).toEqual([]);
  });
});

describe("the cover note dialog", () => {
  const path = "/cover-note";

  test("keeps the note for the page, the release and the draft, also while the letter is blocked", async () => {
    expect(await html()).toContain(`href="${page(path)}"`);
    expect(await post(path, { cycle: "PC1", coverNote: "Please call first" })).toMatchObject({
      status: 302,
      location: page(),
      toast: "Cover note saved",
    });
    expect(textOf(await html())).toContain("Please call first");
    for (const dialog of [path, "/release"])
      expect(await html(dialog)).toContain(">Please call first</textarea>");
    await post(path, { cycle: "PC1" });
    expect((await load()).letter.coverNote).toBeNull();
  });

  test("keeps what was typed when a colleague was first, and shows both", async () => {
    const updatedAt = /name="updatedAt" value="(.*?)"/.exec(await html(path))?.[1] ?? "";
    await saveCoverNote(otto, permitId, "PC1", "Write to us");
    const source = await html(path, dana, { cycle: "PC1", coverNote: "Please call first", updatedAt });
    expect(source).toContain(">Please call first</textarea>");
    expect(textOf(source)).toContain("Write to us");
  });

  test("is refused to a reviewer", async () => {
    expect((await post(path, { cycle: "PC1", coverNote: "No" }, lee)).status).toBe(403);
    expect(await html("", lee)).not.toContain(path);
  });
});

describe("the return dialog", () => {
  const path = () => `/assignments/${fire}/return`;
  const review = async () => (await db.select().from(assignments).where(eq(assignments.id, fire)))[0];

  beforeEach(decideFire);

  test("returns the work with a remark to its reviewer, who gets an email", async () => {
    expect(textOf(await html(path()))).toContain("Return Fire to reviewer Lee Tran decides again");
    expect(await post(path(), { remark: "Look at the stairs" })).toMatchObject({
      status: 302,
      location: page(),
      toast: "Returned to Lee Tran",
    });
    expect(await review()).toMatchObject({
      decision: null,
      status: "in_progress",
      returnRemark: "Look at the stairs",
      returnedByName: "Dana Park",
    });
    const emails = await db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, lee.email));
    expect(emails.at(-1)?.subject).toMatch(/^Returned to you: .*\(Fire\)$/);
  });

  test("needs a remark", async () => {
    expect(await post(path(), { remark: "  " })).toMatchObject({
      status: 400,
      errors: { remark: ["Say what must change"] },
    });
  });

  test("keeps the remark when the decision was taken back, or the letter released", async () => {
    const typed = { remark: "Look at the stairs" };
    await updateAssignment(dana, fire, { status: "in_progress" });
    expect((await post(path(), typed)).failure).toBe("Fire has no decision to return");
    expect(await html(path(), dana, typed)).toContain(">Look at the stairs</textarea>");
    await decideFire();
    await issueLetter(dana, permitId);
    expect((await post(path(), typed)).failure).toBe("The PC1 letter was released");
    expect(await html(path(), dana, typed)).toContain(">Look at the stairs</textarea>");
    expect(await review()).toMatchObject({ decision: "corrections_required", returnRemark: null });
  });

  test("is 404 for an assignment of another permit, and 403 for a reviewer", async () => {
    const other = await makePermit(dana, cityId);
    const { id } = (await assign(other, lee, "Fire")) ?? { id: 0 };
    const typed = { remark: "Look at the stairs" };
    const atOther = `/assignments/${id}/return`;
    expect(await post(atOther, typed)).toMatchObject({ status: 404, typed });
    expect(await open(atOther)).toMatchObject({ status: 404, message: "Assignment not found" });
    expect(await post(path(), typed, lee)).toMatchObject({ status: 403 });
  });
});

describe("a released letter", () => {
  const addressOf = (letterId: number) => `/permits/${permitId}/letters/${letterId}`;
  const openLetter = (letterId: number, viewer = dana) =>
    openPage<ReleasedLetter.ComponentProps["loaderData"]>(
      viewer,
      `${viewer === clerk ? "/oakvilles" : ""}${addressOf(letterId)}`,
    );
  const show = async (letterId: number, viewer = dana) => (await openLetter(letterId, viewer)).page;
  const shown = async (letterId: number) => textOf(await htmlAt(addressOf(letterId), dana));

  beforeEach(decideFire);

  test("reads as it went out, also after changes", async () => {
    const id = await issueLetter(dana, permitId);
    await updatePermit(dana, permitId, { projectName: "Another name" });
    await write((tx) => tx.update(corrections).set({ text: "Other" }).where(eq(corrections.id, first)));
    const text = await shown(id);
    for (const part of ["Project Harbor Street Apartments", "Show the rated walls"])
      expect(text).toContain(part);
    expect(text).not.toContain("Edit");
  });

  test("says to administrators alone that its file is damaged, and what to restore", async () => {
    const id = await issueLetter(dana, permitId, {
      fileKey: "ab12".padEnd(32, "0"),
      sha256: "0".repeat(64),
      byteSize: 9,
    });
    expect((await show(id)).damage).toBeNull();
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await checkLetterFiles(0);
    logged.mockRestore();
    expect(await shown(id)).toMatch(
      /The file of this letter is missing on the server \(noticed at .*\)\. It is not sent until files\/ab\/12\/ab120{28} in the data folder is restored from a backup\./,
    );
    const dashboard = await openPage<DashboardData>(dana, "/admin-dashboard");
    expect(dashboard.page.damagedLetters).toContainEqual({
      id,
      permitId,
      number: `${number}-PC1`,
    });
    for (const viewer of [lee, clerk]) expect((await show(id, viewer)).damage).toBeNull();
  });

  test("says that a corrected one is being prepared, and after its release by which it is superseded", async () => {
    const release = async () => {
      const { version } = (await open("/release")).page;
      return releaseLetter(dana, permitId, "PC1", { expectedVersion: version });
    };
    const { id } = await release();
    const notes = ["A corrected letter is being prepared.", `Superseded by ${number}-PC1-2.`];
    for (const note of notes) expect(await shown(id)).not.toContain(note);
    await reopenPlanCheck(dana, permitId, "PC1", { reason: "A wrong sheet" });
    expect(await shown(id)).toContain(notes[0]);
    await updateCorrection(lee, first, { text: "Show all rated walls" });
    const second = await release();
    expect(await shown(id)).toContain(notes[1]);
    for (const note of notes) expect(await shown(second.id)).not.toContain(note);
  });

  test("links the files that it names, the draft for staff alone", async () => {
    for (const origin of ["submitted", "marked_up"] as const) {
      const files = [await storePlan(`${origin}.pdf`)];
      await addPlanFiles(lee, permitId, { reviewCycle: "PC1", origin, files });
    }
    const link = (name: string) => new RegExp(`<a href="/api/files/\\d+/download\\?inline"[^>]*>${name}</a>`);
    for (const name of ["submitted.pdf", "marked_up.pdf"]) expect(await html()).toMatch(link(name));
    const id = await issueLetter(dana, permitId);
    expect((await show(id)).fileIds).toEqual({
      reviewed: [expect.any(Number)],
      markedUp: [expect.any(Number)],
    });
    // Stored without a release, so the marked-up file has not left the firm: its name is no link.
    expect((await show(id, clerk)).fileIds).toEqual({ reviewed: [expect.any(Number)], markedUp: [null] });
    const uploadedAt = "2999-01-01T20:00:00.000Z";
    await write((tx) => tx.update(planFiles).set({ uploadedAt }).where(eq(planFiles.permitId, permitId)));
    expect((await show(id)).fileIds).toEqual({ reviewed: [null], markedUp: [null] });
  });

  test("is 404 on another permit", async () => {
    const id = await issueLetter(dana, permitId);
    permitId = (await makePermit(dana, cityId)).id;
    expect((await openLetter(id)).status).toBe(404);
  });
});

test("the letter of a cancelled permit says so first, and offers nothing that is refused", async () => {
  await updatePermit(dana, permitId, { status: "cancelled" });
  const { page, dialog } = await open("/release");
  expect([page.isOpen, page.mayRelease]).toEqual([false, false]);
  expect(textOf(await html("/release"))).toContain(
    "This permit is cancelled. Below is what its next letter would say now.",
  );
  expect(dialog).toMatchObject({ obstacles: ["This permit is cancelled"] });
});
