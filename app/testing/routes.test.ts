import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { routes } from "./route-addresses";
import { paths } from "./sources";
import { addresses, moduleOf, modules, open } from "./test-addresses";

test("every file in app/routes is a route with a known module, a part of one or a test", () => {
  const files = paths.filter((path) => /^routes\/(?!.*(\/parts\/|\.test\.))/.test(path));
  const all = (entries: RouteConfigEntry[]): string[] =>
    entries.flatMap(({ file, children = [] }) => [file, ...all(children)]);
  expect([...new Set(all(routes))].sort()).toEqual(files.sort());
  expect(Object.keys(modules).sort()).toEqual(files.map((file) => `../${file}`).sort());
});

test("no two routes have the same address", () => {
  const pattern = (address: string) => address.replace(/:\w+/g, ":").replace(/\/$/, "") || "/";
  const patterns = addresses.map(({ address }) => pattern(address));
  expect(patterns.filter((address, index) => patterns.indexOf(address) !== index)).toEqual([]);
});

test("every open address has a route", () => {
  expect([...open.keys()].filter((address) => !addresses.some((one) => one.address === address))).toEqual([]);
});

test.each(addresses)(
  "$address has a loader or an action that can require a viewer, a page its own loader",
  async ({ file }) => {
    const { loader, action, default: page } = await moduleOf(file);
    expect(page ? loader : (loader ?? action)).toBeTypeOf("function");
  },
);

test.each(addresses.filter(({ address }) => open.has(address)))(
  "$address is open and requires no viewer",
  ({ file }) => {
    expect(readFileSync(join("app", file), "utf8")).not.toMatch(/\bviewerOf\(/);
  },
);
