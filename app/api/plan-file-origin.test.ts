import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import type { Viewer } from "~/models/policy";
import { cities, mailOutbox } from "~/models/tables.server";
import { db, write } from "~/platform/db/db.server";
import { assign, makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { startApi } from "~/testing/test-server";

let server: Awaited<ReturnType<typeof startApi>>;
let permitId: number;
let plainId: number;
const keys = { administrator: "", reviewer: "", clerk: "" };
type Person = keyof typeof keys;

beforeAll(async () => {
  server = await startApi();
  const { id: cityId } = await makeCity();
  await write(async (tx) => {
    await tx.update(cities).set({ usesCorrections: true }).where(eq(cities.id, cityId));
  });
  const administrator = await makeViewer("admin");
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  const viewers: Record<Person, Viewer> = {
    administrator,
    reviewer,
    clerk: await makeViewer("city", { cityId }),
  };
  for (const [person, viewer] of Object.entries(viewers))
    keys[person as Person] = (await createApiKey(viewer, { name: "Origin", isReadOnly: false })).key ?? "";
  permitId = (await makePermit(administrator, cityId)).id;
  plainId = (await makePermit(administrator, (await makeCity()).id)).id;
  for (const id of [permitId, plainId]) await assign({ id }, reviewer, "Fire");
});
afterAll(() => server.stop());

type Listed = { id: number; fileName: string; origin: string };

async function send(person: Person, path: string, { method = "GET", body }: RequestInit = {}) {
  const headers = { authorization: `Bearer ${keys[person]}`, connection: "close" };
  const response = await fetch(`${server.origin}/api${path}`, { method, body, headers });
  const text = await response.text();
  return { status: response.status, text };
}

let count = 0;

/** Uploads a file, and returns the status and the origin that the response has for it. */
async function upload(person: Person, origin?: string, id = permitId) {
  count += 1;
  const fileName = `plan-${count}.pdf`;
  const body = new FormData();
  body.set("reviewCycle", "PC1");
  if (origin !== undefined) body.set("origin", origin);
  body.set("files", new Blob([`%PDF-1.7 ${count}`]), fileName);
  const { status, text } = await send(person, `/permits/${id}/files`, { method: "POST", body });
  if (status !== 201) return { status, fields: Object.keys(JSON.parse(text).fields ?? {}) };
  const file = (JSON.parse(text) as Listed[]).find((listed) => listed.fileName === fileName);
  return { status, origin: file?.origin };
}

const refused = { status: 400, fields: ["origin"] };

test("staff choose the origin of their files, and add marked-up plans without a choice", async () => {
  for (const person of ["administrator", "reviewer"] as const) {
    expect(await upload(person)).toEqual({ status: 201, origin: "marked_up" });
    for (const origin of ["submitted", "marked_up", "internal"])
      expect(await upload(person, origin)).toEqual({ status: 201, origin });
    expect(await upload(person, "other")).toEqual(refused);
  }
});

test("a city adds submitted files only", async () => {
  expect(await upload("clerk")).toEqual({ status: 201, origin: "submitted" });
  expect(await upload("clerk", "submitted")).toEqual({ status: 201, origin: "submitted" });
  for (const origin of ["marked_up", "internal", "other"])
    expect(await upload("clerk", origin)).toEqual(refused);
});

test("a permit whose city uses no corrections has submitted files only", async () => {
  expect(await upload("reviewer", undefined, plainId)).toEqual({ status: 201, origin: "submitted" });
  expect(await upload("administrator", "submitted", plainId)).toEqual({ status: 201, origin: "submitted" });
  expect(await upload("administrator", "internal", plainId)).toEqual(refused);
});

test("a city gets submitted files only, and no other file exists for it", async () => {
  const files = async (person: Person) =>
    JSON.parse((await send(person, `/permits/${permitId}/files`)).text) as Listed[];
  const permit = JSON.parse((await send("clerk", `/permits/${permitId}`)).text);
  const submitted = (await files("administrator")).filter(({ origin }) => origin === "submitted");
  const ids = submitted.map(({ id }) => id);
  for (const listed of [await files("clerk"), permit.files, permit.planFiles])
    expect((listed as Listed[]).map(({ id, origin }) => [id, origin])).toEqual(
      ids.map((id) => [id, "submitted"]),
    );
  const hidden = (await files("administrator")).filter(({ origin }) => origin !== "submitted");
  expect(hidden.length).toBeGreaterThan(0);
  const unknown = await send("clerk", "/files/999999/download");
  for (const { id } of hidden) {
    for (const path of [`/files/${id}/download`, `/files/download/${id}`])
      expect(await send("clerk", path), path).toEqual(unknown);
    expect((await send("clerk", `/files/${id}`, { method: "DELETE" })).text).toBe(unknown.text);
    expect((await send("reviewer", `/files/${id}/download`)).status).toBe(200);
  }
});

test("the ZIP file for a city has submitted files only, however the query asks for it", async () => {
  const files = JSON.parse((await send("administrator", `/permits/${permitId}/files`)).text) as Listed[];
  for (const query of ["?asCity", "?asCity=", "?asCity=yes"]) {
    const { text } = await send("administrator", `/permits/${permitId}/files.zip${query}`);
    const zipped = files.filter(({ fileName }) => text.includes(`PC1/${fileName}`));
    expect(zipped, query).toEqual(files.filter(({ origin }) => origin === "submitted"));
  }
});

test("a file whose token cannot be read is not left out silently", async () => {
  const body = new FormData();
  body.set("keptFiles", "garbage");
  body.set("files", new Blob(["%PDF-1.7 kept"]), "kept.pdf");
  const { status, text } = await send("reviewer", `/permits/${permitId}/files`, { method: "POST", body });
  expect([status, text]).toEqual([400, expect.stringContaining("no longer here. Choose it again.")]);
});

test("only submitted files are the subject of an email", async () => {
  const emails = () => db.$count(mailOutbox);
  // A second upload would join the email that waits.
  await write((tx) => tx.delete(mailOutbox));
  await upload("reviewer", "marked_up");
  await upload("administrator", "internal");
  expect(await emails()).toBe(0);
  await upload("reviewer", "submitted");
  expect(await emails()).toBe(1);
});
