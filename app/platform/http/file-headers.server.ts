import { cleanFileName } from "~/models/files/file-name";

type SentFile = { fileName: string; mediaType: string; isInline: boolean };

/** Nothing in it runs, and no page shows it in a frame. Browsers do not show a PDF in a sandbox. */
const filePolicy = (isInline: boolean): string =>
  `default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; frame-ancestors 'none'${isInline ? "" : "; sandbox"}`;

export const fileHeaders = ({ fileName, mediaType, isInline }: SentFile, caching: string): Headers =>
  new Headers({
    "Content-Type": mediaType,
    "Content-Disposition": `${isInline ? "inline" : "attachment"}; ${fileNameParameters(cleanFileName(fileName))}`,
    "Content-Security-Policy": filePolicy(isInline),
    "Cache-Control": caching,
  });

/** A picture whose address never names another one. */
export const pictureResponse = (picture: Buffer, mediaType: string): Response =>
  new Response(new Uint8Array(picture), {
    headers: {
      "Content-Type": mediaType,
      "Cache-Control": "private, max-age=31536000, immutable",
      // Another user who signs in later in the same browser must not see it.
      Vary: "Cookie",
      "Content-Security-Policy": filePolicy(false),
    },
  });

/** RFC 6266: an ASCII name for old clients, and the full name as in RFC 8187. */
function fileNameParameters(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
