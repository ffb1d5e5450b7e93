import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveBackCheck } from "~/models/corrections/back-check.server";
import { addCorrection } from "~/models/corrections/correction.server";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { backChecks, corrections } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, sendForm } from "~/testing/send-form";
import { issueLetter } from "~/testing/test-letters";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";

let administrator: Viewer;
let lee: Viewer;
let clerk: Viewer;
let cityId: number;
let permitId: number;
let [first, second, condition] = [0, 0, 0];

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
});

const write = async (text: string, kind: "correction" | "condition" = "correction") =>
  (await addCorrection(lee, permitId, { discipline: "Fire", kind, text })).id;

beforeEach(async () => {
  permitId = (await makePermit(administrator, cityId)).id;
  await assign({ id: permitId }, lee, "Fire");
  first = await write("Show the rated walls");
  second = await write("Show the boxes");
  condition = await write("Provide the report", "condition");
  await issueLetter(administrator, permitId);
  await startNextCycle(administrator, permitId, ["Fire"]);
});

const addressOf = (query: string) => `/employee-dashboard/permits/${permitId}${query}`;
type Rows = Record<number, Record<string, string>>;

/** The fields of the form, as the page has them, with what is typed in some rows. */
async function fieldsOf(typed: Rows, others: Record<string, string> = {}) {
  const rows = await db.select().from(corrections).where(eq(corrections.permitId, permitId));
  const seen =
    rows
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .at(-1) ?? "";
  const fields = rows.flatMap(({ id }) =>
    Object.entries({ remark: "", ...typed[id] }).map(([name, value]) => [`rows.c${id}.${name}`, value]),
  );
  return { cycle: "PC2", seen, ...Object.fromEntries(fields), ...others };
}
const sendFields = (fields: Record<string, string>, viewer = lee) =>
  sendForm(viewer, addressOf("?back-check"), fields);
const send = async (typed: Rows, others?: Record<string, string>, viewer = lee) =>
  sendFields(await fieldsOf(typed, others), viewer);
async function verdicts() {
  const rows = await db.select().from(backChecks);
  const of = (id: number) => rows.find(({ correctionId }) => correctionId === id);
  return [first, second, condition].map((id) => of(id)?.verdict ?? null);
}

/** The HTML of the page, or of the one that answers the form. */
async function pageHtml(sent?: Record<string, string>) {
  const cookie = await cookieFor(lee);
  const response = sent
    ? await requestHtml(addressOf("?back-check"), cookie, { method: "POST", body: new URLSearchParams(sent) })
    : await requestHtml(addressOf(""), cookie);
  return response.text();
}

describe("all back-checks of the page", () => {
  test("are saved with one button, and rows without a verdict stay as they are", async () => {
    const saved = await send({
      [first]: { verdict: "resolved" },
      [condition]: { verdict: "withdrawn", remark: "Not needed" },
    });
    expect(saved).toMatchObject({ status: 302, toast: "2 back-checks saved" });
    expect(saved.location).toContain(`#correction-${second}`);
    expect(await verdicts()).toEqual(["resolved", null, "withdrawn"]);
    expect((await send({ [second]: { verdict: "resolved" } })).toast).toBe("F-2 resolved");
  });

  test("a refused row does not stop the others, and keeps its text and its message", async () => {
    const typed = {
      [first]: { verdict: "not_resolved", remark: "x".repeat(2001) },
      [second]: { verdict: "resolved", remark: "See A-501" },
    };
    const fields = await fieldsOf(typed);
    const { status, errors } = await sendFields(fields);
    expect(status).toBe(409);
    expect(errors).toEqual({
      "": ["1 back-check saved, 1 not saved"],
      [`rows.c${first}.remark`]: ["Keep this to 2,000 characters or fewer"],
    });
    expect(await verdicts()).toEqual([null, "resolved", null]);
    const html = await pageHtml(fields);
    expect(html).toContain(`id="rows-c${first}-remark-error"`);
    expect(html).toContain("x".repeat(2001));
    expect(textOf(html)).toContain("F-1: Keep this to 2,000 characters or fewer");
    // Its element stays the same when the page forgets the refusal, so that the browser keeps the text.
    const remark = new RegExp(
      `<label class="field"><span class="small">Remark [^<]*</span><textarea[^>]*rows.c${first}`,
    );
    for (const page of [html, await pageHtml()]) expect(page).toMatch(remark);
  });

  test("what needs a remark is 400, and a remark without a verdict too", async () => {
    expect(await send({ [first]: { verdict: "not_resolved" } })).toMatchObject({
      status: 400,
      errors: { [`rows.c${first}.remark`]: ["Say what is still missing"] },
    });
    expect(await send({ [second]: { remark: "See A-501" } })).toMatchObject({
      status: 400,
      errors: { [`rows.c${second}.verdict`]: ["Please select a verdict"] },
    });
    expect(await send({})).toMatchObject({
      status: 400,
      failure: "Choose a verdict first: nothing was changed",
    });
  });

  test("an edit conflict is shown at its row, and the row can be saved again", async () => {
    const fields = await fieldsOf({ [first]: { verdict: "resolved" }, [second]: { verdict: "resolved" } });
    await saveBackCheck(administrator, first, { verdict: "not_resolved", remark: "Still missing" });
    const { status, current } = await sendFields(fields);
    expect(status).toBe(409);
    expect(await verdicts()).toEqual(["not_resolved", "resolved", null]);
    const html = await pageHtml(fields);
    expect(textOf(html)).toContain("Dana Park changed F-1 after you opened it");
    expect(textOf(html)).toMatch(/Verdict Not resolved Resolved/);
    expect(html).toContain('name="seen"');
    const { updatedAt } = (current as Record<string, { updatedAt: string }>)[`c${first}`] ?? {};
    expect(html).toContain(`value="${updatedAt}"`);
    expect((await send({ [first]: { verdict: "resolved", updatedAt: updatedAt ?? "" } })).status).toBe(302);
  });

  test("a row that a colleague changed, and that was not touched, is not refused", async () => {
    await saveBackCheck(lee, first, { verdict: "not_resolved", remark: "Still missing" });
    const shown = {
      verdict: "not_resolved",
      remark: "Still missing",
      shown: "not_resolved\r\nStill missing",
    };
    const fields = await fieldsOf({ [first]: shown, [second]: { verdict: "resolved" } });
    await saveBackCheck(administrator, first, { verdict: "resolved" });
    expect(await sendFields(fields)).toMatchObject({ toast: "F-2 resolved" });
    expect(await verdicts()).toEqual(["resolved", "resolved", null]);
  });

  test("what was typed for a row that a colleague closed meanwhile is in that row", async () => {
    const fields = await fieldsOf({ [first]: { verdict: "not_resolved", remark: "The header is missing" } });
    await saveBackCheck(administrator, first, { verdict: "resolved" });
    const refused = await pageHtml(fields);
    expect(refused).toContain("The header is missing</textarea>");
    expect(refused).toContain(`id="correction-${first}"`);
    const page = await pageHtml();
    expect(page).not.toContain(`id="correction-${first}"`);
    expect(textOf(page)).toContain("Resolved and withdrawn (1)");
  });

  test("a verdict is changed by saving again, and its remark is kept", async () => {
    await saveBackCheck(lee, first, { verdict: "not_resolved", remark: "Still missing" });
    const html = await pageHtml();
    expect(html).toContain("Still missing</textarea>");
    expect(html).toMatch(/checked=""[^>]*value="not_resolved"|value="not_resolved"[^>]*checked=""/);
    const again = { verdict: "resolved", remark: "Still missing", shown: "not_resolved\nStill missing" };
    expect((await send({ [first]: again })).toast).toBe("F-1 resolved");
    const [row] = await db.select().from(backChecks).where(eq(backChecks.correctionId, first));
    expect(row).toMatchObject({ verdict: "resolved", remark: "Still missing" });
  });

  test("a city saves none", async () => {
    expect((await send({ [first]: { verdict: "resolved" } }, {}, clerk)).status).toBe(403);
    expect(await verdicts()).toEqual([null, null, null]);
  });
});

test("the open corrections of a letter that is corrected have no back-checks to count", async () => {
  expect(textOf(await pageHtml())).toContain("To back-check (2 of 2 left)");
  await saveBackCheck(lee, second, { verdict: "resolved" });
  expect(textOf(await pageHtml())).toContain("To back-check (1 of 2 left)");
  permitId = (await makePermit(administrator, cityId)).id;
  await assign({ id: permitId }, lee, "Fire");
  await write("Show the rated walls");
  await issueLetter(administrator, permitId);
  await reopenPlanCheck(administrator, permitId, "PC1", { reason: "A wrong sheet" });
  const text = textOf(await pageHtml());
  expect(text).toContain("Open (1)");
  expect(text).not.toContain("0 of 0");
});

describe("Resolve the rest", () => {
  const rest = { intent: "resolve-rest" };

  test("resolves the corrections without a verdict, and leaves conditions open", async () => {
    const typed = { [first]: { verdict: "not_resolved", remark: "Still missing" } };
    expect((await send(typed, rest)).toast).toBe("2 back-checks saved");
    expect(await verdicts()).toEqual(["not_resolved", "resolved", null]);
  });

  test("is offered while a correction has no verdict", async () => {
    expect(textOf(await pageHtml())).toContain("Resolve the rest");
    expect((await send({}, rest)).toast).toBe("2 back-checks saved");
    const text = textOf(await pageHtml());
    expect(text).toContain("Save back-checks");
    expect(text).not.toContain("Resolve the rest");
  });

  test("leaves a correction that a colleague has back-checked since", async () => {
    const fields = await fieldsOf({}, rest);
    await saveBackCheck(administrator, first, { verdict: "not_resolved", remark: "Still missing" });
    expect((await sendFields(fields)).toast).toBe("F-2 resolved");
    expect(await verdicts()).toEqual(["not_resolved", "resolved", null]);
  });
});
