import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "~/models/policy";
import { permits, planFiles } from "~/models/tables.server";
import { db } from "~/platform/db/db.server";
import { requestHtml, requestPage } from "~/testing/page-request";
import { cookieFor, type Fields, openPage, sendForm } from "~/testing/send-form";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { Route } from "./+types/portal-list";

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

type List = Route.ComponentProps["loaderData"];

const open = (viewer: Viewer, path = "") => openPage<List>(viewer, `/oakvilles${path}`);

describe("the portal's page", () => {
  test("has the city, the counts and the permits, and no reviewers", async () => {
    const { portal } = (await open(cityUser)).page;
    expect(portal).toMatchObject({
      city: { id: cityId, cityName: "Oakville" },
      counts: { total: 1, pending_review: 0, in_review: 1, approved: 0 },
      list: { hasMore: false, rows: [{ isAssigned: true }] },
    });
    const sent = JSON.stringify(portal);
    for (const secret of ["Rita", "employee", "Foreign", "employeeDueDate", "createdBy", "fee"])
      expect(sent, secret).not.toContain(secret);
  });

  test.each(["", "/oakvilles"])("has the form when its address is of the dialog: %s/submit", async (page) => {
    const { dialog } = await openPage<unknown, object>(cityUser, `${page}/submit?search=elm`);
    expect(dialog).toMatchObject({
      idempotencyKey: expect.stringMatching(/^.{16}$/),
      maxFileSize: "200MB",
      constraint: { projectName: { required: true } },
    });
    const html = await (await requestHtml(`${page}/submit?search=elm`, await cookieFor(cityUser))).text();
    expect(html).toMatch(/name="search" value="elm"|value="elm"[^>]*name="search"/);
    expect(html).toContain(`<a href="${page || "/"}?search=elm"`);
    expect(html).toContain("Oakville Portal");
  });

  test("keeps the city of an administrator in the link to the dialog and back", async () => {
    const htmlAt = async (address: string) =>
      (await requestHtml(address, await cookieFor(administrator))).text();
    const dialog = `/oakvilles/submit?cityId=${otherId}`;
    expect(await htmlAt(`/oakvilles?cityId=${otherId}`)).toContain(`href="${dialog}"`);
    expect(await htmlAt(dialog)).toContain(`href="/oakvilles?cityId=${otherId}"`);
  });

  test("has scripts only with its dialog", async () => {
    const scriptsAt = async (address: string) =>
      /<script[^>]* type="module"/.test(await (await requestHtml(address, await cookieFor(cityUser))).text());
    for (const page of ["/", "/oakvilles"]) {
      expect(await scriptsAt(page), page).toBe(false);
      expect(await scriptsAt(`${page.replace(/\/$/, "")}/submit`), page).toBe(true);
    }
  });

  test("is 404 for another city, 403 for an employee", async () => {
    for (const path of ["", "/submit"]) {
      expect((await open(cityUser, `${path}?cityId=${otherId}`)).status).toBe(404);
      expect((await open(reviewer, `${path}?cityId=${cityId}`)).status).toBe(403);
    }
    const { page } = await open(administrator, `?cityId=${otherId}`);
    expect(page.city?.cityName).toBe("Riverton");
  });

  test("offers a choice of cities only to an administrator without a city in the address", async () => {
    expect((await open(administrator)).page.cities).toEqual([
      { value: String(cityId), label: "Oakville" },
      { value: String(otherId), label: "Riverton" },
    ]);
    expect((await open(administrator, `?cityId=${cityId}`)).page.cities).toBeNull();
    expect((await open(cityUser)).page.cities).toBeNull();
  });
});

const filled = {
  projectName: "Elm Street Duplex",
  projectAddress: "12 Elm Street",
  projectType: "residential",
  projectDescription: "Two units",
};

const post = (fields: Fields, { viewer = cityUser, query = "" } = {}) =>
  sendForm(viewer, `/oakvilles/submit${query}`, fields);

describe("the dialog's form", () => {
  const plan = () => new File(["%PDF-1.7 plan"], "plan.pdf");

  test("redirects to the new permit with a success message", async () => {
    const result = await post({ ...filled, files: plan() });
    const id = Number(result.location?.match(/^\/oakvilles\/permits\/(\d+)$/)?.[1]);
    expect(result).toMatchObject({ status: 302, toast: "Permit submitted successfully" });
    const [permit] = await db.select().from(permits).where(eq(permits.id, id));
    expect(permit).toMatchObject({ ...filled, cityId });
    expect(await db.select().from(planFiles).where(eq(planFiles.permitId, id))).toHaveLength(1);
  });

  test("is returned with the errors, the typed values and the files", async () => {
    const before = await db.$count(permits);
    const result = await post({ projectName: "Typed", applicantEmail: "wrong", files: plan() });
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
    const result = await post({ ...filled, files: new File(["text"], "notes.txt") });
    expect(result.status).toBe(400);
    expect(await db.$count(permits)).toBe(before);
  });

  test("posted for another city changes nothing", async () => {
    const before = await db.$count(permits);
    expect((await post(filled, { query: `?cityId=${otherId}` })).status).toBe(404);
    const { location } = await post({ ...filled, cityId: String(otherId) });
    const [created] = await db
      .select()
      .from(permits)
      .where(eq(permits.id, Number(location?.split("/").at(-1))));
    expect(created?.cityId).toBe(cityId);
    expect(await db.$count(permits)).toBe(before + 1);
  });

  test("can be sent by an administrator for a requested city, and not by an employee", async () => {
    const query = `?cityId=${otherId}`;
    expect((await post(filled, { viewer: administrator, query })).status).toBe(302);
    expect((await post(filled, { viewer: administrator })).status).toBe(404);
    expect((await post(filled, { viewer: reviewer, query })).status).toBe(403);
  });

  test("is accepted only as a POST to its own address", async () => {
    for (const page of ["/", "/oakvilles"]) expect((await sendForm(cityUser, page, filled)).status).toBe(405);
    const init = { method: "PUT", body: "" };
    expect((await requestPage("/oakvilles/submit", await cookieFor(cityUser), init)).status).toBe(405);
  });
});
