import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeCity, makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { auditEvents, savedViews } from "../tables.server";
import { maxSavedViews, savedViewListAt } from "./saved-view";
import { deleteView, listSavedViews, readSavedView, renameView, saveView } from "./saved-view.server";

let viewer: Viewer;
let other: Viewer;

beforeEach(async () => {
  viewer = await makeViewer("employee", { disciplines: ["Fire"] });
  other = await makeViewer("admin");
});

const held = { name: "Held", query: "?status=hold" };
const late = { name: "Later", query: "?view=late" };
const namesOf = async (of = viewer) => (await listSavedViews(of, "permits")).map(({ name }) => name);

test("a view has the query of its list under a name, by name, for its user alone", async () => {
  await saveView(viewer, "permits", { name: "zulu", query: "?search=a&sort=-due&page=7" });
  const { id } = await saveView(viewer, "permits", { name: "Alpha", query: "?view=late&cityId=3" });
  await saveView(viewer, "calendar", { name: "Alpha", query: "?view=open&rows=25" });
  expect(await listSavedViews(viewer, "permits")).toEqual([
    { id, name: "Alpha", query: "?view=late&cityId=3" },
    { id: expect.any(Number), name: "zulu", query: "?search=a&sort=-due" },
  ]);
  expect(await listSavedViews(viewer, "calendar")).toMatchObject([{ query: "?view=open&rows=25" }]);
  expect(await namesOf(other)).toEqual([]);
  const changes = [
    () => readSavedView(other, "permits", id),
    () => readSavedView(viewer, "calendar", id),
    () => renameView(other, "permits", id, "Mine now"),
    () => deleteView(other, "permits", id),
  ];
  for (const change of changes) await expect(change()).rejects.toMatchObject({ status: 404 });
});

describe("of a query only what the list itself reads is kept", () => {
  test.each([
    ["unknown parameters", "?status=hold&colour=red&print&comment", "?status=hold"],
    ["invalid values", "?status=nonsense&sort=price&cityId=3", "?cityId=3"],
    ["ten thousand characters", `?search=${"x".repeat(10_000)}`, `?search=${"x".repeat(100)}`],
    ["ten thousand parameters", `?status=hold${"&a=b".repeat(10_000)}`, "?status=hold"],
  ])("%s", async (_, query, stored) => {
    await saveView(viewer, "permits", { name: "View", query });
    expect((await listSavedViews(viewer, "permits"))[0]?.query).toBe(stored);
  });

  test.each(["", "?", "?page=4", `?${"y".repeat(10_000)}=1`, "?status=all"])(
    "and the whole list is no view: %.20s",
    async (query) => {
      await expect(saveView(viewer, "permits", { name: "View", query })).rejects.toMatchObject({
        status: 400,
      });
      expect(await namesOf()).toEqual([]);
    },
  );

  test("also of one that was stored otherwise", async () => {
    await saveView(viewer, "permits", held);
    const query = "?status=gone&view=late&x=%";
    await write((tx) => tx.update(savedViews).set({ query }).where(eq(savedViews.userId, viewer.id)));
    expect(await listSavedViews(viewer, "permits")).toMatchObject([{ query: "?view=late" }]);
  });
});

test("a name is used once in a list, however it is written", async () => {
  const { id } = await saveView(viewer, "permits", held);
  const later = await saveView(viewer, "permits", late);
  for (const name of ["Held", "hELD", "held "]) {
    const taken = { status: 409, fields: { name: ["You have a view of this name"] } };
    await expect(saveView(viewer, "permits", { ...held, name })).rejects.toMatchObject(taken);
    await expect(renameView(viewer, "permits", later.id, name)).rejects.toMatchObject(taken);
  }
  await renameView(viewer, "permits", id, "HELD");
  await saveView(other, "permits", held);
  await saveView(viewer, "calendar", { ...held, query: "?view=hold" });
  expect(await namesOf()).toEqual(["HELD", "Later"]);
});

test("a query is saved once in a list, whatever its name", async () => {
  await saveView(viewer, "permits", held);
  await expect(saveView(viewer, "permits", { ...held, name: "Other" })).rejects.toMatchObject({
    status: 409,
    message: "You have saved this view already, as “Held”.",
  });
});

test("a user has at most twenty, in all lists together", async () => {
  for (let number = 1; number < maxSavedViews; number += 1)
    await saveView(viewer, "permits", { name: `View ${number}`, query: `?cityId=${number}` });
  const last = await saveView(viewer, "calendar", { name: "Last", query: "?view=open" });
  const full = { status: 409, message: "You have 20 saved views, which is the most. Delete one first." };
  await expect(saveView(viewer, "permits", held)).rejects.toMatchObject(full);
  await deleteView(viewer, "calendar", last.id);
  await saveView(viewer, "permits", held);
});

test("a form that is sent twice saves one view", async () => {
  const formKey = "a-key-of-a-form-that-is-long-enough";
  const once = await saveView(viewer, "permits", { ...held, formKey });
  expect(await saveView(viewer, "permits", { ...held, formKey })).toEqual(once);
  expect(await namesOf()).toEqual(["Held"]);
});

test("a view that was renamed or deleted meanwhile is not changed, and each change is recorded", async () => {
  const { id } = await saveView(viewer, "permits", held);
  const { updatedAt } = await readSavedView(viewer, "permits", id);
  await renameView(viewer, "permits", id, "On hold", updatedAt);
  await expect(renameView(viewer, "permits", id, "Other", updatedAt)).rejects.toMatchObject({ status: 409 });
  await expect(deleteView(viewer, "permits", id, updatedAt)).rejects.toMatchObject({ status: 409 });
  await deleteView(viewer, "permits", id);
  await expect(deleteView(viewer, "permits", id)).rejects.toMatchObject({ status: 404 });
  const events = await db.select().from(auditEvents).where(eq(auditEvents.actorId, viewer.id));
  expect(events.map(({ action }) => action)).toEqual([
    "saved-view.created",
    "saved-view.renamed",
    "saved-view.deleted",
  ]);
});

test("cities save no views of the staff's lists", async () => {
  const clerk = await makeViewer("city", { cityId: (await makeCity()).id });
  for (const list of ["permits", "calendar"] as const) {
    await expect(saveView(clerk, list, held)).rejects.toMatchObject({ status: 403 });
    await expect(listSavedViews(clerk, list)).rejects.toMatchObject({ status: 403 });
  }
});

test("the list of a dialog is known by its address", () => {
  expect(savedViewListAt("/permits/views/new")).toBe("permits");
  expect(savedViewListAt("/plan-check-calendar/views/3/delete")).toBe("calendar");
  expect(savedViewListAt("/hours")).toBeUndefined();
});
