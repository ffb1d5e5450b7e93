import { expect, test } from "vitest";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { write } from "./db.server";
import { findByIdempotencyKey, scopedIdempotencyKey } from "./idempotency.server";
import { staffRoles } from "./policy";
import { cityFees, permits } from "./tables.server";

const [ann, ben] = [{ id: 1 }, { id: 2 }];

test("the stored key differs between users and scopes, and is always the same for the same ones", () => {
  const stored = [
    scopedIdempotencyKey("key", ann),
    scopedIdempotencyKey("key", ben),
    scopedIdempotencyKey("key", ann, 7),
    scopedIdempotencyKey("key", ann, 8),
    scopedIdempotencyKey("other", ann),
  ];
  expect(new Set(stored).size).toBe(5);
  expect(scopedIdempotencyKey("key", ann, 7)).toBe(stored[2]);
});

test("a request without a key has no stored key", () => {
  expect(scopedIdempotencyKey(undefined, ann)).toBeUndefined();
});

test("a key finds only the row of its own table, and no row is found without a key", async () => {
  const city = await makeCity();
  const administrator = await makeViewer(staffRoles.administrator);
  const formKey = "a-key-of-sixteen-letters";
  const { id } = await makePermit(administrator, city.id, { formKey });
  await makePermit(administrator, city.id);
  const key = scopedIdempotencyKey(formKey, administrator);
  const found = await write(async (tx) => [
    await findByIdempotencyKey(tx, permits, key),
    await findByIdempotencyKey(tx, cityFees, key),
    await findByIdempotencyKey(tx, permits, undefined),
  ]);
  expect(found).toEqual([{ id }, undefined, undefined]);
});
