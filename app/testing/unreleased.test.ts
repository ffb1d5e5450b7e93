import type { RouterContextProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { saveBackCheck, undoBackCheck } from "~/models/plan-review/back-check.server";
import { addCorrection, deleteCorrection, updateCorrection } from "~/models/plan-review/correction.server";
import { decide } from "~/models/plan-review/decision.server";
import { startNextCycle } from "~/models/plan-review/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { contextOf, leaves, moduleOf, responseAt } from "./test-addresses";
import { assign, makeCity, makeCorrections, makePermit, makeViewer, switchCorrections } from "./test-rows";

/** The addresses at which a city user reads something of a permit. */
const read = leaves.filter(
  ({ file, address }) =>
    file.startsWith("routes/portal/") ||
    (file.startsWith("routes/api/") && /^\/api\/(permits|corrections|assignments|dashboard)/.test(address)),
);

let administrator: Viewer;
let lee: Viewer;
let clerk: RouterContextProvider;
let permitId: number;
let issued: number;
let fire: number;

beforeAll(async () => {
  const cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  administrator = await makeViewer("admin");
  lee = await makeViewer("employee", { disciplines: ["Fire"] });
  clerk = await contextOf(await makeViewer("city", { cityId }));
  const permit = await makePermit(administrator, cityId);
  permitId = permit.id;
  await assign(permit, lee, "Fire");
  [issued = 0] = await makeCorrections(permit, lee, [{}]);
  await startNextCycle(administrator, permitId, []);
  fire = (await assign(permit, lee, "Fire"))?.id ?? 0;
});

/** The keys and moments that each reading creates. */
const ofThisReading = /[0-9a-f]{8}-[0-9a-f-]{27}|"(?:formKey|idempotencyKey)":"[^"]*"/g;

/** Returns everything that the city user gets, by address: the status and the bytes. */
async function replies(correctionIds: number[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { file, address } of read) {
    const { loader } = await moduleOf(file);
    if (!loader) continue;
    const ids = address.includes("/corrections/") ? correctionIds : [permitId];
    for (const id of ids) {
      const params = { id: String(id), cycle: "PC2" };
      const response = await responseAt(loader, address, { params, context: clerk });
      const text =
        response instanceof Response
          ? `${response.status} ${Buffer.from(await response.arrayBuffer()).toString("latin1")}`
          : JSON.stringify(response);
      found[`${address} ${id}`] = (text ?? "").replace(ofThisReading, "");
    }
  }
  return found;
}

test("between two letters, a city gets the same bytes before and after every act of a reviewer", async () => {
  // The ids that the acts below use exist or will exist.
  const ids = [issued, issued + 1, issued + 2];
  const before = await replies(ids);
  expect(before[`/api/permits/:id ${permitId}`]).toContain('"planCheck":{"state":"in_review","holder":null}');
  expect(before[`/api/permits/:id/corrections ${permitId}`]).toBe("200 []");
  const fields = { discipline: "Fire", kind: "correction", text: "Show the rated walls" } as const;
  const acts: [string, () => Promise<unknown>][] = [
    ["adding", () => addCorrection(lee, permitId, fields)],
    ["changing", () => updateCorrection(lee, issued + 1, { kind: "condition" })],
    ["resolving", () => saveBackCheck(lee, issued, { verdict: "resolved" })],
    ["deciding", () => decide(lee, fire, { decision: "approved_with_conditions" })],
    ["taking back", () => addCorrection(lee, permitId, fields)],
    ["deleting", () => deleteCorrection(lee, issued + 2)],
    ["undoing", () => undoBackCheck(lee, issued)],
    ["withdrawing", () => saveBackCheck(lee, issued, { verdict: "withdrawn", remark: "A mistake" })],
  ];
  for (const [name, act] of acts) {
    await act();
    expect(await replies(ids), name).toEqual(before);
  }
});

test("a city cannot tell by a change whether a correction exists", async () => {
  const { action } = await moduleOf("routes/api/api.corrections.$id._index.ts");
  const { action: backCheck } = await moduleOf("routes/api/api.corrections.$id.back-check.ts");
  if (!action || !backCheck) throw new Error("No action");
  const send = async (handler: typeof action, method: string, id: number, body?: string) => {
    const sent = { method, params: { id: String(id) }, body, context: clerk };
    const response = (await responseAt(handler, "/api/corrections/:id", sent)) as Response;
    return `${response.status} ${await response.text()}`;
  };
  for (const id of [issued, 999_999]) {
    const notFound = '404 {"message":"Correction not found"}';
    expect(await send(action, "PATCH", id, '{"text":"Mine"}')).toBe(notFound);
    expect(await send(action, "DELETE", id)).toBe(notFound);
    expect(await send(backCheck, "PUT", id, '{"verdict":"resolved"}')).toBe(notFound);
    expect(await send(backCheck, "DELETE", id)).toBe(notFound);
  }
});
