import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const folder = dirname(fileURLToPath(import.meta.resolve("pdfjs-dist/package.json")));
const mediaTypes: Record<string, string> = { ".mjs": "text/javascript", ".wasm": "application/wasm" };

/** As wide as the first view of a sheet. */
const width = 1000;
/** As close as a click on "Closer" leads. */
const zoom = 2;

const pageOf = (sheet: number): string => `<!doctype html>
<html lang="en"><title>Sheet</title><canvas></canvas>
<script type="module">
import { getDocument, GlobalWorkerOptions } from "/build/pdf.min.mjs";
GlobalWorkerOptions.workerSrc = "/build/pdf.worker.min.mjs";
const file = await getDocument({
  url: "/set.pdf", standardFontDataUrl: "/standard_fonts/", wasmUrl: "/wasm/",
}).promise;
const page = await file.getPage(${sheet});
const scale = ${width} / page.getViewport({ scale: 1 }).width;
const { height } = page.getViewport({ scale });
const canvas = document.querySelector("canvas");
canvas.width = ${width};
canvas.height = height;
// Its middle, at any zoom.
const draw = async (zoom, title) => {
  const [offsetX, offsetY] = [${width}, height].map((side) => (side * (1 - zoom)) / 2);
  await page.render({ canvas, viewport: page.getViewport({ scale: scale * zoom, offsetX, offsetY }) }).promise;
  document.title = title;
};
canvas.addEventListener("click", () => draw(${zoom}, "closer"));
await draw(1, "drawn");
</script></html>`;

/** Serves a page that shows a sheet of a file with pdf.js, all compressed. */
export async function startPdfjs(file: Buffer, sheet: number) {
  const compressed = new Map<string, Buffer>();
  const compressedFile = (path: string): Buffer => {
    const known = compressed.get(path);
    if (known) return known;
    const bytes = brotliCompressSync(path === "/" ? pageOf(sheet) : readFileSync(join(folder, path)));
    compressed.set(path, bytes);
    return bytes;
  };
  for (const path of ["/", "/build/pdf.min.mjs", "/build/pdf.worker.min.mjs"]) compressedFile(path);

  const server = createServer(({ url = "/", headers }, response) => {
    if (url === "/set.pdf") return sendRange(response, file, headers.range);
    try {
      const bytes = compressedFile(url);
      const type = url === "/" ? "text/html" : (mediaTypes[extname(url)] ?? "application/octet-stream");
      response.writeHead(200, { "content-type": type, "content-encoding": "br" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, stop };
}

function sendRange(response: ServerResponse, file: Buffer, range = ""): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  const headers = { "content-type": "application/pdf", "accept-ranges": "bytes" };
  if (from === undefined) {
    response.writeHead(200, { ...headers, "content-length": file.length }).end(file);
    return;
  }
  const last = Math.min(Number(to), file.length - 1);
  const part = file.subarray(Number(from), last + 1);
  const contentRange = `bytes ${from}-${last}/${file.length}`;
  response
    .writeHead(206, { ...headers, "content-length": part.length, "content-range": contentRange })
    .end(part);
}
