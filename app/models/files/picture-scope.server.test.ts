import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { makeCity, makeViewer } from "~/testing/test-rows";
import { updateProfile } from "../accounts/user.server";
import { updateCity } from "../cities/city.server";
import type { Viewer } from "../policy";
import { readPictureFor } from "./picture-scope.server";
import { storePicture } from "./picture-store.server";

const viewers: Record<string, Viewer> = {};
const paths: Record<string, string> = {};

const draw = async (background: string) =>
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
  viewers.clerk = await makeViewer("city", { cityId: oakville });
  viewers.foreigner = await makeViewer("city", { cityId: riverton });
  viewers.orphaned = await makeViewer("city");
  viewers.nobody = await makeViewer(null);
  paths["the logo of Oakville"] = await draw("#ff0000");
  paths["a picture of Oakville's clerk"] = await draw("#00ff00");
  paths["a picture of a reviewer"] = await draw("#0000ff");
  paths["a picture of nobody's role"] = await draw("#00ffff");
  paths["a picture that Oakville and Riverton share"] = await draw("#ffff00");
  paths["a picture that is nobody's any more"] = await draw("#ff00ff");
  paths["a picture that never was"] = `${"a".repeat(32)}.webp`;
  paths["a path"] = "../secret.webp";
  await updateCity(viewers.administrator, oakville, { logoPath: paths["the logo of Oakville"] });
  const colleague = await makeViewer("city", { cityId: oakville });
  for (const [who, what] of [
    [colleague, "a picture of Oakville's clerk"],
    [viewers.reviewer, "a picture of a reviewer"],
    [viewers.nobody, "a picture of nobody's role"],
    [viewers.clerk, "a picture that Oakville and Riverton share"],
    [viewers.foreigner, "a picture that Oakville and Riverton share"],
  ] as [Viewer, string][])
    await updateProfile(who, { profileImagePath: paths[what] });
});

test.each([
  ["the logo of Oakville", ["administrator", "reviewer", "clerk"]],
  ["a picture of Oakville's clerk", ["administrator", "reviewer", "clerk"]],
  ["a picture of a reviewer", ["administrator", "reviewer"]],
  ["a picture of nobody's role", ["administrator", "reviewer", "nobody"]],
  ["a picture that Oakville and Riverton share", ["administrator", "reviewer", "clerk", "foreigner"]],
  ["a picture that is nobody's any more", []],
  ["a picture that never was", []],
  ["a path", []],
])("%s is seen by %j, and 404 for everybody else", async (what, expected) => {
  const seenBy: string[] = [];
  for (const [name, viewer] of Object.entries(viewers)) {
    const result = await readPictureFor(viewer, paths[what] ?? "").catch((refusal) => refusal.status);
    if (result === 404) continue;
    expect(result.length).toBeGreaterThan(0);
    seenBy.push(name);
  }
  expect(seenBy).toEqual(expected);
});
