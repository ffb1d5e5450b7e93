import type { RouteConfigEntry } from "@react-router/dev/routes";
import config from "~/routes";

export const routes: RouteConfigEntry[] = config;

type Leaf = { file: string; address: string };

/** Returns every route that has an address of its own: a page, and the dialogs over it. */
function leavesOf(entries: RouteConfigEntry[], above = ""): Leaf[] {
  return entries.flatMap(({ file, path = "", index, children = [] }) => {
    const address = [above, path === "/" ? "" : path].filter(Boolean).join("/");
    const isLayout = path === "" && !index;
    return [...(isLayout ? [] : [{ file, address }]), ...leavesOf(children, address)];
  });
}

export const leaves = leavesOf(routes).map(({ file, address }) => ({ file, address: `/${address}` }));
