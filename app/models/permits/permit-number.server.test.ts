import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { makeCity, makePermit, makeViewer, permitFields } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { deletePermit } from "../records/permit-bin.server";
import { cities, permits } from "../tables.server";
import { PermitSchema } from "./permit.schema.server";
import { createPermit, updatePermit } from "./permit.server";
import { suggestPermitNumber } from "./permit-number.server";

let administrator: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin");
});

const numberOf = async (cityId: number, fields: Record<string, unknown> = {}) =>
  (await makePermit(administrator, cityId, fields)).urban37PermitNumber;

test("a blank number becomes the next one of the city and year", async () => {
  const { id, code } = await makeCity();
  expect(await numberOf(id)).toBe(`${code}-26-001`);
  expect(await numberOf(id, { urban37PermitNumber: "" })).toBe(`${code}-26-002`);
  expect(await numberOf(id, { urban37PermitNumber: "   " })).toBe(`${code}-26-003`);
});

test("each city and each year has its own count", async () => {
  const first = await makeCity();
  const second = await makeCity();
  await numberOf(first.id);
  expect(await numberOf(second.id)).toBe(`${second.code}-26-001`);
  expect(await numberOf(first.id, { permitCreationYear: 2027 })).toBe(`${first.code}-27-001`);
  expect(await numberOf(first.id)).toBe(`${first.code}-26-002`);
});

test("a city code in lower case is in upper case in the number", async () => {
  const { id } = await makeCity();
  await write(async (tx) => {
    await tx.update(cities).set({ urban37CityCode: "low" }).where(eq(cities.id, id));
  });
  expect(await suggestPermitNumber(id, 2026)).toBe("LOW-26-001");
  expect(await numberOf(id)).toBe("LOW-26-001");
  expect(await numberOf(id)).toBe("LOW-26-002");
});

test("the suggested number is the one that a blank field gets", async () => {
  const { id, code } = await makeCity();
  expect(await suggestPermitNumber(id, 2026)).toBe(`${code}-26-001`);
  await numberOf(id);
  expect(await suggestPermitNumber(id, 2026)).toBe(`${code}-26-002`);
  expect(await suggestPermitNumber(id, 2027)).toBe(`${code}-27-001`);
});

test("a suggestion uses up no number", async () => {
  const { id } = await makeCity();
  expect(await suggestPermitNumber(id, 2026)).toBe(await suggestPermitNumber(id, 2026));
});

test("no number is suggested for a city that does not exist", async () => {
  expect(await suggestPermitNumber(999_999, 2026)).toBeNull();
});

test("no number is suggested for an invalid year", async () => {
  const { id } = await makeCity();
  expect(await suggestPermitNumber(id, Number("abc"))).toBeNull();
});

test("a higher number of the same pattern raises the counter", async () => {
  const { id, code } = await makeCity();
  await numberOf(id, { urban37PermitNumber: `${code}-26-041` });
  expect(await numberOf(id)).toBe(`${code}-26-042`);
});

test("a higher number in an edit raises the counter", async () => {
  const { id, code } = await makeCity();
  const permit = await makePermit(administrator, id);
  await updatePermit(administrator, permit.id, { urban37PermitNumber: `${code}-26-050` });
  expect(await numberOf(id)).toBe(`${code}-26-051`);
});

test("a higher number in lower case raises the counter", async () => {
  const { id, code } = await makeCity();
  await numberOf(id, { urban37PermitNumber: `${code}-26-041`.toLowerCase() });
  expect(await numberOf(id)).toBe(`${code}-26-042`);
});

test("a lower number does not change the counter", async () => {
  const { id, code } = await makeCity();
  await numberOf(id, { urban37PermitNumber: `${code}-26-041` });
  await numberOf(id, { urban37PermitNumber: `${code}-26-007` });
  expect(await numberOf(id)).toBe(`${code}-26-042`);
});

test.each(["SPECIAL-1", "26-999", "X-26-1e6"])(
  "a number of another pattern, %s, does not change the counter",
  async (number) => {
    const { id, code } = await makeCity();
    expect(await numberOf(id, { urban37PermitNumber: number })).toBe(number);
    expect(await numberOf(id)).toBe(`${code}-26-001`);
  },
);

test("after 999 the count has four digits", async () => {
  const { id, code } = await makeCity();
  await numberOf(id, { urban37PermitNumber: `${code}-26-999` });
  expect(await numberOf(id)).toBe(`${code}-26-1000`);
  expect(await numberOf(id)).toBe(`${code}-26-1001`);
});

test("the next number after a very high one is one higher", async () => {
  const { id, code } = await makeCity();
  await numberOf(id);
  await numberOf(id, { urban37PermitNumber: `${code}-26-999999999` });
  expect(await numberOf(id)).toBe(`${code}-26-1000000000`);
});

test("a number is not used again after its permit is deleted", async () => {
  const { id, code } = await makeCity();
  await makePermit(administrator, id);
  const last = await makePermit(administrator, id);
  await deletePermit(administrator, last.id);
  expect(await suggestPermitNumber(id, 2026)).toBe(`${code}-26-003`);
  expect(await numberOf(id)).toBe(`${code}-26-003`);
});

test("a number of another city's or year's permit is skipped", async () => {
  const first = await makeCity();
  const second = await makeCity();
  await numberOf(second.id, { urban37PermitNumber: `${first.code}-26-001` });
  await numberOf(first.id, { urban37PermitNumber: `${first.code}-26-002`, permitCreationYear: 2025 });
  expect(await numberOf(first.id)).toBe(`${first.code}-26-003`);
});

test("twenty concurrent permits with a blank number get twenty consecutive numbers", async () => {
  const { id, code } = await makeCity();
  const numbers = await Promise.all(Array.from({ length: 20 }, () => numberOf(id)));
  const expected = Array.from(
    { length: 20 },
    (_, index) => `${code}-26-${String(index + 1).padStart(3, "0")}`,
  );
  expect(numbers.toSorted()).toEqual(expected);
});

test("a refused permit uses up no number", async () => {
  const { id, code } = await makeCity();
  await numberOf(id, { urban37PermitNumber: `${code}-26-001` });
  await expect(numberOf(id, { urban37PermitNumber: `${code}-26-001` })).rejects.toMatchObject({
    status: 409,
  });
  expect(await numberOf(id)).toBe(`${code}-26-002`);
});

test("a suggestion that another permit has used becomes the next number", async () => {
  const { id, code } = await makeCity();
  const suggestedPermitNumber = (await suggestPermitNumber(id, 2026)) ?? "";
  const fields = { urban37PermitNumber: suggestedPermitNumber, suggestedPermitNumber };
  expect(await numberOf(id, fields)).toBe(`${code}-26-001`);
  expect(await numberOf(id, fields)).toBe(`${code}-26-002`);
});

test("a number typed instead of the suggestion is stored as typed", async () => {
  const { id, code } = await makeCity();
  const suggestedPermitNumber = `${code}-26-001`;
  expect(await numberOf(id, { urban37PermitNumber: "MINE-1", suggestedPermitNumber })).toBe("MINE-1");
});

describe("a number in use", () => {
  const reuse = (cityId: number, urban37PermitNumber: string, more: Record<string, unknown> = {}) =>
    numberOf(cityId, { urban37PermitNumber, ...more });

  test("is refused with a field error that names the other permit", async () => {
    const { id } = await makeCity("Oakville");
    await numberOf(id, { urban37PermitNumber: "USED-1", projectName: "Harbor Lofts" });
    const message = "USED-1 is already used by the permit of Harbor Lofts, Oakville";
    await expect(reuse(id, "USED-1")).rejects.toMatchObject({
      status: 409,
      message,
      fields: { urban37PermitNumber: [message] },
    });
  });

  test("is the same in lower case", async () => {
    const { id } = await makeCity();
    await numberOf(id, { urban37PermitNumber: "Used-2" });
    await expect(reuse(id, "uSED-2")).rejects.toMatchObject({ status: 409 });
  });

  test("is the same with letters outside the English alphabet", async () => {
    const { id } = await makeCity();
    await numberOf(id, { urban37PermitNumber: "peña-1" });
    await expect(reuse(id, "peña-1")).rejects.toMatchObject({ status: 409 });
  });

  test("is available for another revision, but not for two permits without one", async () => {
    const { id } = await makeCity();
    const number = "USED-3";
    expect(await reuse(id, number)).toBe(number);
    expect(await reuse(id, number, { revisionNumber: "rev1" })).toBe(number);
    expect(await reuse(id, number, { revisionNumber: "rev2" })).toBe(number);
    await expect(reuse(id, number, { revisionNumber: "none" })).rejects.toMatchObject({ status: 409 });
    await expect(reuse(id, number, { revisionNumber: "rev1" })).rejects.toMatchObject({
      message: expect.stringContaining("USED-3 rev1 is already used by"),
    });
  });

  test("is refused in an edit too, except for the permit itself", async () => {
    const { id } = await makeCity();
    await numberOf(id, { urban37PermitNumber: "USED-4" });
    const permit = await makePermit(administrator, id, { urban37PermitNumber: "FREE-4" });
    const update = updatePermit(administrator, permit.id, { urban37PermitNumber: "USED-4" });
    await expect(update).rejects.toMatchObject({ status: 409 });
    const unchanged = await updatePermit(administrator, permit.id, { urban37PermitNumber: "FREE-4" });
    expect(unchanged.urban37PermitNumber).toBe("FREE-4");
  });

  test("is refused when the revision that distinguishes two permits is removed", async () => {
    const { id } = await makeCity();
    await numberOf(id, { urban37PermitNumber: "USED-5" });
    const revised = await makePermit(administrator, id, {
      urban37PermitNumber: "USED-5",
      revisionNumber: "rev1",
    });
    const update = updatePermit(administrator, revised.id, { revisionNumber: null });
    await expect(update).rejects.toMatchObject({ status: 409 });
  });

  test("is refused across cities", async () => {
    const first = await makeCity();
    const second = await makeCity();
    await numberOf(first.id, { urban37PermitNumber: "USED-6" });
    await expect(reuse(second.id, "USED-6")).rejects.toMatchObject({ status: 409 });
  });

  test("is available again after its permit is deleted", async () => {
    const { id } = await makeCity();
    const permit = await makePermit(administrator, id, { urban37PermitNumber: "USED-7" });
    await deletePermit(administrator, permit.id);
    expect(await reuse(id, "USED-7")).toBe("USED-7");
  });

  test("is stored for only one of two concurrent requests", async () => {
    const { id } = await makeCity();
    const fields = PermitSchema.parse({ ...permitFields, cityId: id, urban37PermitNumber: "USED-8" });
    const results = await Promise.allSettled([
      createPermit(administrator, fields),
      createPermit(administrator, fields),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    const rows = await db.select().from(permits).where(eq(permits.urban37PermitNumber, "USED-8"));
    expect(rows).toHaveLength(1);
  });
});
