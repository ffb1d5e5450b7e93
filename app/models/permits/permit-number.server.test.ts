import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { makeCity, makePermit, makeViewer, permitFields } from "~/testing/test-rows";
import { db, write } from "../db.server";
import type { Viewer } from "../policy";
import { cities, permits } from "../tables.server";
import { PermitForm } from "./permit.form.server";
import { createPermit, deletePermit, updatePermit } from "./permit.server";
import { suggestPermitNumber } from "./permit-number.server";

let administrator: Viewer;

beforeAll(async () => {
  administrator = await makeViewer("admin");
});

const numberOf = async (cityId: number, fields: Record<string, unknown> = {}) =>
  (await makePermit(administrator, cityId, fields)).urban37PermitNumber;

test("a blank number takes the next one of the city and year", async () => {
  const { id, code } = await makeCity();
  expect(await numberOf(id)).toBe(`${code}-26-001`);
  expect(await numberOf(id, { urban37PermitNumber: "" })).toBe(`${code}-26-002`);
  expect(await numberOf(id, { urban37PermitNumber: "   " })).toBe(`${code}-26-003`);
});

test("each city and each year counts for itself", async () => {
  const first = await makeCity();
  const second = await makeCity();
  await numberOf(first.id);
  expect(await numberOf(second.id)).toBe(`${second.code}-26-001`);
  expect(await numberOf(first.id, { permitCreationYear: 2027 })).toBe(`${first.code}-27-001`);
  expect(await numberOf(first.id)).toBe(`${first.code}-26-002`);
});

test("a city's code in small letters stands in capitals in the number", async () => {
  const { id } = await makeCity();
  await write(async (tx) => {
    await tx.update(cities).set({ urban37CityCode: "low" }).where(eq(cities.id, id));
  });
  expect(await suggestPermitNumber(id, 2026)).toBe("LOW-26-001");
  expect(await numberOf(id)).toBe("LOW-26-001");
  expect(await numberOf(id)).toBe("LOW-26-002");
});

test("the form suggests the number that a blank field would be given", async () => {
  const { id, code } = await makeCity();
  expect(await suggestPermitNumber(id, 2026)).toBe(`${code}-26-001`);
  await numberOf(id);
  expect(await suggestPermitNumber(id, 2026)).toBe(`${code}-26-002`);
  expect(await suggestPermitNumber(id, 2027)).toBe(`${code}-27-001`);
});

test("a suggestion is not taken by being looked at", async () => {
  const { id } = await makeCity();
  expect(await suggestPermitNumber(id, 2026)).toBe(await suggestPermitNumber(id, 2026));
});

test("no number is suggested for a city that does not exist", async () => {
  expect(await suggestPermitNumber(999_999, 2026)).toBeNull();
});

test("no number is suggested for a year that is none", async () => {
  const { id } = await makeCity();
  expect(await suggestPermitNumber(id, Number("abc"))).toBeNull();
});

test("a higher number typed in the pattern moves the counter on", async () => {
  const { id, code } = await makeCity();
  await numberOf(id, { urban37PermitNumber: `${code}-26-041` });
  expect(await numberOf(id)).toBe(`${code}-26-042`);
});

test("a higher number typed in an edit moves the counter on", async () => {
  const { id, code } = await makeCity();
  const permit = await makePermit(administrator, id);
  await updatePermit(administrator, permit.id, { urban37PermitNumber: `${code}-26-050` });
  expect(await numberOf(id)).toBe(`${code}-26-051`);
});

test("a higher number typed in small letters moves the counter on", async () => {
  const { id, code } = await makeCity();
  await numberOf(id, { urban37PermitNumber: `${code}-26-041`.toLowerCase() });
  expect(await numberOf(id)).toBe(`${code}-26-042`);
});

test("a lower number that is typed leaves the counter where it is", async () => {
  const { id, code } = await makeCity();
  await numberOf(id, { urban37PermitNumber: `${code}-26-041` });
  await numberOf(id, { urban37PermitNumber: `${code}-26-007` });
  expect(await numberOf(id)).toBe(`${code}-26-042`);
});

test.each(["SPECIAL-1", "26-999", "X-26-1e6"])(
  "a number of another pattern, %s, counts for nothing",
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

test("counting goes on past the longest number that can be typed", async () => {
  const { id, code } = await makeCity();
  await numberOf(id);
  await numberOf(id, { urban37PermitNumber: `${code}-26-999999999` });
  expect(await numberOf(id)).toBe(`${code}-26-1000000000`);
});

test("a number is never given again after its permit is deleted", async () => {
  const { id, code } = await makeCity();
  await makePermit(administrator, id);
  const last = await makePermit(administrator, id);
  await deletePermit(administrator, last.id);
  expect(await suggestPermitNumber(id, 2026)).toBe(`${code}-26-003`);
  expect(await numberOf(id)).toBe(`${code}-26-003`);
});

test("a number that another city's or year's permit has is passed over", async () => {
  const first = await makeCity();
  const second = await makeCity();
  await numberOf(second.id, { urban37PermitNumber: `${first.code}-26-001` });
  await numberOf(first.id, { urban37PermitNumber: `${first.code}-26-002`, permitCreationYear: 2025 });
  expect(await numberOf(first.id)).toBe(`${first.code}-26-003`);
});

test("twenty blank numbers at once are twenty different ones, without a gap", async () => {
  const { id, code } = await makeCity();
  const numbers = await Promise.all(Array.from({ length: 20 }, () => numberOf(id)));
  const expected = Array.from(
    { length: 20 },
    (_, index) => `${code}-26-${String(index + 1).padStart(3, "0")}`,
  );
  expect(numbers.toSorted()).toEqual(expected);
});

test("a refused permit takes no number", async () => {
  const { id, code } = await makeCity();
  await numberOf(id, { urban37PermitNumber: `${code}-26-001` });
  await expect(numberOf(id, { urban37PermitNumber: `${code}-26-001` })).rejects.toMatchObject({
    status: 409,
  });
  expect(await numberOf(id)).toBe(`${code}-26-002`);
});

test("a suggestion that was taken meanwhile becomes the next number", async () => {
  const { id, code } = await makeCity();
  const suggestedPermitNumber = (await suggestPermitNumber(id, 2026)) ?? "";
  const both = { urban37PermitNumber: suggestedPermitNumber, suggestedPermitNumber };
  expect(await numberOf(id, both)).toBe(`${code}-26-001`);
  expect(await numberOf(id, both)).toBe(`${code}-26-002`);
});

test("a number typed over the suggestion is taken as it is typed", async () => {
  const { id, code } = await makeCity();
  const suggestedPermitNumber = `${code}-26-001`;
  expect(await numberOf(id, { urban37PermitNumber: "MINE-1", suggestedPermitNumber })).toBe("MINE-1");
});

describe("a number that is taken", () => {
  const clash = (cityId: number, urban37PermitNumber: string, more: Record<string, unknown> = {}) =>
    numberOf(cityId, { urban37PermitNumber, ...more });

  test("is refused at its field, which names the permit that holds it", async () => {
    const { id } = await makeCity("Oakville");
    await numberOf(id, { urban37PermitNumber: "HELD-1", projectName: "Harbor Lofts" });
    const message = "HELD-1 is taken by the permit of Harbor Lofts, Oakville";
    await expect(clash(id, "HELD-1")).rejects.toMatchObject({
      status: 409,
      message,
      fields: { urban37PermitNumber: [message] },
    });
  });

  test("is the same in small letters", async () => {
    const { id } = await makeCity();
    await numberOf(id, { urban37PermitNumber: "Held-2" });
    await expect(clash(id, "hELD-2")).rejects.toMatchObject({ status: 409 });
  });

  test("is the same in letters outside the English alphabet", async () => {
    const { id } = await makeCity();
    await numberOf(id, { urban37PermitNumber: "peña-1" });
    await expect(clash(id, "peña-1")).rejects.toMatchObject({ status: 409 });
  });

  test("is free under another revision, and none is a revision of its own", async () => {
    const { id } = await makeCity();
    const number = "HELD-3";
    expect(await clash(id, number)).toBe(number);
    expect(await clash(id, number, { revisionNumber: "rev1" })).toBe(number);
    expect(await clash(id, number, { revisionNumber: "rev2" })).toBe(number);
    await expect(clash(id, number, { revisionNumber: "none" })).rejects.toMatchObject({ status: 409 });
    await expect(clash(id, number, { revisionNumber: "rev1" })).rejects.toMatchObject({
      message: expect.stringContaining("HELD-3 rev1 is taken by"),
    });
  });

  test("is refused in an edit too, except the permit's own", async () => {
    const { id } = await makeCity();
    await numberOf(id, { urban37PermitNumber: "HELD-4" });
    const other = await makePermit(administrator, id, { urban37PermitNumber: "FREE-4" });
    const taken = updatePermit(administrator, other.id, { urban37PermitNumber: "HELD-4" });
    await expect(taken).rejects.toMatchObject({ status: 409 });
    const own = await updatePermit(administrator, other.id, { urban37PermitNumber: "FREE-4" });
    expect(own.urban37PermitNumber).toBe("FREE-4");
  });

  test("is refused when the revision that told two apart is taken away", async () => {
    const { id } = await makeCity();
    await numberOf(id, { urban37PermitNumber: "HELD-5" });
    const revised = await makePermit(administrator, id, {
      urban37PermitNumber: "HELD-5",
      revisionNumber: "rev1",
    });
    const bare = updatePermit(administrator, revised.id, { revisionNumber: null });
    await expect(bare).rejects.toMatchObject({ status: 409 });
  });

  test("is refused across cities", async () => {
    const first = await makeCity();
    const second = await makeCity();
    await numberOf(first.id, { urban37PermitNumber: "HELD-6" });
    await expect(clash(second.id, "HELD-6")).rejects.toMatchObject({ status: 409 });
  });

  test("is free once its permit is deleted", async () => {
    const { id } = await makeCity();
    const permit = await makePermit(administrator, id, { urban37PermitNumber: "HELD-7" });
    await deletePermit(administrator, permit.id);
    expect(await clash(id, "HELD-7")).toBe("HELD-7");
  });

  test("twice at once is given once", async () => {
    const { id } = await makeCity();
    const fields = PermitForm.parse({ ...permitFields, cityId: id, urban37PermitNumber: "HELD-8" });
    const outcomes = await Promise.allSettled([
      createPermit(administrator, fields),
      createPermit(administrator, fields),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    const rows = await db.select().from(permits).where(eq(permits.urban37PermitNumber, "HELD-8"));
    expect(rows).toHaveLength(1);
  });
});
