import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { CitySchema } from "~/models/cities/city.schema.server";
import type { Viewer } from "~/models/policy";
import { env } from "~/platform/env.server";
import { requestHtml } from "~/testing/page-request";
import { textOf } from "~/testing/rendered";
import { cookieFor } from "~/testing/send-form";
import { makeCity, makeViewer } from "~/testing/test-rows";

let administrator: Viewer;
let cityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  cityId = (await makeCity()).id;
});
afterEach(() => void vi.restoreAllMocks());

async function pageText(address: string): Promise<string> {
  const page = await requestHtml(address.replace(":city", `${cityId}`), await cookieFor(administrator));
  return textOf(await page.text());
}

const addresses = ["/cities", "/cities/new", "/cities/:city", "/cities/:city/edit"];

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
