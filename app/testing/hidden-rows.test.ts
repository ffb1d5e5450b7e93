import { beforeAll, expect, test } from "vitest";
import { respond } from "~/api/respond.server";
import type { Viewer } from "~/models/policy";
import { planFiles } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { statementsOf } from "./statements";
import { addresses, contextOf, type Handler, moduleOf, responseAt } from "./test-addresses";
import { issueLetter, makeDecidedPermit } from "./test-letters";
import { makeCity, makeComments, makeCorrections, makeViewer, switchCorrections } from "./test-rows";

// What a city must not know of is refused like an unknown id: with the same response, after as many queries.

const unknown = 987_654_321;
const hidden: Record<string, number> = {};
let clerk: Viewer;
let ownPermit: number;

beforeAll(async () => {
  const dana = await makeViewer("admin");
  const lee = await makeViewer("employee", { disciplines: ["Fire"] });
  const [own, other] = [(await makeCity()).id, (await makeCity()).id];
  for (const cityId of [own, other]) await switchCorrections(cityId, true);
  clerk = await makeViewer("city", { cityId: own });
  const [ofOwn, ofOther] = [
    await makeDecidedPermit(dana, lee, own),
    await makeDecidedPermit(dana, lee, other),
  ];
  ownPermit = ofOwn.permit.id;
  hidden.permit = ofOther.permit.id;
  hidden.correction = ofOther.first;
  await issueLetter(dana, ownPermit);
  hidden.letter = await issueLetter(dana, hidden.permit);
  [hidden.draft = 0] = await makeCorrections(ofOwn.permit, lee, [{}]);
  [hidden.comment = 0] = await makeComments(ofOwn.permit, lee, [{ isShared: false }]);
  const file = {
    permitId: ownPermit,
    reviewCycle: "PC1",
    origin: "marked_up",
    fileName: "marked.pdf",
    fileKey: "0".repeat(32),
    sha256: "0".repeat(64),
    byteSize: 1,
    kind: "pdf",
    uploadedAt: "2026-11-20T10:00:00.000Z",
  } as const;
  const [inside] = await write((tx) => tx.insert(planFiles).values(file).returning({ id: planFiles.id }));
  hidden.file = inside?.id ?? 0;
});

const text = JSON.stringify({ text: "The stairs" });

test.each([
  ["draft", "GET", "/api/corrections/:id", undefined],
  ["draft", "PATCH", "/api/corrections/:id", text],
  ["draft", "DELETE", "/api/corrections/:id", undefined],
  ["correction", "GET", "/api/corrections/:id", undefined],
  ["comment", "PATCH", "/api/comments/:id", text],
  ["comment", "DELETE", "/api/comments/:id", undefined],
  ["letter", "GET", "/api/letters/:id", undefined],
  ["letter", "GET", "/api/letters/:id/download", undefined],
  ["file", "GET", "/api/files/:id/download", undefined],
  ["file", "DELETE", "/api/files/:id", undefined],
  ["permit", "GET", "/api/permits/:id", undefined],
  ["permit", "GET", "/api/permits/:id/corrections", undefined],
  ["permit", "GET", "/api/permits/:id/files.zip", undefined],
  ["permit", "GET", "/oakvilles/permits/:id", undefined],
])("a %s is refused like an unknown id at %s %s", async (name, method, address, body) => {
  const file = addresses.find((one) => one.address === address)?.file ?? "";
  const { loader, action } = await moduleOf(file);
  const handler = (method === "GET" ? loader : action) as Handler;
  const context = await contextOf(clerk);
  const refusal = async (id: number) => {
    let response: unknown;
    const statements = await statementsOf(async () => {
      response = await responseAt(handler, address, { method, params: { id: String(id) }, body, context });
    });
    const { status } = response as Response;
    return { status, text: await (response as Response).text(), statements };
  };
  const ofUnknown = await refusal(unknown);
  expect(ofUnknown.status).toBeGreaterThanOrEqual(403);
  expect(await refusal(hidden[name] ?? 0)).toEqual(ofUnknown);
});

test("a reply to an internal comment is refused like one to an unknown id", async () => {
  const context = await contextOf(clerk);
  const reply = async (parentId: number) => {
    const body = JSON.stringify({ text: "The stairs", parentId });
    const params = { id: String(ownPermit) };
    const sent = { method: "POST", params, body, context };
    const response = (await responseAt(respond, "/api/permits/:id/comments", sent)) as Response;
    return [response.status, await response.text()];
  };
  expect(await reply(hidden.comment ?? 0)).toEqual(await reply(unknown));
});
