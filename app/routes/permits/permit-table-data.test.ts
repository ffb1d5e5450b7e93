import { beforeAll, describe, expect, test } from "vitest";
import { optionsInLines } from "~/models/option-lines";
import type { Viewer } from "~/models/policy";
import { deletePermit } from "~/models/records/permit-bin.server";
import { openPage, sendForm } from "~/testing/send-form";
import { issueLetter } from "~/testing/test-letters";
import { makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { loadPermitList, loadPermitTable } from "./parts/load-permit-table.server";

let administrator: Viewer;
let employee: Viewer;
let cityUser: Viewer;
let cityId: number;
let permit: Awaited<ReturnType<typeof makePermit>>;

beforeAll(async () => {
  cityId = (await makeCity("Oakville")).id;
  administrator = await makeViewer("admin");
  employee = await makeViewer("employee", { disciplines: ["Fire"] });
  cityUser = await makeViewer("city", { cityId });
  const otherCity = await makeCity("Brookfield");
  await makePermit(administrator, otherCity.id, { cityPermitNumber: "other city" });
  permit = await makePermit(administrator, cityId, { revisionNumber: "rev2" });
});

const load = (viewer: Viewer, query = "") =>
  loadPermitTable(viewer, new URL(`http://localhost/permits${query}`));

test("the table returns the filter of the query string and the matching permits", async () => {
  const table = await load(administrator, `?cityId=${cityId}&status=in_process&search=B26&sort=-due&page=9`);
  expect(table.rows.map(({ id }) => id)).toEqual([permit.id]);
  expect(table).toMatchObject({
    total: 1,
    page: 1,
    filter: { cityId, status: "in_process", search: "B26", sort: "due", descending: true, page: 1 },
  });
});

test("the list offers the views that its user has, and ignores another", async () => {
  const views = async (viewer: Viewer, query = "") => {
    const { views, filter, total } = await loadPermitList(
      viewer,
      new URL(`http://localhost/permits${query}`),
    );
    return [views.map(({ label }) => label).join(", "), filter.view, total];
  };
  expect(await views(administrator)).toEqual(["Open, Late, Unassigned, On hold", undefined, 2]);
  expect(await views(employee, "?view=mine")).toEqual(["Open, Late, Unassigned, Mine, On hold", "mine", 0]);
  expect(await views(administrator, "?view=mine")).toEqual(["Open, Late, Unassigned, On hold", undefined, 2]);
  expect(await views(administrator, "?view=unassigned")).toEqual([expect.any(String), "unassigned", 2]);
  expect((await load(administrator, "?view=hold")).total).toBe(2);
});

test("the table ignores invalid values in the query string", async () => {
  expect((await load(administrator, "?cityId=abc&status=pending&sort=price&page=-1&search=%20")).total).toBe(
    2,
  );
});

test.each([
  ["administrator", { mayCreate: true, mayEdit: true, mayDelete: true }, 2],
  ["employee", { mayCreate: false, mayEdit: false, mayDelete: false }, 2],
  ["cityUser", { mayCreate: false, mayEdit: false, mayDelete: false }, 0],
] as const)("the table offers the %s the actions that the policy allows", async (name, actions, cities) => {
  const viewer = { administrator, employee, cityUser }[name];
  const table = await load(viewer);
  expect(table).toMatchObject(actions);
  expect(optionsInLines(table.cities)).toHaveLength(cities);
});

test("a city user's table has only permits of their own city", async () => {
  expect((await load(cityUser)).rows.map(({ cityName }) => cityName)).toEqual(["Oakville"]);
});

test("the table has today's date", async () => {
  expect((await load(administrator)).today).toMatch(/^\d{4}-\d\d-\d\d$/);
});

describe("the delete dialog", () => {
  const open = (id: number | string, viewer = administrator, list = "/permits") =>
    openPage(viewer, `${list}/delete-permit/${id}?cityId=${cityId}`);

  test("shows its permit, over the list that its user filtered", async () => {
    const opened = await open(permit.id);
    expect(opened.dialog).toEqual({
      urban37PermitNumber: permit.urban37PermitNumber,
      revisionNumber: "rev2",
      projectName: "Harbor Street Apartments",
      letterCount: 0,
    });
    expect(opened.page).toMatchObject({ filter: { cityId }, total: 1 });
  });

  test("counts the letters that would be deleted too", async () => {
    const withLetter = await makePermit(administrator, cityId);
    await switchCorrections(cityId, true);
    await issueLetter(administrator, withLetter.id);
    expect((await open(withLetter.id)).dialog).toMatchObject({ letterCount: 1 });
    await deletePermit(administrator, withLetter.id);
  });

  test.each([
    ["/permits", "/permits"],
    ["/admin-dashboard", "/admin-dashboard"],
    ["", "/"],
  ])("over %s deletes and returns there, with the filter", async (list, page) => {
    const { id } = await makePermit(administrator, cityId);
    const address = `${list}/delete-permit/${id}?cityId=${cityId}&page=2`;
    expect(await sendForm(administrator, address, { confirmation: "Delete" })).toMatchObject({ status: 400 });
    expect(await sendForm(administrator, address, { confirmation: "delete" })).toMatchObject({
      location: `${page}?cityId=${cityId}&page=2`,
      toast: "Permit deleted successfully",
    });
  });

  test("over the page of the permit deletes and leads to the list", async () => {
    const { id } = await makePermit(administrator, cityId);
    const sent = await sendForm(administrator, `/permits/${id}/delete`, { confirmation: "delete" });
    expect(sent).toMatchObject({ location: "/permits", toast: "Permit deleted successfully" });
  });

  test("is refused to users who may not delete", async () => {
    expect((await open(permit.id, employee)).status).toBe(403);
    expect((await open(permit.id, cityUser)).status).toBe(403);
  });

  test.each(["abc", "-1", "1e999", "999999"])("says that there is no permit %j", async (id) => {
    expect(await open(id)).toMatchObject({ status: 404, message: "Permit Not Found" });
  });
});
