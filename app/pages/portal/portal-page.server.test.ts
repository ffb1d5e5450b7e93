import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/models/db.server";
import type { Viewer } from "~/models/policy";
import { permits, planFiles } from "~/models/tables.server";
import { outcomeOf } from "~/testing/action-outcome";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { loadPortal, loadPortalChoice, portalAction } from "./portal-page.server";

let administrator: Viewer;
let reviewer: Viewer;
let cityUser: Viewer;
let cityId: number;
let otherId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  reviewer = await makeViewer("employee", { name: "Rita Reviewer", disciplines: ["Fire"] });
  cityId = (await makeCity("Oakville")).id;
  otherId = (await makeCity("Riverton")).id;
  cityUser = await makeViewer("city", { cityId });
  await assign(await makePermit(administrator, cityId), reviewer, "Fire");
  await makePermit(administrator, otherId, { projectName: "Foreign Tower" });
});

const at = (query = "") => new URL(`http://localhost:3000/oakvilles${query}`);
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (thrown: unknown) => (thrown instanceof Response ? thrown.status : thrown),
  );

describe("the portal's page", () => {
  test("has the city, the counts and the permits, and no reviewers", async () => {
    const portal = await loadPortal(cityUser, at());
    expect(portal).toMatchObject({
      city: { id: cityId, cityName: "Oakville" },
      counts: { total: 1, pending_review: 0, in_review: 1, approved: 0 },
      list: { hasMore: false, rows: [{ isAssigned: true }] },
      form: null,
    });
    const sent = JSON.stringify(portal);
    for (const secret of ["Rita", "employee", "Foreign", "employeeDueDate", "createdBy", "fee"])
      expect(sent, secret).not.toContain(secret);
  });

  test("has the form when its address opens the dialog", async () => {
    const { form, filter } = await loadPortal(cityUser, at("?dialog=submit&search=elm"));
    expect(form).toMatchObject({ maxFileSize: "10MB", constraint: { projectName: { required: true } } });
    expect(form?.idempotencyKey).toHaveLength(16);
    expect(filter.search).toBe("elm");
    expect((await loadPortal(cityUser, at("?dialog=other"))).form).toBeNull();
  });

  test("is 404 for another city, 403 for an employee", async () => {
    expect(await statusOf(loadPortal(cityUser, at(`?cityId=${otherId}`)))).toBe(404);
    expect(await statusOf(loadPortal(reviewer, at(`?cityId=${cityId}`)))).toBe(403);
    expect((await loadPortal(administrator, at(`?cityId=${otherId}`))).city.cityName).toBe("Riverton");
  });

  test("offers a choice of cities only to an administrator without a city in the address", async () => {
    expect(await loadPortalChoice(administrator, at())).toEqual([
      { value: String(cityId), label: "Oakville" },
      { value: String(otherId), label: "Riverton" },
    ]);
    expect(await loadPortalChoice(administrator, at(`?cityId=${cityId}`))).toBeNull();
    expect(await loadPortalChoice(cityUser, at())).toBeNull();
  });
});

const filled = {
  projectName: "Elm Street Duplex",
  projectAddress: "12 Elm Street",
  projectType: "residential",
  projectDescription: "Two units",
};

/** Posts the dialog's form, and returns its result. */
async function post(
  fields: Record<string, string>,
  options: { viewer?: Viewer; query?: string; file?: File } = {},
) {
  const { viewer = cityUser, query = "?dialog=submit", file } = options;
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file) body.append("files", file);
  const url = at(query);
  const request = new Request(url, { method: "POST", body });
  return outcomeOf(portalAction({ request, viewer, url }));
}

describe("the dialog's form", () => {
  const plan = () => new File(["%PDF-1.7 plan"], "plan.pdf");

  test("redirects to the new permit with a success message", async () => {
    const result = await post(filled, { file: plan() });
    const id = Number(result.location?.match(/^\/oakvilles\/permits\/(\d+)$/)?.[1]);
    expect(result).toMatchObject({ status: 302, toast: "Permit submitted successfully" });
    const [permit] = await db.select().from(permits).where(eq(permits.id, id));
    expect(permit).toMatchObject({ ...filled, cityId });
    expect(await db.select().from(planFiles).where(eq(planFiles.permitId, id))).toHaveLength(1);
  });

  test("is returned with the errors, the typed values and the files", async () => {
    const before = await db.$count(permits);
    const result = await post({ projectName: "Typed", applicantEmail: "wrong" }, { file: plan() });
    expect(result).toMatchObject({
      status: 400,
      errors: {
        projectAddress: ["Project address is required"],
        projectType: ["Please select a project type"],
        projectDescription: ["Project description is required"],
        applicantEmail: ["Please enter a valid email"],
      },
      typed: { projectName: "Typed" },
      kept: [{ fileName: "plan.pdf" }],
    });
    expect(await db.$count(permits)).toBe(before);
  });

  test("creates nothing with a refused file", async () => {
    const before = await db.$count(permits);
    const result = await post(filled, { file: new File(["text"], "notes.txt") });
    expect(result.status).toBe(400);
    expect(await db.$count(permits)).toBe(before);
  });

  test("posted for another city changes nothing", async () => {
    const before = await db.$count(permits);
    expect((await post(filled, { query: `?dialog=submit&cityId=${otherId}` })).status).toBe(404);
    const { location } = await post({ ...filled, cityId: String(otherId) });
    const [created] = await db
      .select()
      .from(permits)
      .where(eq(permits.id, Number(location?.split("/").at(-1))));
    expect(created?.cityId).toBe(cityId);
    expect(await db.$count(permits)).toBe(before + 1);
  });

  test("can be sent by an administrator for a requested city, and not by an employee", async () => {
    const query = `?dialog=submit&cityId=${otherId}`;
    expect((await post(filled, { viewer: administrator, query })).status).toBe(302);
    expect((await post(filled, { viewer: administrator })).status).toBe(404);
    expect((await post(filled, { viewer: reviewer, query })).status).toBe(403);
  });

  test("is accepted only as a POST to its own address", async () => {
    expect((await post(filled, { query: "" })).status).toBe(400);
    const url = at("?dialog=submit");
    const request = new Request(url, { method: "PUT", body: "" });
    expect(await statusOf(portalAction({ request, viewer: cityUser, url }))).toBe(405);
  });
});
