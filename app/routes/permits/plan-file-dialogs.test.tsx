import { beforeEach, expect, test } from "vitest";
import type { FormResult } from "~/form.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { outcomeOf } from "~/testing/action-outcome";
import { rendered, textOf } from "~/testing/rendered";
import { issueLetter } from "~/testing/test-letters";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { loadPortalPermit } from "../portal/parts/load-portal-permit.server";
import { PortalPermitPage } from "../portal/parts/portal-permit-cards";
import { loadPermitReview } from "../review/parts/load-review.server";
import { ReviewPage } from "../review/parts/review-page";
import { loadPermitDetail } from "./parts/load-permit.server";
import { permitAction } from "./parts/permit-actions.server";
import { PermitPage } from "./parts/permit-view";

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

async function page(place: Place, viewer: Viewer, query = "", formResult?: FormResult): Promise<string> {
  const address = `${paths[place]}/${id}${query}`;
  const url = new URL(address, "http://localhost:3000");
  if (place === "permit") {
    const detail = await loadPermitDetail(viewer, id, url);
    return rendered(<PermitPage detail={detail} />, address, formResult);
  }
  if (place === "review") {
    const review = await loadPermitReview(viewer, id, url);
    return rendered(<ReviewPage review={review} />, address, formResult);
  }
  return rendered(<PortalPermitPage detail={await loadPortalPermit(viewer, id, url)} />, address);
}

/** Returns the names of what a page offers for the file, and whether it is marked as set aside. */
async function shown(place: Place, viewer: Viewer) {
  const html = await page(place, viewer);
  const names = [...html.matchAll(/aria-label="([^"]+) A-101\.pdf"/g)].map(([, name]) => name);
  return { names, isMarked: textOf(html).includes("Set aside") };
}

function send(query: string, viewer = administrator) {
  const url = new URL(`${paths.permit}/${id}${query}&fileId=${fileId}`, "http://localhost:3000");
  const request = new Request(url, { method: "POST", body: new URLSearchParams() });
  return permitAction({ request, viewer, id, url });
}
const post = (query: string, viewer = administrator) => outcomeOf(send(query, viewer));

const dialogIn = (html: string) => textOf(/<dialog.*?<\/dialog>/.exec(html)?.[0] ?? "");

test("a file that stays has no delete button; administrators can set it aside on both staff pages", async () => {
  for (const place of ["permit", "review"] as const)
    expect(await shown(place, administrator)).toEqual({ names: ["Download", "Set aside"], isMarked: false });
  expect(await shown("review", reviewer)).toEqual({ names: ["Download"], isMarked: false });
  for (const viewer of [clerk, administrator])
    expect(await shown("portal", viewer)).toEqual({ names: ["Download"], isMarked: false });
});

test("one that is set aside is marked on every page, and administrators can take it back", async () => {
  expect(await post("?dialog=set-aside")).toMatchObject({
    status: 302,
    location: `/permits/${id}#plan-files`,
  });
  for (const place of ["permit", "review"] as const)
    expect(await shown(place, administrator)).toEqual({ names: ["Download", "Take back"], isMarked: true });
  expect(await shown("review", reviewer)).toEqual({ names: ["Download"], isMarked: true });
  for (const viewer of [clerk, administrator])
    expect(await shown("portal", viewer)).toEqual({ names: ["Download"], isMarked: true });
  expect((await post("?dialog=take-back")).status).toBe(302);
  expect(await shown("permit", administrator)).toEqual({ names: ["Download", "Set aside"], isMarked: false });
});

test("each dialog is an address that says what it does, and only one fits the file", async () => {
  const setAside = `?dialog=set-aside&fileId=${fileId}`;
  const takeBack = `?dialog=take-back&fileId=${fileId}`;
  for (const place of ["permit", "review"] as const) {
    expect(dialogIn(await page(place, administrator, setAside))).toMatch(
      /No later letter will list A-101\.pdf \. It stays/,
    );
    expect(dialogIn(await page(place, administrator, takeBack))).toBe("");
  }
  expect(dialogIn(await page("review", reviewer, setAside))).toBe("");
  expect(dialogIn(await page("portal", administrator, setAside))).toBe("");
  await post("?dialog=set-aside");
  for (const place of ["permit", "review"] as const) {
    expect(dialogIn(await page(place, administrator, takeBack))).toMatch(
      /Later letters can list A-101\.pdf again/,
    );
    expect(dialogIn(await page(place, administrator, setAside))).toBe("");
  }
});

test("a refused form says why, also when its dialog cannot be opened any more", async () => {
  expect((await post("?dialog=set-aside", reviewer)).status).toBe(403);
  const stored = await storeBytes(Buffer.from("%PDF-1.7 new"));
  const files = [{ ...stored, fileName: "new.pdf", kind: "pdf" as const }];
  const permit = await makePermit(administrator, (await makeCity()).id);
  await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", files });
  id = permit.id;
  fileId = (await listPlanFiles(administrator, permit))[0]?.id ?? 0;
  const { data, init } = (await send("?dialog=set-aside")) as { data: FormResult; init: ResponseInit };
  const reason = "new.pdf can still be deleted: delete it instead of setting it aside";
  expect([init.status, data.failure]).toEqual([409, reason]);
  for (const place of ["permit", "review"] as const)
    expect(textOf(await page(place, administrator, `?dialog=set-aside&fileId=${fileId}`, data))).toContain(
      reason,
    );
});
