import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { readBuiltCode } from "./code-on-demand";

const folder = "build/client";
const codeOfRoutes = readBuiltCode().ofRoutes;
rmSync(join(folder, ".vite"), { recursive: true });

type Route = { hasDefaultExport: boolean; module: string };

/**
 * Removes the routes of the API and of files, two fifths of the manifest, since the router in the browser opens pages only.
 * To the others it adds the files of their pages, which are loaded with a route that is opened from another page.
 */
function withRoutesOfPages(manifest: string): string {
  const [, start, json = "", end] = /^(window\.__reactRouterManifest=)(.*)(;)$/s.exec(manifest) ?? [];
  const { routes, ...rest } = JSON.parse(json) as { routes: Record<string, Route> };
  const ofPages = Object.entries(routes)
    .filter(([, { hasDefaultExport }]) => hasDefaultExport)
    .map(([id, route]) => [id, { ...route, pages: codeOfRoutes[route.module] }]);
  return `${start}${JSON.stringify({ ...rest, routes: Object.fromEntries(ofPages) })}${end}`;
}

// The best compression is slow, so it runs once at build time; the server sends these files unchanged.
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const path = join(folder, name);
  if (/manifest-\w+\.js$/.test(name)) writeFileSync(path, withRoutesOfPages(readFileSync(path, "utf8")));
  const content = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(content));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
