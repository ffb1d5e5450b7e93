import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { refusalOf, refused } from "~/testing/refusals";
import { countRead, countWrongToken, refuseAfterWrongTokens } from "./status-link-limits.server";

/** Counts of earlier tests end with their time. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: new Date("2026-12-04T20:00:00Z") });
});
afterEach(() => {
  vi.advanceTimersByTime(2 * 60 * 60 * 1000);
  vi.useRealTimers();
});

const address = "192.0.2.1";
const passSeconds = (count: number) => vi.advanceTimersByTime(count * 1000);

async function times(count: number, attempt: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await attempt();
}

describe("reads from one address", () => {
  const read = (from = address) => countRead(from);

  test("are sixty in a minute, which begins with the first", async () => {
    await read();
    passSeconds(20);
    await times(59, read);
    const refusal = await refusalOf(read());
    expect([refusal.status, refusal.message]).toEqual([
      429,
      "These pages were read too often. Wait 40 seconds and try again.",
    ]);
    expect(refusal.details.retryAfter).toBe(40);
    expect(refusal.headers.get("retry-after")).toBe("40");
    passSeconds(39);
    expect(await refused(read())).toEqual([
      429,
      "These pages were read too often. Wait 1 second and try again.",
    ]);
    passSeconds(1);
    await times(60, read);
  });

  test("do not limit another address, but one of the same IPv6 network", async () => {
    await times(60, () => read("2001:db8:1:2::1"));
    expect((await refusalOf(read("2001:db8:1:2:ffff::9"))).status).toBe(429);
    await read("2001:db8:1:3::1");
    await read("192.0.2.2");
  });

  test("are not counted with wrong tokens", async () => {
    await times(60, read);
    await refuseAfterWrongTokens(address);
    await times(30, () => countWrongToken("192.0.2.3"));
    await read("192.0.2.3");
  });
});

describe("wrong tokens from one address", () => {
  const wrong = (from = address) => countWrongToken(from);
  const refuse = (from = address) => refuseAfterWrongTokens(from);

  test("are thirty within an hour, which begins with the first", async () => {
    await refuse();
    await wrong();
    passSeconds(10 * 60);
    await times(28, wrong);
    await refuse();
    await wrong();
    const refusal = await refusalOf(refuse());
    expect([refusal.status, refusal.message, refusal.details.retryAfter]).toEqual([
      429,
      "Too many links that are not valid. Wait 50 minutes and try again.",
      3000,
    ]);
    passSeconds(50 * 60 - 90);
    expect(await refused(refuse())).toEqual([
      429,
      "Too many links that are not valid. Wait 90 seconds and try again.",
    ]);
    passSeconds(90);
    await refuse();
  });

  test("beyond the limit do not make the wait longer, and are no error", async () => {
    await times(40, wrong);
    expect((await refusalOf(refuse())).details.retryAfter).toBe(3600);
    passSeconds(3600);
    await refuse();
  });

  test("do not limit another address, but one of the same IPv6 network", async () => {
    await times(30, () => wrong("2001:db8:4:2::1"));
    expect((await refusalOf(refuse("2001:db8:4:2::2"))).status).toBe(429);
    await refuse("2001:db8:4:3::1");
    await refuse("192.0.2.2");
  });
});
