import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { answerAt, leaves, moduleOf, modules, open, routes, statusOf } from "./test-addresses";

test("every file in the folders of routes is a route, whose module is known here", () => {
  const files = readdirSync("app/routes", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replace(/^app\//, ""));
  const all = (entries: RouteConfigEntry[]): string[] =>
    entries.flatMap(({ file, children = [] }) => [file, ...all(children)]);
  expect(all(routes).sort()).toEqual(files.sort());
  expect(Object.keys(modules).sort()).toEqual(files.map((file) => `./${file}`).sort());
});

test("no two routes answer the same address", () => {
  const pattern = (address: string) => address.replace(/:\w+/g, ":").replace(/\/$/, "") || "/";
  const addresses = leaves.map(({ address }) => pattern(address));
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});

test("what is open to everybody is there", () => {
  expect([...open.keys()].filter((address) => !leaves.some((leaf) => leaf.address === address))).toEqual([]);
});

const closed = leaves.filter(({ address }) => !open.has(address));

test.each(leaves)(
  "$address has something that asks who is there: a page its own loader",
  async ({ file }) => {
    const { loader, action, default: page } = await moduleOf(file);
    expect(page ? loader : (loader ?? action)).toBeTypeOf("function");
  },
);

test.each(closed)(
  "$address answers nobody: 401, 404 where there is nothing, or 405",
  async ({ file, address }) => {
    const { loader, action } = await moduleOf(file);
    const context = new RouterContextProvider();
    if (loader) expect([401, 404, 405]).toContain(statusOf(await answerAt(loader, address, { context })));
    for (const method of action ? ["POST", "PUT", "PATCH", "DELETE"] : []) {
      const refused = action && statusOf(await answerAt(action, address, { method, context }));
      expect([401, 404, 405], `${method} ${refused}`).toContain(refused);
    }
  },
);

test.each(leaves.filter(({ address }) => open.has(address)))(
  "$address is open, so it names nobody",
  ({ file }) => {
    expect(readFileSync(join("app", file), "utf8")).not.toMatch(/\bviewerOf\(/);
  },
);
