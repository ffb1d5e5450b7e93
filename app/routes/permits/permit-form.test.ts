import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "~/models/policy";
import { cities } from "~/models/tables.server";
import { write } from "~/platform/db/db.server";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { editPermitForm, newPermitForm } from "./parts/load-permit-form.server";

let administrator: Viewer;
let plain: { id: number };
let corrected: { id: number };

beforeAll(async () => {
  administrator = await makeViewer("admin");
  plain = await makeCity();
  corrected = await makeCity();
  await write(async (tx) => {
    await tx.update(cities).set({ usesCorrections: true }).where(eq(cities.id, corrected.id));
  });
});

describe("the form of a new permit", () => {
  const statusAt = async (query: string) => {
    const url = new URL(`http://localhost/permits/new${query}`);
    return (await newPermitForm(administrator, url)).values.status;
  };

  test("has the status Approved, and In Process for a city with corrections", async () => {
    expect(await statusAt("")).toBe("approved");
    expect(await statusAt(`?cityId=${plain.id}`)).toBe("approved");
    expect(await statusAt(`?cityId=${corrected.id}`)).toBe("in_process");
    expect(await statusAt("?cityId=999999")).toBe("approved");
  });

  test("has only the names of cities as options", async () => {
    const { cities: options } = await newPermitForm(administrator, new URL("http://localhost/permits/new"));
    expect(options.map((option) => Object.keys(option))).toEqual(options.map(() => ["value", "label"]));
  });
});

test("the form of a permit has the permit's own status", async () => {
  const permit = await makePermit(administrator, corrected.id, { status: "hold" });
  expect((await editPermitForm(administrator, permit)).values.status).toBe("hold");
});
