import { expect, test, vi } from "vitest";
import { makeCity, makePermit, makeViewer } from "~/testing/test-rows";
import { storeBytes } from "../files/plan-file-store.server";
import { addPlanFiles } from "./plan-file.server";

vi.hoisted(() => {
  vi.stubEnv("MAX_UPLOAD_MB", "1");
  vi.stubEnv("MAX_PERMIT_MB", "2");
});

test("a small limit reads well, and what a city adds in a day is the same limit", async () => {
  const city = await makeCity();
  const administrator = await makeViewer("admin");
  const { id } = await makePermit(administrator, city.id);
  const cityUser = await makeViewer("city", { cityId: city.id });
  const content = await storeBytes(Buffer.from("%PDF-1.7"));
  const file = { ...content, fileName: "A1.pdf", kind: "pdf", byteSize: 1.5 * 1024 * 1024 } as const;
  expect(await addPlanFiles(cityUser, id, { reviewCycle: "PC1", files: [file] })).toBe(1);
  await expect(addPlanFiles(cityUser, id, { reviewCycle: "PC1", files: [file] })).rejects.toMatchObject({
    status: 413,
    message: expect.stringMatching(/^This permit holds 1\.5 of 2\.0 MB: 1 MB too much\. /),
  });
});
