import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addPlanFiles, listPlanFiles } from "~/models/permits/plan-file.server";
import { issueLetter } from "~/testing/test-letters";
import { assign, makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { startApi } from "~/testing/test-server";

let server: Awaited<ReturnType<typeof startApi>>;
let key: string;
let permitId: number;
/** A-101.pdf is listed in a letter, A-102.pdf can be deleted. */
let [listed, deletable] = [0, 0];

beforeAll(async () => {
  server = await startApi();
  const { id: cityId } = await makeCity();
  await switchCorrections(cityId, true);
  const administrator = await makeViewer("admin");
  key = (await createApiKey(administrator, { name: "Set aside", isReadOnly: false })).key ?? "";
  const add = async (fileName: string) => {
    const permit = await makePermit(administrator, cityId);
    await assign(permit, await makeViewer("employee", { disciplines: ["Structural"] }), "Structural");
    const stored = await storeBytes(Buffer.from(`%PDF-1.7 ${fileName}`));
    const files = [{ ...stored, fileName, kind: "pdf" as const }];
    await addPlanFiles(administrator, permit.id, { reviewCycle: "PC1", origin: "submitted", files });
    return { permit, id: (await listPlanFiles(administrator, permit))[0]?.id ?? 0 };
  };
  deletable = (await add("A-102.pdf")).id;
  const { permit, id } = await add("A-101.pdf");
  [permitId, listed] = [permit.id, id];
  await issueLetter(administrator, permitId);
});
afterAll(() => server.stop());

async function send(method: string, path: string, body?: object) {
  const headers = {
    authorization: `Bearer ${key}`,
    connection: "close",
    ...(body && { "content-type": "application/json" }),
  };
  const response = await fetch(`${server.origin}/api${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  return { status: response.status, content: await response.json() };
}

test("PATCH sets a file aside and takes it back, and returns it as the list has it", async () => {
  for (const isSetAside of [true, false]) {
    const { status, content } = await send("PATCH", `/files/${listed}`, { isSetAside });
    expect([status, content]).toMatchObject([
      200,
      { id: listed, fileName: "A-101.pdf", isSetAside, mayDelete: false },
    ]);
    expect((await send("GET", `/permits/${permitId}/files`)).content).toEqual([content]);
    // What was read can be sent back.
    expect(await send("PATCH", `/files/${listed}`, content)).toEqual({ status, content });
  }
});

test("a file that can be deleted is not set aside, and one that is not is not deleted", async () => {
  expect(await send("PATCH", `/files/${deletable}`, { isSetAside: true })).toMatchObject({
    status: 409,
    content: { message: "A-102.pdf can still be deleted: delete it instead of setting it aside" },
  });
  expect((await send("DELETE", `/files/${listed}`)).status).toBe(409);
  expect((await send("DELETE", `/files/${deletable}`)).status).toBe(200);
});

test.each([[{}], [{ isSetAside: "true" }], [{ isSetAside: null }]])(
  "PATCH with %j is refused with the field",
  async (body) => {
    const { status, content } = await send("PATCH", `/files/${listed}`, body);
    expect([status, Object.keys(content.fields)]).toEqual([400, ["isSetAside"]]);
  },
);
