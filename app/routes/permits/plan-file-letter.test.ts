import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { respond } from "~/api/respond.server";
import type { PlanFileOrigin } from "~/models/files/plan-file";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, openPage, sendForm } from "~/testing/send-form";
import { contextOf, responseAt } from "~/testing/test-addresses";
import { makeDecidedPermit, releaseNow } from "~/testing/test-letters";
import { makeCity, makeViewer, switchCorrections } from "~/testing/test-rows";
import type { PortalPermit } from "../portal/parts/load-portal-permit.server";
import type { PermitReview } from "../review/parts/load-review.server";

// How a letter is drawn has its own tests.
vi.mock(import("~/models/letters/letter-pdf.server"), () => ({
  drawLetter: async () => Buffer.from("%PDF-1.7"),
}));

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let cityId: number;
let permitId: number;
let number: string;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
});

/** A permit whose letter can be released. */
beforeEach(async () => {
  const { permit } = await makeDecidedPermit(dana, lee, cityId);
  permitId = permit.id;
  number = permit.urban37PermitNumber;
});

async function upload(viewer: Viewer, origin: PlanFileOrigin, fileName = `${origin}.pdf`): Promise<number> {
  const stored = await storeBytes(Buffer.from(`%PDF-1.7 ${origin}`));
  const files = [{ ...stored, fileName, kind: "pdf" as const }];
  await addPlanFiles(viewer, permitId, { reviewCycle: "PC1", origin, files });
  return (await listPlanFiles(dana, await readPermit(dana, permitId)))[0]?.id ?? 0;
}
const release = () => releaseNow(dana, permitId);

/** Sends a request to an API address of a file. */
async function request(method: string, end: "" | "/download", id: number, viewer: Viewer): Promise<Response> {
  const sent = { method, params: { id: String(id) }, context: await contextOf(viewer) };
  return (await responseAt(respond, `/api/files/:id${end}`, sent)) as Response;
}
const download = async (id: number, viewer = clerk) => (await request("GET", "/download", id, viewer)).status;
const portal = () => `/oakvilles/permits/${permitId}`;
const namesForCity = async () =>
  (await openPage<PortalPermit>(clerk, portal())).page.files.map(({ fileName }) => fileName);
const htmlOf = async (viewer: Viewer, address: string, init = {}) =>
  (await requestHtml(address, await cookieFor(viewer), init)).text();

describe("outside the firm", () => {
  test("a marked-up file does not exist before its letter, and is there after it", async () => {
    const id = await upload(lee, "marked_up");
    expect([await download(id), await download(id, lee), await namesForCity()]).toEqual([404, 200, []]);
    await release();
    expect([await download(id), await namesForCity()]).toEqual([200, ["marked_up.pdf"]]);
  });

  test("an internal file never exists, and a marked-up one of after the release not yet", async () => {
    const internal = await upload(lee, "internal");
    await release();
    const late = await upload(lee, "marked_up");
    expect([await download(internal), await download(late), await namesForCity()]).toEqual([404, 404, []]);
  });
});

test("marked-up plans carry their badge in the portal, and after a release say that they go with the next letter", async () => {
  await upload(lee, "marked_up", "marked.pdf");
  const id = (await release()).id;
  await upload(lee, "marked_up", "late.pdf");
  await upload(clerk, "submitted", "plans.pdf");
  const shown = textOf(await htmlOf(clerk, portal()));
  expect(shown).toMatch(/marked\.pdf \d+ bytes Marked-up plans/);
  expect(shown).not.toMatch(/late\.pdf|plans\.pdf \d+ bytes Marked-up/);
  const review = `/employee-dashboard/permits/${permitId}`;
  const { files } = (await openPage<PermitReview>(lee, review)).page;
  const notes = files.map(({ fileName, isForNextLetter }) => [fileName, isForNextLetter]);
  expect(Object.fromEntries(notes)).toEqual({ "late.pdf": true, "plans.pdf": false, "marked.pdf": false });
  expect(textOf(await htmlOf(lee, review))).toContain("Marked-up plans with the next letter");
  // The letter names what went out with it, and links it.
  const html = await htmlOf(clerk, `${portal()}/letters/${id}`);
  const marked = (await listPlanFiles(dana, await readPermit(dana, permitId))).find(
    ({ fileName }) => fileName === "marked.pdf",
  );
  expect(html).toMatch(
    new RegExp(`<a href="/api/files/${marked?.id}/download\\?inline"[^>]*>marked.pdf</a>`),
  );
  expect(html).not.toContain("late.pdf");
});

describe("a file that a letter lists", () => {
  const refusal = () =>
    `plans.pdf is listed in ${number}-PC1. Add the right file instead: it replaces this one.`;

  const dialogAt = (prefix: string, id: number) => `${prefix}/permits/${permitId}/files/${id}/delete`;

  test.each([
    ["an administrator's page", () => dana, ""],
    ["the city's page", () => clerk, "/oakvilles"],
  ])("is not deleted from %s", async (_, viewer, prefix) => {
    const id = await upload(clerk, "submitted", "plans.pdf");
    await release();
    const refused = await sendForm(viewer(), dialogAt(prefix, id));
    expect(refused).toMatchObject({ status: 409, failure: refusal() });
    expect(await namesForCity()).toEqual(["plans.pdf"]);
  });

  test("is not deleted from the city's page that was opened before, which says why", async () => {
    const id = await upload(clerk, "submitted", "plans.pdf");
    await release();
    const form = { method: "POST", body: new URLSearchParams() };
    expect(textOf(await htmlOf(clerk, dialogAt("/oakvilles", id), form))).toContain(refusal());
  });

  test("is not deleted by the API", async () => {
    const id = await upload(clerk, "submitted", "plans.pdf");
    await release();
    for (const viewer of [dana, clerk]) {
      const response = await request("DELETE", "", id, viewer);
      expect([response.status, await response.json()]).toEqual([409, { message: refusal() }]);
    }
  });

  test("is no longer offered for deletion", async () => {
    await upload(clerk, "submitted", "plans.pdf");
    const mayDelete = async () => {
      const files = await listPlanFiles(clerk, await readPermit(clerk, permitId));
      return files.map((file) => file.mayDelete);
    };
    expect(await mayDelete()).toEqual([true]);
    await release();
    expect(await mayDelete()).toEqual([false]);
  });
});
