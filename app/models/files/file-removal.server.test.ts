import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq, inArray } from "drizzle-orm";
import sharp from "sharp";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { hasFile } from "~/testing/stored-files";
import { addLetterPicture, issueLetter, makeDecidedPermit } from "~/testing/test-letters";
import { makeCity, makePermit, makeViewer, switchCorrections } from "~/testing/test-rows";
import { updateProfile } from "../accounts/user.server";
import { deleteCity, updateCity } from "../cities/city.server";
import { fromNow } from "../clock.server";
import { readPermit } from "../permits/permit-scope.server";
import { addPlanFiles, deletePlanFile, listPlanFiles } from "../permits/plan-file.server";
import type { Viewer } from "../policy";
import { deletePermit, emptyBin } from "../records/permit-bin.server";
import { binnedPermits, filesToRemove, letters, users } from "../tables.server";
import { keepFiles, removeFiles, removeUnkept } from "./file-removal.server";
import { newFileKey, planFileStore } from "./file-store.server";
import { storePicture } from "./picture-store.server";
import { type NewPlanFile, storeBytes } from "./plan-file-store.server";
import { stageFiles } from "./staged-file.server";
import { announceUnknownFiles } from "./unknown-files.server";

const day = 24 * 60 * 60 * 1000;

let administrator: Viewer;
let cityId: number;

beforeAll(async () => {
  administrator = await makeViewer("admin");
  cityId = (await makeCity()).id;
  await switchCorrections(cityId, true);
});
afterEach(() => void vi.restoreAllMocks());

const newFile = async (): Promise<NewPlanFile> => ({
  ...(await storeBytes(Buffer.from(`%PDF-1.7 ${newFileKey()}`))),
  ...{ fileName: "plan.pdf", kind: "pdf" },
});

const newPicture = async () =>
  storePicture(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "#2563eb" } })
      .png()
      .toBuffer(),
  );

/** Lets a day pass for a file that no row has taken. */
const letDayPass = (fileKey: string) =>
  write((tx) =>
    tx
      .update(filesToRemove)
      .set({ keepUntil: fromNow(-1) })
      .where(eq(filesToRemove.fileKey, fileKey)),
  );

const isListed = async (fileKey: string) =>
  (await db.$count(filesToRemove, eq(filesToRemove.fileKey, fileKey))) > 0;

async function permitWithFile() {
  const { id } = await makePermit(administrator, cityId);
  const file = await newFile();
  await addPlanFiles(administrator, id, { reviewCycle: "PC1", files: [file] });
  return { id, key: file.fileKey };
}

test("a new file stays for a day without a row, and no longer", async () => {
  const { fileKey } = await newFile();
  await removeFiles();
  expect(hasFile(fileKey)).toBe(true);
  await letDayPass(fileKey);
  await removeFiles();
  expect([hasFile(fileKey), await isListed(fileKey)]).toEqual([false, false]);
});

/** Each makes a row with a file, and returns the file's key and how the row is deleted. */
const rows: Record<string, () => Promise<{ key: string; end: () => Promise<unknown> }>> = {
  async "a plan file"() {
    const { id, key } = await permitWithFile();
    const [file] = await listPlanFiles(administrator, await readPermit(administrator, id));
    return { key, end: () => deletePlanFile(administrator, file?.id ?? 0) };
  },
  async "a permit in the bin"() {
    const { id, key } = await permitWithFile();
    await deletePermit(administrator, id);
    const binnedAt = fromNow(-31 * day);
    await write((tx) => tx.update(binnedPermits).set({ binnedAt }).where(eq(binnedPermits.permitId, id)));
    return { key, end: emptyBin };
  },
  async "a letter"() {
    const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
    const { permit } = await makeDecidedPermit(administrator, reviewer, cityId);
    const stored = await storeBytes(Buffer.from("%PDF-1.7"));
    const id = await issueLetter(administrator, permit.id, stored);
    await write((tx) => keepFiles(tx, [stored.fileKey]));
    return { key: stored.fileKey, end: () => write((tx) => tx.delete(letters).where(eq(letters.id, id))) };
  },
  async "a cut-out, with its letter"() {
    const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
    const { permit } = await makeDecidedPermit(administrator, reviewer, cityId);
    const id = await issueLetter(administrator, permit.id);
    const { fileKey } = await addLetterPicture(id, "cut-out");
    return { key: fileKey, end: () => write((tx) => tx.delete(letters).where(eq(letters.id, id))) };
  },
  async "a staged file, with its user"() {
    const user = await makeViewer("employee");
    const file = await newFile();
    await stageFiles(user, [], [file]);
    return { key: file.fileKey, end: () => write((tx) => tx.delete(users).where(eq(users.id, user.id))) };
  },
  async "a profile picture, when there is another"() {
    const user = await makeViewer("admin");
    const key = await newPicture();
    await updateProfile(user, { profileImagePath: key });
    return { key, end: async () => updateProfile(user, { profileImagePath: await newPicture() }) };
  },
  async "a profile picture, with its user"() {
    const user = await makeViewer("employee");
    const key = await newPicture();
    await updateProfile(user, { profileImagePath: key });
    return { key, end: () => write((tx) => tx.delete(users).where(eq(users.id, user.id))) };
  },
  async "a logo that a city had, with the city"() {
    const { id } = await makeCity();
    const key = await newPicture();
    await updateCity(administrator, id, { logoPath: key });
    await updateCity(administrator, id, { logoPath: await newPicture() });
    return { key, end: () => deleteCity(administrator, id) };
  },
};

test.each(Object.entries(rows))("the file of %s stays as long as its row, and no longer", async (_, make) => {
  const { key, end } = await make();
  await removeFiles();
  expect([hasFile(key), await isListed(key)]).toEqual([true, false]);
  await end();
  expect(hasFile(key)).toBe(true);
  await removeFiles();
  expect([hasFile(key), await isListed(key)]).toEqual([false, false]);
});

test("a file that a row has taken is not removed by its request", async () => {
  const { key } = await permitWithFile();
  await removeUnkept([key]);
  expect(hasFile(key)).toBe(true);
});

test("no row can take a file whose removal has begun", async () => {
  const { id } = await makePermit(administrator, cityId);
  const file = await newFile();
  const begun = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const remove = planFileStore.remove;
  vi.spyOn(planFileStore, "remove").mockImplementation(async (key) => {
    begun.resolve();
    await going.promise;
    return remove(key);
  });
  const removal = removeUnkept([file.fileKey]);
  await begun.promise;
  const adding = addPlanFiles(administrator, id, { reviewCycle: "PC1", files: [file] });
  await expect(adding).rejects.toMatchObject({ status: 409 });
  going.resolve();
  await removal;
  expect(hasFile(file.fileKey)).toBe(false);
});

test("a file that could not be removed is removed later, and others do not wait for it", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const [stuck, other] = [await newFile(), await newFile()];
  const remove = planFileStore.remove;
  const removing = vi.spyOn(planFileStore, "remove").mockImplementation(async (key) => {
    if (key === stuck.fileKey) throw new Error("EIO");
    return remove(key);
  });
  await removeUnkept([stuck.fileKey, other.fileKey]);
  expect([hasFile(stuck.fileKey), hasFile(other.fileKey)]).toEqual([true, false]);
  expect(logged.mock.calls.join()).toContain("removing a file");
  removing.mockRestore();
  await removeFiles();
  expect([hasFile(stuck.fileKey), await isListed(stuck.fileKey)]).toEqual([false, false]);
});

test("many files that cannot be removed do not keep others from it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const other = (await newFile()).fileKey;
  const stuck = Array.from({ length: 120 }, (_, number) => `${number}`.padStart(32, "0"));
  await write((tx) =>
    tx
      .insert(filesToRemove)
      .values([...stuck, other].map((key) => ({ fileKey: key })))
      .onConflictDoUpdate({ target: filesToRemove.fileKey, set: { keepUntil: null } }),
  );
  const remove = planFileStore.remove;
  vi.spyOn(planFileStore, "remove").mockImplementation(async (key) => {
    if (stuck.includes(key)) throw new Error("EACCES");
    return remove(key);
  });
  await removeFiles();
  expect([hasFile(other), await db.$count(filesToRemove, inArray(filesToRemove.fileKey, stuck))]).toEqual([
    false,
    120,
  ]);
  await write((tx) => tx.delete(filesToRemove).where(inArray(filesToRemove.fileKey, stuck)));
});

test("a file without a row, as after a restore, is removed a day after it is found, and no other", async () => {
  const { key } = await permitWithFile();
  const unknown = newFileKey();
  await planFileStore.write(unknown, [Buffer.from("%PDF-1.7")]);
  const foreign = join(env.DATA_DIR, "files", "notes.txt");
  writeFileSync(foreign, "of somebody else");
  await announceUnknownFiles();
  await announceUnknownFiles();
  await removeFiles();
  expect(hasFile(unknown)).toBe(true);
  await letDayPass(unknown);
  await removeFiles();
  expect([hasFile(unknown), hasFile(key)]).toEqual([false, true]);
  expect(await isListed(key)).toBe(false);
});
