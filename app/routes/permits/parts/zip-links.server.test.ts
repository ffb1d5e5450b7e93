import { expect, test } from "vitest";
import type { ReviewCycle } from "~/models/permits/permit";
import { zipLinksOf } from "./zip-links.server";

const files = (...cycles: ReviewCycle[]) =>
  cycles.map((reviewCycle) => ({ reviewCycle, byteSize: 1_000_000 }));

test("a permit has a link to all its files, and one for each cycle of several, the newest first", () => {
  expect(zipLinksOf({ id: 7 }, files("PC10", "PC10", "PC1", "PC2", "PC2", "PC2"))).toEqual([
    { address: "/api/permits/7/files.zip", label: "Download all (6 files, 5.7 MB)" },
    { address: "/api/permits/7/files.zip?reviewCycle=PC10", label: "Download PC10 (2 files, 1.9 MB)" },
    { address: "/api/permits/7/files.zip?reviewCycle=PC2", label: "Download PC2 (3 files, 2.9 MB)" },
  ]);
});

test("a single file has no link, nor has the only cycle one of its own", () => {
  expect(zipLinksOf({ id: 7 }, files("PC1"))).toEqual([]);
  const addresses = (...cycles: ReviewCycle[]) =>
    zipLinksOf({ id: 7 }, files(...cycles)).map(({ address }) => address);
  expect(addresses("PC1", "PC1")).toEqual(["/api/permits/7/files.zip"]);
  expect(addresses("PC1", "PC2")).toEqual(["/api/permits/7/files.zip"]);
});

test("the portal links to what the city sees, also for an administrator", () => {
  expect(zipLinksOf({ id: 7 }, files("PC1", "PC2", "PC2"), { asCity: true })).toMatchObject([
    { address: "/api/permits/7/files.zip?asCity=yes" },
    { address: "/api/permits/7/files.zip?reviewCycle=PC2&asCity=yes" },
  ]);
});
