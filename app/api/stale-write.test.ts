import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { inviteCityUser } from "~/models/cities/city-user.server";
import { today } from "~/models/clock.server";
import { addComment } from "~/models/comments/comment.server";
import { saveBackCheck } from "~/models/corrections/back-check.server";
import { createEmployee } from "~/models/employees/employee.server";
import { createFee } from "~/models/fees/fee.server";
import { createPricing } from "~/models/fees/pricing.server";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import { startNextCycle } from "~/models/plan-checks/next-cycle.server";
import type { Viewer } from "~/models/policy";
import { issueLetter } from "~/testing/test-letters";
import {
  assign,
  makeCity,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { startApi } from "~/testing/test-server";

vi.setConfig({ testTimeout: 30_000 });

let server: Awaited<ReturnType<typeof startApi>>;
let administrator: Viewer;
let key: string;
let cityId: number;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startApi();
  administrator = await makeViewer("admin");
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  cityId = (await makeCity()).id;
  const permit = await makePermit(administrator, cityId);
  ids.permit = permit.id;
  ids.assignment = (await assign(permit, reviewer, "Fire"))?.id ?? 0;
  await switchCorrections(cityId, true);
  [ids.correction = 0] = await makeCorrections(permit, reviewer, [{}]);
  const later = await makePermit(administrator, cityId);
  [ids.issued = 0] = await makeCorrections(later, reviewer, [{}]);
  await issueLetter(administrator, later.id);
  await startNextCycle(administrator, later.id, []);
  await assign(later, reviewer, "Fire");
  await saveBackCheck(reviewer, ids.issued, { verdict: "resolved" });
  ids.comment = (await addComment(administrator, permit.id, { text: "Show the rated walls" })).id;
  const worked = { discipline: "Fire" as const, hoursWorked: 1.5, workDate: today() };
  ids.entry = (await addTimeEntry(reviewer, permit.id, worked)).id;
  const person = { name: "Edda Else", email: "edda@stale.test", disciplines: ["Civil" as const] };
  ids.employee = (await createEmployee(administrator, { ...person, isAdministrator: false })).employee.id;
  ids.user = (await inviteCityUser(administrator, cityId, { email: "clerk@stale.test" })).user.id;
  const fee = { serviceType: "review", description: "Review", amount: 12_345, status: "pending" } as const;
  ids.fee = (await createFee(administrator, cityId, fee)).id;
  const price = { serviceName: "Review", pricingType: "hourly", rate: 12_500, isActive: true } as const;
  ids.pricing = (await createPricing(administrator, cityId, price)).id;
  key = (await createApiKey(administrator, { name: "Stale", isReadOnly: false })).key ?? "";
});
afterAll(() => server.stop());

async function send(method: string, path: string, body?: object) {
  const response = await fetch(`${server.origin}/api${path}`, {
    method,
    body: body && JSON.stringify(body),
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  });
  return { status: response.status, content: await response.json() };
}

const updatedAt = "2020-01-01T00:00:00.000Z";

type Write = { method: string; path: string; read?: string; body: object };

/** A write with an old updatedAt, and the address at which GET returns the row, alone or in a list. */
const writes: [string, () => Write][] = Object.entries({
  permit: () => ({ method: "PATCH", path: `/permits/${ids.permit}`, body: { projectName: "Late" } }),
  "review cycle": () => ({
    method: "POST",
    path: `/permits/${ids.permit}/next-cycle`,
    read: `/permits/${ids.permit}`,
    body: {},
  }),
  city: () => ({ method: "PATCH", path: `/cities/${cityId}`, body: { managerName: "Late" } }),
  employee: () => ({ method: "PUT", path: `/employees/${ids.employee}`, body: { name: "Late Else" } }),
  "city user": () => ({
    method: "PUT",
    path: `/users/${ids.user}`,
    read: `/cities/${cityId}/users`,
    body: { firstName: "Late" },
  }),
  fee: () => ({
    method: "PUT",
    path: `/city-fees/${ids.fee}`,
    read: `/city-fees?cityId=${cityId}`,
    body: { amount: 1 },
  }),
  pricing: () => ({
    method: "PUT",
    path: `/cities/${cityId}/pricing/${ids.pricing}`,
    read: `/cities/${cityId}/pricing`,
    body: { serviceName: "Late" },
  }),
  assignment: () => ({
    method: "PATCH",
    path: `/assignments/${ids.assignment}`,
    read: `/permits/${ids.permit}/assignments`,
    body: { comment: "Late" },
  }),
  completion: () => ({
    method: "PATCH",
    path: `/assignments/${ids.assignment}/complete`,
    read: `/permits/${ids.permit}/assignments`,
    body: {},
  }),
  decision: () => ({
    method: "PATCH",
    path: `/assignments/${ids.assignment}/decision`,
    read: `/permits/${ids.permit}/assignments`,
    body: { decision: "corrections_required" },
  }),
  correction: () => ({ method: "PATCH", path: `/corrections/${ids.correction}`, body: { text: "Late" } }),
  "back-check": () => ({
    method: "PUT",
    path: `/corrections/${ids.issued}/back-check`,
    read: `/corrections/${ids.issued}`,
    body: { verdict: "not_resolved", remark: "Late" },
  }),
  "removal of a back-check": () => ({
    method: "DELETE",
    path: `/corrections/${ids.issued}/back-check`,
    read: `/corrections/${ids.issued}`,
    body: {},
  }),
  comment: () => ({
    method: "PATCH",
    path: `/comments/${ids.comment}`,
    read: `/permits/${ids.permit}/comments`,
    body: { text: "Late" },
  }),
  "time entry": () => ({
    method: "PATCH",
    path: `/time-entries/${ids.entry}`,
    read: `/permits/${ids.permit}/time-entries`,
    body: { hoursWorked: 2 },
  }),
});

test.each(writes)(
  "a write of a %s with an old updatedAt returns 409 and the current row as GET returns it",
  async (_, write) => {
    const { method, path, read, body } = write();
    const before = (await send("GET", read ?? path)).content;
    const { status, content } = await send(method, path, { ...body, updatedAt });
    expect(status).toBe(409);
    expect(content.message).toMatch(/changed/);
    expect(content.current).toEqual([before].flat()[0]);
  },
);

test("the release of a letter that has changed since it was read returns 409, and GET has another version", async () => {
  const path = `/permits/${ids.permit}/plan-checks/PC1/release`;
  const { seen } = (await send("GET", path)).content;
  expect(seen).toEqual(expect.any(String));
  await send("PATCH", `/corrections/${ids.correction}`, { text: "Show the rated floors" });
  const { status, content } = await send("POST", path, { seen });
  expect(status).toBe(409);
  expect(content.message).toMatch(
    /^Changed after you opened this page: F-1 \(.+\)\. Read the letter again: nothing was released\.$/,
  );
  expect((await send("GET", path)).content.seen).not.toBe(seen);
  expect((await send("GET", `/permits/${ids.permit}/letters`)).content).toEqual([]);
});

test("a 409 for another reason has no current", async () => {
  const { status, content } = await send("DELETE", `/cities/${cityId}`);
  expect(status).toBe(409);
  expect(content.message).toMatch(/\w/);
  expect(content).not.toHaveProperty("current");
});
