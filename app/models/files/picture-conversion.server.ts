import type { Metadata, Sharp } from "sharp";
import { workQueue } from "~/platform/jobs/work-queue.server";
import { once } from "~/platform/remember";
import { Refusal, refusalAtField } from "../refusal";
import { maxPicturePixels } from "./picture";

const maxSidePixels = 320;

/** By the name that sharp has for the format, and for its decoder. */
const decoders = { png: "Png", jpeg: "Jpeg", webp: "Webp" };

type Format = keyof typeof decoders;
type Header = Metadata & { format: Format };

/** sharp is loaded with the first picture, to start faster. */
export const loadSharp = once(async () => {
  const { default: sharp } = await import("sharp");
  // A decoded picture takes much memory, and is needed only once.
  sharp.cache(false);
  sharp.concurrency(1);
  // No other decoder is needed. The one for pictures with HDR takes five times the memory.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: Object.values(decoders).map((decoder) => `VipsForeignLoad${decoder}`) });
  // Only for what Redline itself writes: `readHeader` refuses an SVG that is sent.
  sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
  return sharp;
});

async function openPicture(bytes: Buffer, limitInputPixels: number | false): Promise<Sharp> {
  const sharp = await loadSharp();
  // Some phones write what decoders warn of.
  return sharp(bytes, { failOn: "error", limitInputPixels });
}

const enqueue = workQueue({
  name: "pictures",
  concurrency: 1,
  waiting: 20,
  refusal: () =>
    new Refusal(503, "Many pictures are being stored. Try again in a moment.", { retryAfter: 5 }),
});

/** Returns a WebP of at most 320 pixels, upright, in sRGB, without metadata. 400 for what cannot be read, or is too large. */
export async function convertPicture(bytes: Buffer, field: string): Promise<Buffer> {
  const header = await readHeader(bytes);
  if (!header) throw refusalAtField(field, unreadable(bytes));
  if (header.width * header.height > maxPixelsOf(header)) throw refusalAtField(field, tooLarge(header));
  const converted = await enqueue(() => convert(bytes, maxPixelsOf(header)).catch(() => null));
  if (!converted) throw refusalAtField(field, damaged);
  return converted;
}

async function readHeader(bytes: Buffer): Promise<Header | null> {
  if (!hasKnownStart(bytes)) return null;
  const picture = openPicture(bytes, false);
  const header = await picture.then((opened) => opened.metadata()).catch(() => null);
  return header && Object.hasOwn(decoders, header.format) ? (header as Header) : null;
}

const starts = [/^\x89PNG/, /^\xff\xd8\xff/, /^RIFF.{4}WEBP/s];

function hasKnownStart(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString("latin1");
  return starts.some((known) => known.test(start));
}

async function convert(bytes: Buffer, maxPixels: number): Promise<Buffer> {
  const picture = await openPicture(bytes, maxPixels);
  const bounds = { fit: "inside", withoutEnlargement: true } as const;
  return picture.autoOrient().resize(maxSidePixels, maxSidePixels, bounds).webp().toBuffer();
}

/** A JPEG in one scan is shrunk to an eighth while it is read. Of several scans all is in memory. */
const isShrunk = ({ format, isProgressive }: Header) => format === "jpeg" && !isProgressive;

const maxSideOf = (header: Header) => maxPicturePixels[isShrunk(header) ? "shrunk" : "complete"];

const maxPixelsOf = (header: Header) => maxSideOf(header) ** 2;

function tooLarge(header: Header): string {
  const { width, height, format } = header;
  const max = maxSideOf(header);
  const advice = format === "jpeg" ? "Make it smaller" : "Make it smaller, or save it as JPEG";
  return `This picture has ${width} by ${height} pixels, and at most ${max} by ${max} can be read. ${advice}, and send that.`;
}

const damaged = "This picture is damaged or incomplete: save it again as PNG or JPEG, and choose that.";
const unsupportedFormat = "Only PNG, JPEG and WebP pictures are accepted";

function unreadable(bytes: Buffer): string {
  const brands = brandsOf(bytes);
  if (brands.some((brand) => /^avi[fs]$/.test(brand)))
    return "AVIF pictures cannot be read here: save this one as JPEG.";
  if (brands.some((brand) => /^(he[iv][cxms]|mi[fa]1|msf1)$/.test(brand)))
    return "HEIC pictures cannot be read here: save this one as JPEG. An iPhone takes JPEG with Settings, Camera, Formats, Most Compatible.";
  return unsupportedFormat;
}

/** What an ISO media file says that it is, in its first box (ISO/IEC 14496-12): four letters each. */
function brandsOf(bytes: Buffer): string[] {
  const box = bytes.subarray(0, 256).toString("latin1");
  if (box.slice(4, 8) !== "ftyp") return [];
  return box.slice(8, bytes.readUInt32BE(0)).match(/.{4}/gs) ?? [];
}
