import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "~/platform/db/db.server";
import { env } from "~/platform/env.server";
import { hashToken } from "~/platform/secret.server";
import { makeViewer } from "~/testing/test-rows";
import type { Viewer } from "../policy";
import { keptForms, users } from "../tables.server";
import {
  deleteExpiredKeptForms,
  deleteKeptForm,
  keptFormsOf,
  readFormOwner,
  readKeptForm,
  signFormOwner,
  storeKeptForm,
} from "./kept-form.server";

let ann: Viewer;
let bea: Viewer;

const address = "/permits/new?sent";
const typed = (name: string, at = address) => ({
  address: at,
  fields: [["projectName", name]] as [string, string][],
  fileNames: ["A-101.pdf"],
});
const rows = () => db.select().from(keptForms);
const read = async (token: string, viewer: Viewer, at: string) =>
  readKeptForm(await keptFormsOf(token), viewer, at);
const passMinutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);

beforeAll(async () => {
  ann = await makeViewer("admin");
  bea = await makeViewer("employee");
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await write((tx) => tx.delete(keptForms));
});

afterEach(() => {
  vi.useRealTimers();
});

describe("the signed form owner", () => {
  test("contains the viewer and the kept form that the form was filled from", () => {
    expect(readFormOwner(signFormOwner(ann))).toMatchObject({ userId: ann.id });
    expect(readFormOwner(signFormOwner(ann, 7))).toMatchObject({ userId: ann.id, keptFormId: 7 });
  });

  test("is invalid if it was altered, or after a week", () => {
    const signed = signFormOwner(ann);
    const [, ...rest] = signed.split(".");
    expect(readFormOwner([bea.id, ...rest].join("."))).toBeUndefined();
    expect(readFormOwner(signed.slice(0, -1))).toBeUndefined();
    expect(readFormOwner("")).toBeUndefined();
    passMinutes((7 * 24 - 1) * 60);
    expect(readFormOwner(signed)).toBeDefined();
    passMinutes(60);
    expect(readFormOwner(signed)).toBeUndefined();
  });
});

test("a form that was opened before the secret changed has its owner until that secret is removed", () => {
  const earlier = env.SESSION_SECRET;
  const next = "the next secret, which is long enough";
  const signed = signFormOwner(ann);
  env.SESSION_SECRET = [next, ...earlier];
  const [owner, signedNow] = [readFormOwner(signed), signFormOwner(ann)];
  env.SESSION_SECRET = [next];
  const later = [readFormOwner(signed), readFormOwner(signedNow)];
  env.SESSION_SECRET = earlier;
  expect([owner, ...later]).toMatchObject([{ userId: ann.id }, undefined, { userId: ann.id }]);
});

describe("a kept form", () => {
  test("is returned only to its user at its address, and only the hash of the browser's token is stored", async () => {
    expect(await storeKeptForm("token", ann.id, typed("House"))).toBe(true);
    expect(await read("token", ann, address)).toMatchObject(typed("House"));
    expect(await read("token", ann, "/permits/new")).toBeUndefined();
    expect(await read("another", ann, address)).toBeUndefined();
    expect((await rows())[0]?.browserHash).toBe(hashToken("token"));
  });

  test("is the newest of two at the same address, and the other after the newest is deleted", async () => {
    await storeKeptForm("token", ann.id, typed("First"));
    await storeKeptForm("token", ann.id, typed("Second"));
    const second = await read("token", ann, address);
    expect(second).toMatchObject(typed("Second"));
    await deleteKeptForm({ userId: bea.id, keptFormId: second?.id ?? 0 });
    expect(await rows()).toHaveLength(2);
    await deleteKeptForm({ userId: ann.id, keptFormId: second?.id ?? 0 });
    expect(await read("token", ann, address)).toMatchObject(typed("First"));
  });

  test("that is submitted again replaces the earlier one of the same user and key", async () => {
    const sent = (name: string, formKey: string) => ({
      ...typed(name),
      fields: [...typed(name).fields, ["formKey", formKey] as [string, string]],
    });
    await storeKeptForm("token", ann.id, sent("House", "key"));
    await storeKeptForm("token", ann.id, sent("House and barn", "key"));
    await storeKeptForm("token", ann.id, sent("House", "another key"));
    await storeKeptForm("token", bea.id, sent("House", "key"));
    expect((await rows()).map(({ fields }) => fields[0]?.[1])).toEqual(["House and barn", "House", "House"]);
    await storeKeptForm("token", ann.id, typed("Edit", "/permits/7?comment"));
    await storeKeptForm("token", ann.id, typed("Edit", "/permits/7?comment"));
    expect(await rows()).toHaveLength(4);
  });

  test("is deleted when another user signs in in the same browser", async () => {
    await storeKeptForm("token", ann.id, typed("House"));
    await storeKeptForm("token", bea.id, typed("Barn"));
    await storeKeptForm("elsewhere", ann.id, typed("Shed"));
    expect(await read("token", bea, "/")).toBeUndefined();
    await vi.waitFor(
      async () => expect((await rows()).map(({ userId }) => userId)).toEqual([bea.id, ann.id]),
      20_000,
    );
    expect(await read("token", ann, address)).toBeUndefined();
    expect(await read("elsewhere", ann, address)).toMatchObject(typed("Shed"));
  });

  test("expires and is deleted after two hours", async () => {
    await storeKeptForm("token", ann.id, typed("House"));
    passMinutes(119);
    await deleteExpiredKeptForms();
    expect(await read("token", ann, address)).toBeDefined();
    passMinutes(1);
    expect(await read("token", ann, address)).toBeUndefined();
    await deleteExpiredKeptForms();
    expect(await rows()).toEqual([]);
  });

  test("is not stored for a deleted user", async () => {
    expect(await storeKeptForm("token", 999_999, typed("House"))).toBe(false);
    expect(await rows()).toEqual([]);
  });
});

describe("what is kept for a user", () => {
  const namesOf = async (viewer: Viewer) =>
    (await rows()).filter(({ userId }) => userId === viewer.id).map(({ fields }) => fields[0]?.[1]);

  test("is the newest ten forms of all browsers together", async () => {
    for (let number = 1; number <= 12; number += 1)
      await storeKeptForm(`browser ${number % 3}`, ann.id, typed(String(number)));
    expect(await namesOf(ann)).toEqual(["3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]);
  });

  test("is 2 MB of the newest forms", async () => {
    const long = (name: string) => typed(name + "é".repeat(400_000));
    for (const name of ["1", "2", "3"]) await storeKeptForm(name, ann.id, long(name));
    expect((await namesOf(ann)).map((name) => name?.[0])).toEqual(["2", "3"]);
    await storeKeptForm("4", ann.id, typed("short"));
    expect((await namesOf(ann)).map((name) => name?.[0])).toEqual(["2", "3", "s"]);
  });

  test("is never pushed out by forms of others, however many they send", async () => {
    await storeKeptForm("token", bea.id, typed("House"));
    for (let number = 0; number < 30; number += 1)
      await storeKeptForm("token", ann.id, typed(String(number)));
    expect(await namesOf(bea)).toEqual(["House"]);
    expect(await read("token", bea, address)).toMatchObject(typed("House"));
  });

  test("is no form of more than 2 MB, and the others stay", async () => {
    await storeKeptForm("token", ann.id, typed("House"));
    // Each of these signs takes six bytes as JSON.
    expect(await storeKeptForm("token", ann.id, typed("\u0001".repeat(400_000)))).toBe(false);
    const fileNames = Array.from({ length: 1000 }, () => "A".repeat(3000));
    expect(await storeKeptForm("token", ann.id, { ...typed("Barn"), fileNames })).toBe(false);
    expect(await namesOf(ann)).toEqual(["House"]);
  });

  test("is nothing for a deactivated user", async () => {
    const { id } = await makeViewer("employee");
    await write((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, id)));
    expect(await storeKeptForm("token", id, typed("House"))).toBe(false);
    expect(await rows()).toEqual([]);
  });
});
