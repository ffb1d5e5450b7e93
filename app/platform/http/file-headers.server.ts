import { cleanFileName } from "~/models/files/file-name";

type SentFile = { fileName: string; mediaType: string; isInline: boolean };

/** Nothing in it runs, and no page shows it in a frame. Browsers do not show a PDF in a sandbox. */
export const filePolicy = (isInline: boolean): string =>
  `default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; base-uri 'none'; frame-ancestors 'none'${isInline ? "" : "; sandbox"}`;

export const fileHeaders = ({ fileName, mediaType, isInline }: SentFile, caching: string): Headers =>
  new Headers({
    "Content-Type": mediaType,
    "Content-Disposition": `${isInline ? "inline" : "attachment"}; ${fileNameParameters(cleanFileName(fileName))}`,
    "Content-Security-Policy": filePolicy(isInline),
    "Cache-Control": caching,
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
