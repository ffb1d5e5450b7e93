import { beforeAll, expect, test } from "vitest";
import { FeeSchema } from "~/models/fees/fee.schema.server";
import { createFee } from "~/models/fees/fee.server";
import { PricingSchema } from "~/models/fees/pricing.schema.server";
import { createPricing } from "~/models/fees/pricing.server";
import type { Viewer } from "~/models/policy";
import { requestPage } from "~/testing/page-request";
import { statementsIn } from "~/testing/statements";
import { signInCookie } from "~/testing/test-addresses";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";

let administrator: Viewer;
let cookie: string;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  cookie = await signInCookie(administrator);
});

const feeFields = FeeSchema.parse({
  serviceType: "review",
  description: "Fee",
  amount: "1",
  status: "pending",
});
const serviceFields = PricingSchema.parse({
  serviceName: "Review",
  pricingType: "hourly",
  rate: "1",
  isActive: true,
});

/** Creates a city with a number of users, permits, fees and services. */
async function cityWith(rows: number) {
  const city = await makeCity();
  let [user, fee, pricing] = [0, 0, 0];
  for (let index = 0; index < rows; index += 1) {
    ({ id: user } = await makeViewer("city", { cityId: city.id }));
    await makePermit(administrator, city.id, { status: index % 2 ? "approved" : "hold" });
    ({ id: fee } = await createFee(administrator, city.id, { ...feeFields, description: `Fee ${index}` }));
    ({ id: pricing } = await createPricing(administrator, city.id, serviceFields));
  }
  return { id: city.id, user, fee, pricing };
}

async function statementsAt(address: string): Promise<number> {
  const executed = await statementsIn(async () => {
    expect((await requestPage(address, cookie)).status).toBe(200);
  });
  expect(executed[0]).toContain('from "sessions"');
  return executed.length;
}

test.each([
  ["", 7],
  ["?feePage=2", 7],
  ["/edit", 2],
  ["?logo", 7],
  ["/delete", 9],
  ["/users/invite", 7],
  ["/users/:user/edit", 8],
  ["/users/:user/reset-password", 8],
  ["/users/:user/two-factor", 8],
  ["/users/:user/delete", 8],
  ["/fees/new", 9],
  ["/fees/:fee/edit", 9],
  ["/fees/:fee/mark-paid", 8],
  ["/pricing/new", 7],
  ["/pricing/:pricing/edit", 8],
  ["/pricing/:pricing/delete", 8],
])("/cities/{id}%s executes %i statements, with one row of each kind as with ten", async (path, expected) => {
  for (const rows of [1, 10]) {
    const { id, ...ids } = await cityWith(rows);
    const filled = path.replace(/:(\w+)/, (_, name) => String(ids[name as keyof typeof ids]));
    expect(await statementsAt(`/cities/${id}${filled}`)).toBe(expected);
  }
});

test.each([
  ["/cities", 3],
  ["/cities?search=city", 3],
  ["/cities/new", 3],
  ["/mail", 4],
  ["/profile", 4],
])("%s executes %i statements", async (address, expected) => {
  expect(await statementsAt(address)).toBe(expected);
});

test("the dialog that deletes a city from the list executes five statements", async () => {
  const { id } = await cityWith(1);
  expect(await statementsAt(`/cities/delete-city/${id}`)).toBe(5);
});

test("a signed-in page executes one statement before its own loader", async () => {
  const executed = await statementsIn(() => requestPage("/no-such-page", cookie));
  expect(executed).toEqual([expect.stringContaining('from "sessions"')]);
});
