import { resolve } from "node:path";
import { renderChildren } from "../app/models/pdf/render-children.server";

/** The program of the production build. */
const filename = resolve("build/server/assets/render-child.js");

export const startChildren = (count = 2) => renderChildren({ filename, count });
export type Children = ReturnType<typeof startChildren>;
