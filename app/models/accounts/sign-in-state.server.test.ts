import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "~/platform/db/db.server";
import { fromNow } from "../clock.server";
import { usedSignInStates } from "../tables.server";
import { deleteExpiredSignInStates, takeSignInState } from "./sign-in-state.server";

const start = Date.parse("2026-11-20T20:00:00.000Z");
const minute = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: start }));
afterEach(() => void vi.useRealTimers());

test("a state is used once, and only its hash is stored", async () => {
  expect(await takeSignInState("a state", fromNow(15 * minute))).toBe(true);
  expect(await takeSignInState("a state", fromNow(15 * minute))).toBe(false);
  expect(await takeSignInState("another state", fromNow(15 * minute))).toBe(true);
  expect(JSON.stringify(await db.select().from(usedSignInStates))).not.toContain("a state");
});

test("used states are deleted when they have expired, many of them too", async () => {
  for (let count = 0; count < 120; count += 1) await takeSignInState(`state ${count}`, fromNow(minute));
  await takeSignInState("later", fromNow(3 * minute));
  vi.setSystemTime(start + 2 * minute);
  await deleteExpiredSignInStates();
  expect(await takeSignInState("later", fromNow(minute))).toBe(false);
  expect(await takeSignInState("state 7", fromNow(minute))).toBe(true);
});
