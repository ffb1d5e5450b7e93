import { readdirSync, readFileSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { noteRequest } from "../request-facts.server";
import { type Encoding, encodingFor } from "./content-encoding.server";
import { documentHeaders } from "./web-server.server";

const mediaTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};
/** Scripts and style sheets are parts of documents; a browser opens anything else as one, such as a picture. */
const isDocument = (path: string): boolean => ![".css", ".js"].includes(extname(path));

const endings = { br: ".br", gzip: ".gz" } as const satisfies Record<Encoding, string>;
const encodings = Object.keys(endings) as Encoding[];

type SendFile = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The files are read into memory: a later build cannot remove or change them. */
export function staticFiles(folder: string): SendFile {
  const files = new Map<string, Buffer>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (statSync(path).isFile()) files.set(`/${name.replaceAll("\\", "/")}`, readFileSync(path));
  }

  return (request, response, next) => {
    const [path = ""] = (request.url ?? "").split("?");
    const plain = files.get(path);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!plain || !isRead || Object.values(endings).some((ending) => path.endsWith(ending))) {
      next();
      return;
    }

    noteRequest({ route: "files" });
    const encoding = encodingFor(
      request,
      encodings.filter((encoding) => files.has(path + endings[encoding])),
    );
    const content = (encoding && files.get(path + endings[encoding])) ?? plain;
    if (!isDocument(path)) for (const name of documentHeaders) response.removeHeader(name);
    response.writeHead(200, {
      "Content-Type": mediaTypes[extname(path)] ?? "application/octet-stream",
      "Content-Length": content.length,
      "Cache-Control": path.startsWith("/assets/")
        ? "public, max-age=31536000, immutable"
        : "public, max-age=3600",
      Vary: "Accept-Encoding",
      ...(encoding ? { "Content-Encoding": encoding } : {}),
    });
    response.end(request.method === "HEAD" ? undefined : content);
  };
}
