import { setImmediate as turnOfLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { requestTurn } from "./request-turns.server";

test("one request begins in each turn of the event loop, and client addresses alternate", async () => {
  const begun: string[] = [];
  const send = (name: string, address: string) => requestTurn(address).then(() => begun.push(name));
  const flood = ["a1", "a2", "a3"].map((name, index) => send(name, `2001:db8:0:7::${index}`));
  const other = send("b1", "203.0.113.1");
  await turnOfLoop();
  expect(begun).toEqual(["a1"]);
  await other;
  expect(begun).toEqual(["a1", "b1"]);
  await Promise.all(flood);
  expect(begun).toEqual(["a1", "b1", "a2", "a3"]);
  await send("c1", "203.0.113.2");
  expect(begun.at(-1)).toBe("c1");
});
