import { request } from "node:http";
import { brotliDecompressSync, constants } from "node:zlib";

/** Bytes on the wire, with the headers. */
export type PageBytes = {
  status?: number;
  encoding?: string;
  /** Until the HTML is complete with its styles: what follows is the data for its scripts. */
  html: number;
  all: number;
};

/** Requests a page as on a first visit, or a file. */
export function pageBytes(url: string, cookie: string): Promise<PageBytes> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, "accept-encoding": "br", connection: "close" };
    request(url, { headers, agent: false }, (response) => {
      const { socket, statusCode: status } = response;
      const encoding = response.headers["content-encoding"];
      const pieces: Buffer[] = [];
      response
        .on("data", (piece: Buffer) => pieces.push(piece))
        .on("end", () => {
          const body = Buffer.concat(pieces);
          const after = encoding === "br" ? body.length - htmlEnd(body) : 0;
          resolve({ status, encoding, html: socket.bytesRead - after, all: socket.bytesRead });
        });
    })
      .on("error", reject)
      .end();
  });
}

/** Returns how much of a compressed page has all of its HTML. */
function htmlEnd(page: Buffer): number {
  const text = decompressed(page);
  const scripts = text.indexOf("<script", text.indexOf("</main>"));
  let [less, enough] = [0, page.length];
  while (scripts !== -1 && enough - less > 1) {
    const middle = Math.floor((less + enough) / 2);
    if (decompressed(page.subarray(0, middle)).length < scripts) less = middle;
    else enough = middle;
  }
  return enough;
}

/** Also of the beginning of a page. */
const decompressed = (page: Buffer): string =>
  brotliDecompressSync(page, { finishFlush: constants.BROTLI_OPERATION_FLUSH }).toString("latin1");
