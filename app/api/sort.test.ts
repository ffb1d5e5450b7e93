import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { inviteCityUser } from "~/models/cities/city-user.server";
import { now } from "~/models/clock.server";
import { disciplineValues } from "~/models/discipline";
import { createFee } from "~/models/fees/fee.server";
import { createPricing } from "~/models/fees/pricing.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { addPlanFiles } from "~/models/permits/plan-file.server";
import type { z } from "~/models/schema.server";
import { createStandardComment } from "~/models/standard-comments/standard-comment.server";
import { makeStatusLink } from "~/models/status-links/status-link.server";
import { assignments, letters, planChecks, timeEntries } from "~/models/tables.server";
import type { Endpoint } from "~/platform/api/endpoint.server";
import { write } from "~/platform/db/db.server";
import { issueLetter } from "~/testing/test-letters";
import {
  makeCity,
  makeComments,
  makeCorrections,
  makePermit,
  makeViewer,
  switchCorrections,
} from "~/testing/test-rows";
import { startApi } from "~/testing/test-server";
import { endpoints } from "./endpoints.server";

let server: Awaited<ReturnType<typeof startApi>>;
let key: string;
let cityId: number;
let permitId: number;

const days = ["2026-03-02", null, "2026-01-31", "2026-12-01"];

// More assignments than one batch, with different dates, statuses and disciplines, some without a date.
beforeAll(async () => {
  server = await startApi();
  const administrator = await makeViewer("admin", { name: "Anna Administrator", disciplines: ["Fire"] });
  const reviewer = await makeViewer("employee", { name: "zoe Reviewer", disciplines: ["Civil"] });
  key = (await createApiKey(administrator, { name: "Sorting", isReadOnly: false })).key ?? "";
  cityId = (await makeCity("Oakville")).id;
  await makeCity("Ábalos");
  const dueDates = ["2027-05-01", "2027-03-01", "2027-05-01"];
  const permits = [];
  for (const [index, dueDate] of dueDates.entries()) {
    const status = (["approved", "hold", "in_process"] as const)[index];
    permits.push(await makePermit(administrator, cityId, { dueDate, status }));
  }
  for (let count = 0; count < 60; count += 1) permits.push(await makePermit(administrator, cityId));
  permitId = permits[0]?.id ?? 0;
  const statuses = ["assigned", "in_progress", "completed"] as const;
  const cells = permits.flatMap(({ id }) =>
    disciplineValues.map((discipline) => ({ permitId: id, discipline })),
  );
  const rows = cells.map((cell, index) => {
    const status = statuses[index % 3] ?? "assigned";
    return {
      ...cell,
      status,
      reviewCycle: "PC1" as const,
      employeeId: (index % 2 === 0 ? reviewer : administrator).employeeId ?? 0,
      employeeDueDate: days[index % 4],
      completedAt: status === "completed" ? now() : null,
      createdAt: now(),
      updatedAt: new Date(Date.parse(now()) + (index % 7) * 1000).toISOString(),
    };
  });
  await write(async (tx) => {
    for (let start = 0; start < rows.length; start += 200) {
      await tx.insert(assignments).values(rows.slice(start, start + 200));
    }
    for (const [index, discipline] of disciplineValues.slice(0, 3).entries()) {
      await tx.insert(timeEntries).values({
        permitId,
        employeeId: reviewer.employeeId ?? 0,
        discipline,
        reviewCycle: (["PC2", "PC10", "PC1"] as const)[index] ?? "PC1",
        quarterHours: [10, 2, 1][index] ?? 1,
        workDate: ["2026-02-03", "2026-11-01", "2026-01-01"][index] ?? "",
        createdAt: now(),
        updatedAt: now(),
      });
    }
  });
  // More comments than one batch, some with the same time.
  const moments = Array.from(
    { length: 250 },
    (_, index) => new Date(1_800_000_000_000 + (index % 90) * 1000),
  );
  const written = moments.map((moment) => ({ createdAt: moment.toISOString() }));
  await makeComments({ id: permitId }, reviewer, written);
  const cycles = ["PC2", "PC10", "PC1"] as const;
  // More corrections than one page.
  const drafts = Array.from({ length: 120 }, (_, index) => ({
    discipline: disciplineValues[index % 3],
    reviewCycle: cycles[index % 3],
    updatedAt: new Date(1_800_000_000_000 + (index % 9) * 1000).toISOString(),
  }));
  await makeCorrections({ id: permitId }, reviewer, drafts);
  await switchCorrections(cityId, true);
  await write(async (tx) => {
    for (const reviewCycle of cycles) {
      const moments = { createdAt: now(), updatedAt: now() };
      const planCheck = { permitId, reviewCycle, state: "closed" as const, receivedOn: "2026-11-02" };
      await tx.insert(planChecks).values({ ...planCheck, ...moments });
    }
  });
  for (const [index, reviewCycle] of cycles.entries()) {
    const id = await issueLetter(administrator, permitId);
    const issuedOn = ["2026-11-20", "2027-01-05", "2026-11-20"][index];
    const changes = { number: `OAK-26-001-${reviewCycle}`, issuedOn };
    await write((tx) => tx.update(letters).set(changes).where(eq(letters.id, id)));
  }
  for (let count = 0; count < 3; count += 1) await makeStatusLink(administrator, permitId);
  for (const [index, fileName] of ["Sheet 10.pdf", "sheet 9.pdf", "Élan.dxf"].entries()) {
    const kind = fileName.endsWith("pdf") ? ("pdf" as const) : ("dxf" as const);
    const content = Buffer.from(`%PDF-1.7 ${"x".repeat(index * 7)}`);
    const file = { ...(await storeBytes(content)), fileName, kind };
    await addPlanFiles(administrator, permitId, { reviewCycle: "PC1", files: [file] });
  }
  const fees = [
    { amount: 2_500, invoiceNumber: "INV-10", serviceType: "review" },
    { amount: 1_000_000, invoiceNumber: "INV-9", serviceType: "other", status: "paid" },
    { amount: 250, serviceType: "inspection" },
  ];
  for (const fee of fees) {
    const fields = { description: "A fee", status: "pending", ...fee };
    await createFee(administrator, cityId, fields as Parameters<typeof createFee>[2]);
  }
  for (const [serviceName, rate] of [
    ["Plan review", 9_500],
    ["appeals", 10_050],
  ] as const) {
    const pricing = { serviceName, rate, pricingType: "hourly", isActive: true } as const;
    await createPricing(administrator, cityId, pricing);
  }
  for (const [index, title] of ["ramps", "Exit width", "signs"].entries()) {
    const discipline = disciplineValues[index % 2] ?? "Civil";
    await createStandardComment(administrator, { discipline, kind: "note", title, text: "A note" });
  }
  for (const email of ["zora@oakville.test", "adam@oakville.test"]) {
    await inviteCityUser(administrator, cityId, { email });
  }
});
afterAll(() => server.stop());

async function get(address: string, parameters: Record<string, string | number>) {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  if (address === "/api/city-fees") query.set("cityId", String(cityId));
  const id = address.startsWith("/api/permits") ? permitId : cityId;
  const headers = { authorization: `Bearer ${key}` };
  return fetch(`${server.origin}${address.replace("{id}", String(id))}?${query}`, { headers });
}

type Row = Record<string, unknown> & { id: number };
const rowsOf = async (...parameters: Parameters<typeof get>) =>
  (await (await get(...parameters)).json()) as Row[];

const lists = endpoints.filter(({ query }) => query && "page" in query.shape);

const namesOf = ({ query }: Endpoint) => {
  const sort = query?.shape.sort as z.ZodOptional<z.ZodLiteral<string>>;
  return [...sort.unwrap().values].filter((name) => !name.startsWith("-"));
};

/** Returns the value that a name sorts by; the permits' list has short names for its fields. */
const sortedValue = (address: string, row: Row, name: string) => {
  if (address !== "/api/permits") return row[name];
  const { cityName } = row.city as { cityName: string };
  return { number: row.urban37PermitNumber, city: cityName, status: row.status, due: row.dueDate }[name];
};

test("every list can be sorted", () => {
  expect(lists.length).toBeGreaterThan(9);
  for (const list of lists) expect(list.query?.shape, list.address).toHaveProperty("sort");
});

const cases = lists.flatMap((list) =>
  namesOf(list).map((name) => ({ address: list.address, name, title: `${list.address} by ${name}` })),
);

test.each(cases)("$title", async ({ address, name }) => {
  const all = await rowsOf(address, {});
  expect(all.length).toBeGreaterThan(1);
  const [up, down] = [await rowsOf(address, { sort: name }), await rowsOf(address, { sort: `-${name}` })];
  const ids = (rows: Row[]) => rows.map(({ id }) => id);
  const idsOfAll = ids(all).sort();
  expect(ids(up).sort()).toEqual(idsOfAll);
  expect(ids(down).sort()).toEqual(idsOfAll);

  const values = (rows: Row[]) => rows.map((row) => sortedValue(address, row, name));
  expect(values(all)).not.toContain(undefined);
  const missing = values(all).filter((value) => value === null);
  for (const rows of [up, down]) expect(values(rows).slice(all.length - missing.length)).toEqual(missing);
  const present = (rows: Row[]) => values(rows).slice(0, all.length - missing.length);
  expect(present(down)).toEqual(present(up).reverse());
  expect(present(up)).toEqual(present(up).toSorted(inNaturalOrder));

  const pageSize = Math.min(100, Math.ceil(all.length / 2));
  const [first, second] = [1, 2].map((page) => rowsOf(address, { sort: `-${name}`, page, pageSize }));
  expect([...ids((await first) ?? []), ...ids((await second) ?? [])]).toEqual(
    ids(down).slice(0, 2 * pageSize),
  );
});

const inNaturalOrder = (left: unknown, right: unknown) =>
  typeof left === "number"
    ? left - Number(right)
    : String(left).localeCompare(String(right), "en", { numeric: true });

const natural = [
  ["/api/permits/{id}/files", "fileName", ["Élan.dxf", "sheet 9.pdf", "Sheet 10.pdf"]],
  ["/api/permits/{id}/time-entries", "hoursWorked", [0.25, 0.5, 2.5]],
  ["/api/permits/{id}/time-entries", "-reviewCycle", ["PC10", "PC2", "PC1"]],
  ["/api/permits/{id}/plan-checks", "reviewCycle", ["PC1", "PC2", "PC10"]],
  ["/api/permits/{id}/letters", "-number", ["OAK-26-001-PC10", "OAK-26-001-PC2", "OAK-26-001-PC1"]],
  ["/api/city-fees", "amount", [2.5, 25, 10_000]],
  ["/api/city-fees", "-invoiceNumber", ["INV-10", "INV-9", null]],
  ["/api/cities/{id}/pricing", "serviceName", ["appeals", "Plan review"]],
] as const;

test.each(natural)("%s sorted by %s is in natural order", async (address, sort, expected) => {
  const rows = await rowsOf(address, { sort });
  expect(rows.map((row) => row[sort.replace("-", "")])).toEqual(expected);
});

test.each(lists.map(({ address }) => address))("%s rejects an unknown sort name", async (address) => {
  const response = await get(address, { sort: "colour" });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ fields: { sort: [expect.any(String)] } });
});
