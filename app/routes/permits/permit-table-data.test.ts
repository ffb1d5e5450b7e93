import { beforeAll, describe, expect, test } from "vitest";
import { deletePermit } from "~/models/permits/permit.server";
import type { Viewer } from "~/models/policy";
import { issueLetter } from "~/testing/test-letters";
import { makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { loadPermitTable } from "./parts/load-permit-table.server";

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
  expect(table.cities).toHaveLength(cities);
});

test("a city user's table has only permits of their own city", async () => {
  expect((await load(cityUser)).rows.map(({ cityName }) => cityName)).toEqual(["Oakville"]);
});

test("the table has today's date", async () => {
  expect((await load(administrator)).today).toMatch(/^\d{4}-\d\d-\d\d$/);
});

describe("the delete dialog", () => {
  test("shows its permit", async () => {
    const { deleting } = await load(administrator, `?dialog=delete&id=${permit.id}`);
    expect(deleting).toEqual({
      id: permit.id,
      urban37PermitNumber: permit.urban37PermitNumber,
      revisionNumber: "rev2",
      projectName: "Harbor Street Apartments",
      letterCount: 0,
    });
  });

  test("counts the letters that would be deleted too", async () => {
    const withLetter = await makePermit(administrator, cityId);
    await switchCorrections(cityId, true);
    await issueLetter(administrator, withLetter.id);
    const { deleting } = await load(administrator, `?dialog=delete&id=${withLetter.id}`);
    expect(deleting).toMatchObject({ id: withLetter.id, letterCount: 1 });
    await deletePermit(administrator, withLetter.id);
  });

  test("is closed unless the query string opens it", async () => {
    expect((await load(administrator, `?id=${permit.id}`)).deleting).toBeNull();
    expect((await load(administrator, `?dialog=other&id=${permit.id}`)).deleting).toBeNull();
  });

  test("is closed to users who may not delete", async () => {
    expect((await load(employee, `?dialog=delete&id=${permit.id}`)).deleting).toBeNull();
    expect((await load(cityUser, `?dialog=delete&id=${permit.id}`)).deleting).toBeNull();
  });

  test.each(["abc", "-1", "1e999", "", "999999"])("is closed for the id %j", async (id) => {
    expect((await load(administrator, `?dialog=delete&id=${id}`)).deleting).toBeNull();
  });

  test("is closed when its permit was deleted", async () => {
    const deletedPermit = await makePermit(administrator, cityId);
    await deletePermit(administrator, deletedPermit.id);
    expect((await load(administrator, `?dialog=delete&id=${deletedPermit.id}`)).deleting).toBeNull();
  });
});
