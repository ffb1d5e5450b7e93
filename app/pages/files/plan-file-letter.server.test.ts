import { createElement } from "react";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { respond } from "~/api/respond.server";
import type { FormResult } from "~/form.server";
import type { PlanFileOrigin } from "~/models/files/plan-file";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { readPermit } from "~/models/permits/permit-scope.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { outcomeOf } from "~/testing/action-outcome";
import { requestHtml } from "~/testing/page-request";
import { rendered, textOf } from "~/testing/rendered";
import { cookieFor } from "~/testing/send-form";
import { contextOf, responseAt } from "~/testing/test-addresses";
import { makeDecidedPermit, releaseNow } from "~/testing/test-letters";
import { makeCity, makeViewer, switchCorrections } from "~/testing/test-rows";
import { ReviewPage } from "~/ui/plan-review/review-page";
import { PortalPermitPage } from "~/ui/portal/portal-permit";
import { permitAction } from "../permits/permit-actions.server";
import { loadPermitReview } from "../plan-review/permit-review.server";
import { loadPortalPermit, portalPermitAction } from "../portal/portal-permit.server";

// How a letter is drawn has its own tests.
vi.mock("~/models/letters/letter-pdf.server", () => ({ drawLetter: async () => Buffer.from("%PDF-1.7") }));

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
const namesForCity = async () => {
  const url = new URL(`http://localhost:3000/oakvilles/permits/${permitId}`);
  return (await loadPortalPermit(clerk, permitId, url)).files.map(({ fileName }) => fileName);
};

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
  const at = (path: string) => new URL(`http://localhost:3000${path}`);
  const portal = `/oakvilles/permits/${permitId}`;
  const detail = await loadPortalPermit(clerk, permitId, at(portal));
  const shown = textOf(rendered(createElement(PortalPermitPage, { detail }), portal));
  expect(shown).toMatch(/marked\.pdf \d+ bytes Marked-up plans/);
  expect(shown).not.toMatch(/late\.pdf|plans\.pdf \d+ bytes Marked-up/);
  const review = await loadPermitReview(lee, permitId, at(`/employee-dashboard/permits/${permitId}`));
  const notes = review.files.map(({ fileName, isForNextLetter }) => [fileName, isForNextLetter]);
  expect(Object.fromEntries(notes)).toEqual({ "late.pdf": true, "plans.pdf": false, "marked.pdf": false });
  const page = rendered(createElement(ReviewPage, { review }), "/");
  expect(textOf(page)).toContain("Marked-up plans with the next letter");
  // The letter names what went out with it, and links it.
  const html = await (await requestHtml(`${portal}/letters/${id}`, await cookieFor(clerk))).text();
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

  /** Sends the dialog that deletes a file, at an address. */
  function sendDeletion(url: URL, viewer: Viewer) {
    const request = new Request(url, { method: "POST", body: new URLSearchParams() });
    const action = url.pathname.startsWith("/oakvilles") ? portalPermitAction : permitAction;
    return action({ request, viewer, id: permitId, url }) as Promise<unknown>;
  }
  const dialogAt = (prefix: string, id: number) =>
    new URL(`http://localhost:3000${prefix}/permits/${permitId}?dialog=delete-file&fileId=${id}`);

  test.each([
    ["an administrator's page", () => dana, ""],
    ["the city's page", () => clerk, "/oakvilles"],
  ])("is not deleted from %s", async (_, viewer, prefix) => {
    const id = await upload(clerk, "submitted", "plans.pdf");
    await release();
    const deleted = sendDeletion(dialogAt(prefix, id), viewer());
    expect(await outcomeOf(deleted)).toMatchObject({ status: 409, failure: refusal() });
    expect(await namesForCity()).toEqual(["plans.pdf"]);
  });

  test("is not deleted from the city's page that was opened before, which says why", async () => {
    const id = await upload(clerk, "submitted", "plans.pdf");
    await release();
    const url = dialogAt("/oakvilles", id);
    const { data: formResult } = (await sendDeletion(url, clerk)) as { data: FormResult };
    const detail = await loadPortalPermit(clerk, permitId, url);
    const page = createElement(PortalPermitPage, { detail });
    const html = rendered(page, `${url.pathname}${url.search}`, formResult);
    expect([detail.deletingFile, textOf(html).includes(refusal())]).toEqual([null, true]);
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
