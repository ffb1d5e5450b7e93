import type { APIRequestContext } from "@playwright/test";
import sharp from "sharp";
import {
  demoAccounts,
  expect,
  field,
  formOf,
  hydrated,
  test as journey,
  onTwoServers,
  plans,
} from "./journey";
import { permitOf, releaseLetter, write } from "./plan-check";

/** The addresses of the two servers. The cookies of a page are sent to both, and to their proxy. */
const test = journey.extend<{ a: string; b: string }>({
  a: ({ installation }, use) => use(installation.servers[0]?.url ?? ""),
  b: ({ installation }, use) => use(installation.servers[1]?.url ?? ""),
});

const bodyOf = async (request: APIRequestContext, address: string): Promise<Buffer> => {
  const response = await request.get(address);
  expect(response.status(), address).toBe(200);
  return response.body();
};

test(
  "what one server has stored, the other reads: a plan file, a letter, a picture",
  onTwoServers,
  async ({ page, signIn, a, b }) => {
    await signIn(page, demoAccounts.admin);
    const { request } = page;
    const { id, address } = await permitOf(page);
    await write(request, id, "Show the header over the opening.");

    const sent = plans.pdf("S-101.pdf");
    const uploaded = await request.post(`${a}/api${address}/files`, {
      multipart: formOf({ reviewCycle: "PC1" }, [sent]),
    });
    expect(uploaded.status()).toBe(201);
    const [file] = await uploaded.json();
    for (const server of [b, a]) {
      const read = await bodyOf(request, `${server}/api/files/${file.id}/download`);
      expect(read.equals(sent.buffer)).toBe(true);
    }

    const letter = await releaseLetter(page, id);
    const pdf = await bodyOf(request, `${a}/api/letters/${letter.id}/download`);
    expect(pdf.equals(await bodyOf(request, `${b}/api/letters/${letter.id}/download`))).toBe(true);

    await page.goto("/profile");
    await hydrated(page);
    const square = sharp({ create: { width: 40, height: 40, channels: 3, background: "#2563eb" } });
    const picture = { name: "ann.png", mimeType: "image/png", buffer: await square.png().toBuffer() };
    await field(page, "Choose a picture").setInputFiles(picture);
    await page.getByRole("button", { name: "Save picture" }).click();
    await expect(page.getByText("Your picture is saved")).toBeVisible();
    const source = await page.locator("main img.avatar").getAttribute("src");
    const stored = await bodyOf(request, `${a}${source}`);
    expect(stored.equals(await bodyOf(request, `${b}${source}`))).toBe(true);
  },
);
