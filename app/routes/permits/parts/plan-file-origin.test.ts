import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { PlanFileOrigin } from "~/models/files/plan-file";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { cities } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor, sendForm } from "~/testing/send-form";
import { issueLetter } from "~/testing/test-letters";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";

let administrator: Viewer;
let reviewer: Viewer;
let clerk: Viewer;
let permit: Awaited<ReturnType<typeof makePermit>>;
let plain: typeof permit;

beforeAll(async () => {
  const { id: cityId } = await makeCity();
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await makeViewer("city", { cityId });
  await write(async (tx) => {
    await tx.update(cities).set({ usesCorrections: true }).where(eq(cities.id, cityId));
  });
  permit = await makePermit(administrator, cityId);
  plain = await makePermit(administrator, (await makeCity()).id);
  for (const { id } of [permit, plain]) await assign({ id }, reviewer, "Fire");
  for (const origin of ["submitted", "marked_up", "internal"] as const) {
    const stored = await storeBytes(Buffer.from(`%PDF-1.7 ${origin}`));
    const files = [{ ...stored, fileName: `${origin}.pdf`, kind: "pdf" as const }];
    await addPlanFiles(reviewer, permit.id, { reviewCycle: "PC1", origin, files });
  }
});

const htmlOf = async (viewer: Viewer, address: string): Promise<string> =>
  (await requestHtml(address, await cookieFor(viewer))).text();

const permitPage = ({ id } = permit) => htmlOf(administrator, `/permits/${id}`);
const reviewPage = ({ id } = permit) => htmlOf(reviewer, `/employee-dashboard/permits/${id}`);
const portalPage = (viewer: Viewer, path = "") => htmlOf(viewer, `/oakvilles/permits/${permit.id}${path}`);

describe.each([
  ["the administrator's page", permitPage],
  ["the reviewer's page", reviewPage],
])("%s", (_, page) => {
  test("names the marked-up and the internal files in its list", async () => {
    const [, card = ""] = (await page()).split('id="plan-files"');
    const html = textOf(card.slice(0, card.indexOf("</section>")));
    for (const name of ["submitted.pdf", "marked_up.pdf", "internal.pdf"]) expect(html).toContain(name);
    expect(html.match(/Marked-up plans/g)).toHaveLength(2);
    expect(html.match(/Internal/g)).toHaveLength(2);
    expect(html.match(/Plans received/g)).toHaveLength(1);
  });

  test("offers the origin of new files, marked-up plans first selected, only where the city uses corrections", async () => {
    const select = /<select[^>]*name="origin".*?<\/select>/;
    expect(select.exec(await page())?.[0]).toMatch(/value="marked_up" selected=""/);
    expect(await page(plain)).not.toMatch(select);
  });
});

describe("the portal's page", () => {
  // In one column, cards come in the order of the markup.
  test("has the card of the plan check first", async () => {
    const headings = [...(await portalPage(clerk)).matchAll(/<h2[^>]*>([^<]*)/g)].map(([, text]) => text);
    expect(headings.slice(0, 3)).toEqual(["Plan check", "Status Information", "Permit Information"]);
  });

  test.each(["", "/upload"])("has nothing of marked-up and internal files%s", async (query) => {
    for (const viewer of [clerk, administrator]) {
      const html = await portalPage(viewer, query);
      expect(html).toContain("submitted.pdf");
      expect(html).not.toMatch(/marked.up|internal|name="origin"/i);
    }
  });
});

describe("the upload form", () => {
  let count = 0;

  /** Sends a file and returns the outcome, and the origins of the files with its name. */
  async function send(viewer: Viewer, path: string, origin?: string, { id } = permit) {
    count += 1;
    const fileName = `sent-${count}.pdf`;
    const fields = { reviewCycle: "PC1", origin, files: new File([`%PDF-1.7 sent ${count}`], fileName) };
    const form = path === "/oakvilles/permits" ? "/upload" : "?upload";
    const { status, errors } = await sendForm(viewer, `${path}/${id}${form}`, fields);
    const files = await listPlanFiles(administrator, id === permit.id ? permit : plain);
    const origins = files.filter((file) => file.fileName === fileName).map((file) => file.origin);
    return { status, errors: Object.keys(errors), origins };
  }

  test.each([
    ["PC1", "PC2"],
    ["PC3", "PC3"],
  ])("that was refused with %s before the letter of PC1 went out shows %s", async (chosen, shown) => {
    const { id } = await makePermit(administrator, clerk.cityId ?? 0);
    await assign({ id }, reviewer, "Fire");
    const body = new FormData();
    for (const [name, value] of Object.entries({ reviewCycle: chosen, preselected: "PC1" }))
      body.set(name, value);
    body.set("files", new File(["no plan"], "plan.txt"));
    await issueLetter(administrator, id);
    const sent = { method: "POST", body };
    const html = await (
      await requestHtml(`/oakvilles/permits/${id}/upload`, await cookieFor(clerk), sent)
    ).text();
    expect(html).toContain('name="preselected" value="PC2"');
    const select = /<select[^>]*name="reviewCycle".*?<\/select>/.exec(html)?.[0];
    expect(select?.match(/value="(\w+)" selected/)?.[1]).toBe(shown);
  });

  const added = (origin: PlanFileOrigin) => ({ status: 302, errors: [], origins: [origin] });
  const refused = { status: 400, errors: ["origin"], origins: [] };

  test("of staff adds what they chose, and marked-up plans without a choice", async () => {
    expect(await send(administrator, "/permits", "internal")).toEqual(added("internal"));
    expect(await send(reviewer, "/employee-dashboard/permits", "submitted")).toEqual(added("submitted"));
    expect(await send(reviewer, "/employee-dashboard/permits")).toEqual(added("marked_up"));
    expect(await send(reviewer, "/employee-dashboard/permits", "other")).toEqual(refused);
  });

  test("of the portal adds plans received, for administrators too", async () => {
    expect(await send(clerk, "/oakvilles/permits")).toEqual(added("submitted"));
    expect(await send(administrator, "/oakvilles/permits")).toEqual(added("submitted"));
    expect(await send(clerk, "/oakvilles/permits", "internal")).toEqual(refused);
  });

  test("of a permit whose city uses no corrections adds plans received only", async () => {
    expect(await send(administrator, "/permits", undefined, plain)).toEqual(added("submitted"));
    expect(await send(administrator, "/permits", "marked_up", plain)).toEqual(refused);
  });
});
