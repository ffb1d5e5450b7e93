import { beforeAll, beforeEach, expect, test } from "vitest";
import { tickOf } from "~/models/many";
import { updatePermit } from "~/models/permits/permit.server";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import type { Viewer } from "~/models/policy";
import { type Fields, sendForm } from "~/testing/send-form";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";

let administrator: Viewer;
let permits: Permit[];

beforeAll(async () => {
  administrator = await makeViewer("admin");
});

beforeEach(async () => {
  const cityId = (await makeCity()).id;
  permits = [await makePermit(administrator, cityId), await makePermit(administrator, cityId)];
});

const send = (fields: Fields, viewer = administrator) =>
  sendForm(viewer, "/permits?many", { ticked: permits.map(tickOf), ...fields });
const read = async () =>
  Promise.all(permits.map(async ({ id }) => (await readPermit(administrator, id)).status));

test("a list is led back to, and no other site", async () => {
  const list = "/permits?search=street&page=2";
  expect(await send({ change: "hold", to: list })).toMatchObject({ status: 302, location: list });
  expect(await read()).toEqual(["hold", "hold"]);
  for (const to of ["https://elsewhere.test/", "//elsewhere.test", "permits"])
    expect(await send({ change: "hold", to })).toMatchObject({ status: 302, location: "/" });
  expect(await send({ change: "hold" })).toMatchObject({ status: 302, location: "/permits" });
});

test("a day is asked for with all rows, and one without a change shows the rows", async () => {
  expect(await send({ change: "due-date" })).toMatchObject({ status: 200 });
  expect(await send({ change: "due-date", asked: "on" })).toMatchObject({
    status: 400,
    errors: { day: ["Due date is required"] },
  });
  expect(await send({})).toMatchObject({ status: 200 });
  expect(await read()).toEqual(permits.map(({ status }) => status));
});

test("nothing, and what no page sends, is refused in words", async () => {
  const nothing = await send({ change: "hold", ticked: [] });
  expect(nothing.errors?.ticked).toEqual(["Tick the rows to change first"]);
  expect((await send({ change: "delete" })).status).toBe(400);
  expect(await read()).toEqual(permits.map(({ status }) => status));
});

test("what was changed since is refused with its reason, and the rest is done and can be undone", async () => {
  await updatePermit(administrator, permits[0]?.id ?? 0, { projectName: "Another name" });
  const list = "/permits?page=2";
  const refused = await send({ change: "hold", to: list });
  expect(refused.status).toBe(409);
  expect(refused.errors).toEqual({ ticked: ["1 permit put on hold. One was refused: see below"] });
  expect(await read()).toEqual([permits[0]?.status, "hold"]);
  expect(refused.undo?.name).toBe("Undo: 1 permit put on hold");
  expect(await sendForm(administrator, refused.undo?.action ?? "")).toMatchObject({
    status: 302,
    location: list,
  });
  expect(await read()).toEqual(permits.map(({ status }) => status));
});

test("a change has its toast and Undo in a list of any address", async () => {
  const sent = await send({ change: "hold", to: `/permits?search=${"é".repeat(1500)}#permits` });
  expect(sent).toMatchObject({ status: 302, toast: "2 permits put on hold" });
  expect(sent.undo?.action).toMatch(/^\/undo\/\d+\?to=%2Fpermits$/);
});

test("a plan reviewer is asked for, and assigned without the Undo of an earlier change", async () => {
  const { employeeId } = await makeViewer("employee", { disciplines: ["Structural"] });
  expect(await send({ change: "reviewer" })).toMatchObject({ status: 200 });
  expect(await send({ change: "reviewer", asked: "on" })).toMatchObject({
    status: 400,
    errors: { choice: ["Choose a plan reviewer"] },
  });
  await updatePermit(administrator, permits[0]?.id ?? 0, { status: "hold" });
  await updatePermit(administrator, permits[0]?.id ?? 0, { status: "in_process" });
  permits = await Promise.all(permits.map(({ id }) => readPermit(administrator, id)));
  const sent = await send({ change: "reviewer", asked: "on", choice: String(employeeId) });
  expect(sent).toMatchObject({ status: 302, toast: "2 permits assigned", undo: undefined });
});
