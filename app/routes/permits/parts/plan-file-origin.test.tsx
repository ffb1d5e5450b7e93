import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { FormResult } from "~/form.server";
import { write } from "~/models/db.server";
import type { PlanFileOrigin } from "~/models/files/plan-file";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import type { Viewer } from "~/models/policy";
import { cities } from "~/models/tables.server";
import { outcomeOf } from "~/testing/action-outcome";
import { rendered, textOf } from "~/testing/rendered";
import { issueLetter } from "~/testing/test-letters";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { loadPortalPermit, portalPermitAction } from "../../portal/parts/load-portal-permit.server";
import { PortalPermitPage } from "../../portal/parts/portal-permit-cards";
import { loadPermitReview } from "../../review/parts/load-review.server";
import { ReviewPage } from "../../review/parts/review-page";
import { loadPermitDetail } from "./load-permit.server";
import { permitAction } from "./permit-actions.server";
import { PermitPage } from "./permit-view";

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

const at = (path: string, query = "") => new URL(`http://localhost${path}${query}`);

async function permitPage({ id } = permit) {
  const path = `/permits/${id}`;
  return rendered(<PermitPage detail={await loadPermitDetail(administrator, id, at(path))} />, path);
}

async function reviewPage({ id } = permit) {
  const path = `/employee-dashboard/permits/${id}`;
  return rendered(<ReviewPage review={await loadPermitReview(reviewer, id, at(path))} />, path);
}

async function portalPage(viewer: Viewer, query = "") {
  const path = `/oakvilles/permits/${permit.id}`;
  const detail = await loadPortalPermit(viewer, permit.id, at(path, query));
  return rendered(<PortalPermitPage detail={detail} />, path + query);
}

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

  test.each(["", "?dialog=upload"])("has nothing of marked-up and internal files%s", async (query) => {
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
    const body = new FormData();
    body.set("reviewCycle", "PC1");
    if (origin !== undefined) body.set("origin", origin);
    body.set("files", new File([`%PDF-1.7 sent ${count}`], fileName));
    const url = at(`${path}/${id}`, path === "/oakvilles/permits" ? "?dialog=upload" : "?upload");
    const request = new Request(url, { method: "POST", body });
    const action = path === "/oakvilles/permits" ? portalPermitAction : permitAction;
    const { status, errors } = await outcomeOf(action({ request, viewer, id, url }));
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
    for (const [name, value] of [
      ["reviewCycle", chosen],
      ["preselected", "PC1"],
    ] as const)
      body.set(name, value);
    body.set("files", new File(["no plan"], "plan.txt"));
    const url = at(`/oakvilles/permits/${id}`, "?dialog=upload");
    const request = new Request(url, { method: "POST", body });
    const refusal = await portalPermitAction({ request, viewer: clerk, id, url });
    await issueLetter(administrator, id);
    const html = rendered(
      <PortalPermitPage detail={await loadPortalPermit(clerk, id, url)} />,
      url.pathname + url.search,
      (refusal as { data: FormResult }).data,
    );
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
