import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const folder = "build/client";
const names = readdirSync(folder, { recursive: true, encoding: "utf8" });

/** The router in the browser opens pages only; the routes of the API and of files are two fifths of its manifest. */
function keepRoutesOfPages(text: string): string {
  const [, start, json = "", end] = /^(window\.__reactRouterManifest=)(.*)(;)$/s.exec(text) ?? [];
  const { routes, ...rest } = JSON.parse(json) as { routes: Record<string, { hasDefaultExport: boolean }> };
  const ofPages = Object.entries(routes).filter(([, { hasDefaultExport }]) => hasDefaultExport);
  return `${start}${JSON.stringify({ ...rest, routes: Object.fromEntries(ofPages) })}${end}`;
}

// The best compression is slow, so it runs once at build time; the server sends these files unchanged.
for (const name of names) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const path = join(folder, name);
  if (/manifest-\w+\.js$/.test(name)) writeFileSync(path, keepRoutesOfPages(readFileSync(path, "utf8")));
  const content = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(content));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
