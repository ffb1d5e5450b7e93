import { beforeAll, expect, test } from "vitest";
import { updatePermit } from "~/models/permits/permit.server";
import type { Viewer } from "~/models/policy";
import { openPage } from "~/testing/send-form";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import type { PermitDetail } from "./parts/load-permit.server";

let administrator: Viewer;
let cityId: number;

beforeAll(async () => {
  cityId = (await makeCity()).id;
  administrator = await makeViewer("admin", { name: "Dana Price" });
});

const historyOf = async (id: number, query = "") =>
  (await openPage<PermitDetail>(administrator, `/permits/${id}${query}`)).page.history;

test("a permit's page has its five latest events, and with ?history all of them", async () => {
  const { id } = await makePermit(administrator, cityId);
  for (let edit = 1; edit <= 4; edit += 1)
    await updatePermit(administrator, id, { projectName: `Name ${edit}` });
  const all = await historyOf(id);
  expect(all.events.map(({ text }) => text)).toEqual([...Array(4).fill("Changed"), "Created"]);
  expect(all.hasEarlier).toBe(false);

  await updatePermit(administrator, id, { projectName: "Name 5" });
  const { events, hasEarlier } = await historyOf(id);
  expect(hasEarlier).toBe(true);
  expect(events).toHaveLength(5);
  expect(events[0]).toEqual({
    id: events[0]?.id,
    at: expect.stringMatching(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/),
    actorName: "Dana Price",
    text: "Changed",
    changes: { projectName: ["Name 4", "Name 5"] },
  });
  const complete = await historyOf(id, "?history");
  expect(complete.events).toHaveLength(6);
  expect(complete.events.at(-1)?.text).toBe("Created");
  expect(complete.hasEarlier).toBe(false);
});
