import type { RouteConfigEntry } from "@react-router/dev/routes";
import config from "~/routes";

export const routes: RouteConfigEntry[] = config;

type Leaf = { file: string; address: string; isDialog: boolean };

/** Returns every route that has an address of its own: a page, and the dialogs over it. */
function leavesOf(entries: RouteConfigEntry[], above = "", isDialog = false): Leaf[] {
  return entries.flatMap(({ file, path = "", index, children = [] }) => {
    const address = [above, path === "/" ? "" : path].filter(Boolean).join("/");
    const isLayout = path === "" && !index;
    return [
      ...(isLayout ? [] : [{ file, address, isDialog }]),
      ...leavesOf(children, address, isDialog || file === "routes/dialogs.tsx"),
    ];
  });
}

export const leaves = leavesOf(routes).map((leaf) => ({ ...leaf, address: `/${leaf.address}` }));
