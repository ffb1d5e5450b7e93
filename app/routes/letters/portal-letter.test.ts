import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { addCorrection } from "~/models/corrections/correction.server";
import { reopenPlanCheck } from "~/models/letters/reopen.server";
import type { Viewer } from "~/models/policy";
import { cities, letters } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, openPage } from "~/testing/send-form";
import { issueLetter, makeDecidedPermit } from "~/testing/test-letters";
import { makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { addPlanSet, placeOn } from "~/testing/test-sheets";

let dana: Viewer;
let lee: Viewer;
let clerk: Viewer;
let foreigner: Viewer;
let cityId: number;
let permitId: number;
let number: string;
/** The correction. */
let first: number;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  dana = await makeViewer("admin", { name: "Dana Park" });
  lee = await makeViewer("employee", { name: "Lee Tran", disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
  foreigner = await makeViewer("city", { cityId: (await makeCity()).id });
});

/** A permit that Lee has decided with F-1. */
beforeEach(async () => {
  const { permit, ...decided } = await makeDecidedPermit(dana, lee, cityId);
  first = decided.first;
  permitId = permit.id;
  number = permit.urban37PermitNumber;
});

const addressOf = (letterId: number) => `/oakvilles/permits/${permitId}/letters/${letterId}`;
const open = (letterId: number, viewer = clerk) => openPage(viewer, addressOf(letterId));
const load = async (letterId: number, viewer = clerk) => (await open(letterId, viewer)).page;
const read = async (letterId: number) => {
  const html = await (await requestHtml(addressOf(letterId), await cookieFor(clerk))).text();
  return textOf(/<main.*<\/main>/s.exec(html)?.[0] ?? "");
};

test("the letter says what was released, and nothing of what was written since", async () => {
  const id = await issueLetter(dana, permitId);
  await addCorrection(lee, permitId, { discipline: "Fire", kind: "correction", text: "A secret draft" });
  expect(await load(id)).toMatchObject({
    city: { cityName: "Oakville" },
    back: `/oakvilles/permits/${permitId}`,
    pdf: `/api/letters/${id}/download`,
  });
  const text = await read(id);
  expect(text).toContain(`Correction letter ${number}-PC1`);
  expect(text).toContain("Show the rated walls");
  expect(text).not.toMatch(/secret|Edit|Return|Draft/);
});

test("the reviewers are named only if the city says so when the letter is released", async () => {
  const nameReviewers = (letterNamesReviewers: boolean) =>
    write((tx) => tx.update(cities).set({ letterNamesReviewers }).where(eq(cities.id, cityId)));
  const id = await issueLetter(dana, permitId);
  await nameReviewers(true);
  const sent = JSON.stringify(await load(id));
  for (const name of ["Lee", "Tran", "Dana"]) expect(sent).not.toContain(name);
  await reopenPlanCheck(dana, permitId, "PC1", { reason: "The reviewer is missing" });
  const second = await issueLetter(dana, permitId);
  await nameReviewers(false);
  expect(await read(second)).toContain("Lee Tran");
  expect(JSON.stringify(await load(second))).not.toContain("Dana");
});

test("the letter says that a corrected one is being prepared, and by which it is superseded", async () => {
  const id = await issueLetter(dana, permitId);
  await reopenPlanCheck(dana, permitId, "PC1", { reason: "A wrong sheet" });
  expect(await read(id)).toContain("A corrected letter is being prepared.");
  const second = await issueLetter(dana, permitId);
  await write((tx) => tx.update(letters).set({ supersededById: second }).where(eq(letters.id, id)));
  expect(await read(id)).toContain(`Superseded by ${number}-PC1-2.`);
  expect(await read(second)).not.toMatch(/Superseded|being prepared/);
});

test("places lead to the sheets, of each page at its own address, and no points are sent", async () => {
  const [sheetId = 0] = (await addPlanSet({ id: permitId }, ["A-101"])).sheetIds;
  await placeOn(sheetId, first);
  const id = await issueLetter(dana, permitId);
  const path = `/permits/${permitId}/sheets/${sheetId}?z=4&x=0.5&y=0.5&correction=${first}`;
  const link = (address: string) => ({ [first]: [{ name: "A-101 E7", address, picture: null }] });
  const page = await load(id);
  expect(page).toMatchObject({ places: link(`/oakvilles${path}`) });
  expect(JSON.stringify(page)).not.toContain("points");
  const ofFirm = await openPage(lee, `/permits/${permitId}/letters/${id}`);
  expect(ofFirm.page).toMatchObject({ places: link(path) });
});

test("the letter is 404 for another city's user, on another permit, and before the release", async () => {
  const id = await issueLetter(dana, permitId);
  expect((await open(id, foreigner)).status).toBe(404);
  expect((await open(id + 1)).status).toBe(404);
  permitId = (await makePermit(dana, cityId)).id;
  expect((await open(id)).status).toBe(404);
});

test("the letter is 403 for an employee, and read by administrators as the city reads it", async () => {
  const id = await issueLetter(dana, permitId);
  expect((await open(id, lee)).status).toBe(403);
  expect(await load(id, dana)).toEqual(await load(id, clerk));
});
