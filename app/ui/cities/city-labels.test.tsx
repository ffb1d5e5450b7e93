import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { CitySchema } from "~/models/cities/city.schema.server";
import type { Viewer } from "~/models/policy";
import { loadCityPage, loadCityTable } from "~/pages/cities/cities.server";
import { rendered, textOf } from "~/testing/rendered";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { CityPage } from "./city-page";
import { CitiesPage } from "./city-table";

let administrator: Viewer;
let cityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  cityId = (await makeCity()).id;
});
afterEach(() => void vi.restoreAllMocks());

const urlOf = (address: string) => new URL(`http://localhost:3000${address}`);

async function pageText(address: string): Promise<string> {
  if (address.startsWith("/cities/")) {
    const page = await loadCityPage(administrator, cityId, urlOf(address));
    return textOf(rendered(<CityPage page={page} secret={null} />, address));
  }
  const table = await loadCityTable(administrator, urlOf(address));
  return textOf(rendered(<CitiesPage table={table} />, address));
}

const addresses = ["/cities", "/cities?dialog=new", "/cities/1", "/cities/1?edit"];

test.each(addresses)("%s shows the provider's name in the label of the city code", async (address) => {
  expect(await pageText(address)).toContain("Urban37 city code");
  vi.spyOn(env, "PROVIDER_NAME", "get").mockReturnValue("Plan Check West");
  const text = await pageText(address);
  expect(text).toContain("Plan Check West city code");
  expect(text).not.toContain("Urban37");
});

test("a code of the wrong length is refused with its message (R2.1)", () => {
  vi.spyOn(env, "PROVIDER_NAME", "get").mockReturnValue("Plan Check West");
  const typed = { cityName: "Oakville", cityNumber: "01", urban37CityCode: "OAKV" };
  expect(CitySchema.safeParse(typed).error?.issues).toMatchObject([
    { message: "Urban37 city code must be exactly 3 characters" },
  ]);
});
