import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { updateProfile } from "../accounts/user.server";
import { updateCity } from "../cities/city.server";
import type { Viewer } from "../policy";
import { readPictureFor, storePicture } from "./picture-store.server";

const viewers: Record<string, Viewer> = {};
const paths: Record<string, string> = {};

const store = async (background: string) =>
  storePicture(
    await sharp({ create: { width: 9, height: 9, channels: 3, background } })
      .png()
      .toBuffer(),
  );

beforeAll(async () => {
  const oakville = (await makeCity()).id;
  const riverton = (await makeCity()).id;
  viewers.administrator = await makeViewer("admin");
  viewers.reviewer = await makeViewer("employee");
  viewers.cityUser = await makeViewer("city", { cityId: oakville });
  viewers.otherCityUser = await makeViewer("city", { cityId: riverton });
  viewers.withoutCity = await makeViewer("city");
  viewers.withoutRole = await makeViewer(null);
  paths["the logo of Oakville"] = await store("#ff0000");
  paths["a picture of Oakville's user"] = await store("#00ff00");
  paths["a picture of a reviewer"] = await store("#0000ff");
  paths["a picture of a user without a role"] = await store("#00ffff");
  paths["a picture that users of both cities have"] = await store("#ffff00");
  paths["a picture that is no longer used"] = await store("#ff00ff");
  paths["a picture that does not exist"] = `${"a".repeat(32)}.webp`;
  paths["a path"] = "../secret.webp";
  await updateCity(viewers.administrator, oakville, { logoPath: paths["the logo of Oakville"] });
  const colleague = await makeViewer("city", { cityId: oakville });
  for (const [owner, name] of [
    [colleague, "a picture of Oakville's user"],
    [viewers.reviewer, "a picture of a reviewer"],
    [viewers.withoutRole, "a picture of a user without a role"],
    [viewers.cityUser, "a picture that users of both cities have"],
    [viewers.otherCityUser, "a picture that users of both cities have"],
  ] as [Viewer, string][])
    await updateProfile(owner, { profileImagePath: paths[name] });
});

test.each([
  ["the logo of Oakville", ["administrator", "reviewer", "cityUser"]],
  ["a picture of Oakville's user", ["administrator", "reviewer", "cityUser"]],
  ["a picture of a reviewer", ["administrator", "reviewer"]],
  ["a picture of a user without a role", ["administrator", "reviewer", "withoutRole"]],
  ["a picture that users of both cities have", ["administrator", "reviewer", "cityUser", "otherCityUser"]],
  ["a picture that is no longer used", []],
  ["a picture that does not exist", []],
  ["a path", []],
])("%s is visible to %j, and 404 for all others", async (picture, expected) => {
  const visibleTo: string[] = [];
  for (const [name, viewer] of Object.entries(viewers)) {
    const result = await readPictureFor(viewer, paths[picture] ?? "").catch((refusal) => refusal.status);
    if (result === 404) continue;
    expect(result.length).toBeGreaterThan(0);
    visibleTo.push(name);
  }
  expect(visibleTo).toEqual(expected);
});
