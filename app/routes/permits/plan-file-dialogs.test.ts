import { beforeEach, expect, test } from "vitest";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, sendForm } from "~/testing/send-form";
import { issueLetter } from "~/testing/test-letters";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";

let administrator: Viewer;
let reviewer: Viewer;
let clerk: Viewer;
let id: number;
let fileId: number;

/** The letter of a permit lists A-101.pdf. */
beforeEach(async () => {
  const { id: cityId } = await makeCity();
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
  const permit = await makePermit(administrator, cityId);
  id = permit.id;
  await assign(permit, reviewer, "Fire");
  const stored = await storeBytes(Buffer.from("%PDF-1.7 A-101"));
  const files = [{ ...stored, fileName: "A-101.pdf", kind: "pdf" as const }];
  await addPlanFiles(reviewer, id, { reviewCycle: "PC1", origin: "submitted", files });
  fileId = (await listPlanFiles(administrator, permit))[0]?.id ?? 0;
  await issueLetter(administrator, id);
});

const paths = { permit: "/permits", review: "/employee-dashboard/permits", portal: "/oakvilles/permits" };
type Place = keyof typeof paths;

const page = async (place: Place, viewer: Viewer, path = "", init = {}): Promise<string> =>
  (await requestHtml(`${paths[place]}/${id}${path}`, await cookieFor(viewer), init)).text();

/** Returns the names of what a page offers for the file, and whether it is marked as set aside. */
async function shown(place: Place, viewer: Viewer) {
  const html = await page(place, viewer);
  const names = [...html.matchAll(/aria-label="([^"]+) A-101\.pdf"/g)].map(([, name]) => name);
  return { names, isMarked: textOf(html).includes("Set aside") };
}

const post = (act: string, viewer = administrator) =>
  sendForm(viewer, `${paths.permit}/${id}/files/${fileId}/${act}`);

const dialogIn = (html: string) => textOf(/<dialog.*?<\/dialog>/.exec(html)?.[0] ?? "");

test("a file that stays has no delete button; administrators can set it aside on both staff pages", async () => {
  for (const place of ["permit", "review"] as const)
    expect(await shown(place, administrator)).toEqual({ names: ["Download", "Set aside"], isMarked: false });
  expect(await shown("review", reviewer)).toEqual({ names: ["Download"], isMarked: false });
  for (const viewer of [clerk, administrator])
    expect(await shown("portal", viewer)).toEqual({ names: ["Download"], isMarked: false });
});

test("one that is set aside is marked on every page, and administrators can take it back", async () => {
  expect(await post("set-aside")).toMatchObject({
    status: 302,
    location: `/permits/${id}#plan-files`,
  });
  for (const place of ["permit", "review"] as const)
    expect(await shown(place, administrator)).toEqual({ names: ["Download", "Take back"], isMarked: true });
  expect(await shown("review", reviewer)).toEqual({ names: ["Download"], isMarked: true });
  for (const viewer of [clerk, administrator])
    expect(await shown("portal", viewer)).toEqual({ names: ["Download"], isMarked: true });
  expect((await post("take-back")).status).toBe(302);
  expect(await shown("permit", administrator)).toEqual({ names: ["Download", "Set aside"], isMarked: false });
});

test.each(["take-back/", "TAKE-BACK"])("one that is set aside is taken back at %s too", async (address) => {
  await post("set-aside");
  expect((await post(address)).toast).toBe("File taken back");
  expect(await shown("permit", administrator)).toEqual({ names: ["Download", "Set aside"], isMarked: false });
});

test("each dialog is an address that says what it does", async () => {
  const setAside = `/files/${fileId}/set-aside`;
  const takeBack = `/files/${fileId}/take-back`;
  for (const place of ["permit", "review"] as const) {
    expect(dialogIn(await page(place, administrator, setAside))).toMatch(
      /No later letter will list A-101\.pdf \. It stays/,
    );
    expect(dialogIn(await page(place, administrator, takeBack))).toMatch(
      /Later letters can list A-101\.pdf again/,
    );
  }
  expect(dialogIn(await page("review", reviewer, setAside))).toContain("Access Denied");
  expect(textOf(await page("portal", administrator, setAside))).toContain("Page Not Found");
});

test("a refused form says why", async () => {
  const ofReviewer = await sendForm(reviewer, `${paths.review}/${id}/files/${fileId}/set-aside`);
  expect(ofReviewer.status).toBe(403);
  const stored = await storeBytes(Buffer.from("%PDF-1.7 new"));
  const files = [{ ...stored, fileName: "new.pdf", kind: "pdf" as const }];
  const permit = await makePermit(administrator, (await makeCity()).id);
  await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files });
  id = permit.id;
  fileId = (await listPlanFiles(administrator, permit))[0]?.id ?? 0;
  const reason = "new.pdf can still be deleted: delete it instead of setting it aside";
  expect(await post("set-aside")).toMatchObject({ status: 409, failure: reason });
  const form = { method: "POST", body: new URLSearchParams() };
  for (const place of ["permit", "review"] as const)
    expect(textOf(await page(place, administrator, `/files/${fileId}/set-aside`, form))).toContain(reason);
});
