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

const fee = FeeSchema.parse({ serviceType: "review", description: "Fee", amount: "1", status: "pending" });
const service = PricingSchema.parse({
  serviceName: "Review",
  pricingType: "hourly",
  rate: "1",
  isActive: true,
});

/** Creates a city with a number of users, permits, fees and services. */
async function cityWith(rows: number) {
  const city = await makeCity();
  let [userId, feeId, pricingId] = [0, 0, 0];
  for (let index = 0; index < rows; index += 1) {
    ({ id: userId } = await makeViewer("city", { cityId: city.id }));
    await makePermit(administrator, city.id, { status: index % 2 ? "approved" : "hold" });
    ({ id: feeId } = await createFee(administrator, city.id, { ...fee, description: `Fee ${index}` }));
    ({ id: pricingId } = await createPricing(administrator, city.id, service));
  }
  return { ...city, userId, feeId, pricingId };
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
  ["?edit", 7],
  ["?logo", 7],
  ["?dialog=delete", 8],
  ["?dialog=invite", 7],
  ["?dialog=edit-user&userId=", 7],
  ["?dialog=reset-password&userId=", 7],
  ["?dialog=delete-user&userId=", 7],
  ["?dialog=new-fee", 8],
  ["?dialog=edit-fee&feeId=", 8],
  ["?dialog=mark-paid&feeId=", 8],
  ["?dialog=new-pricing", 7],
  ["?dialog=edit-pricing&pricingId=", 7],
  ["?dialog=delete-pricing&pricingId=", 7],
])(
  "/cities/{id}%s executes %i statements, with one row of each kind as with ten",
  async (query, expected) => {
    for (const rows of [1, 10]) {
      const { id, userId, feeId, pricingId } = await cityWith(rows);
      const rowId = { userId, feeId, pricingId }[/(\w+)=$/.exec(query)?.[1] ?? ""] ?? "";
      expect(await statementsAt(`/cities/${id}${query}${rowId}`)).toBe(expected);
    }
  },
);

test.each([
  ["/cities", 3],
  ["/cities?search=city", 3],
  ["/cities?dialog=new", 3],
  ["/mail", 3],
  ["/profile", 3],
])("%s executes %i statements", async (address, expected) => {
  expect(await statementsAt(address)).toBe(expected);
});

test("the dialog that deletes a city from the list executes five statements", async () => {
  const { id } = await cityWith(1);
  expect(await statementsAt(`/cities?dialog=delete&id=${id}`)).toBe(5);
});

test("a signed-in page executes one statement before its own loader", async () => {
  const executed = await statementsIn(() => requestPage("/no-such-page", cookie));
  expect(executed).toEqual([expect.stringContaining('from "sessions"')]);
});
