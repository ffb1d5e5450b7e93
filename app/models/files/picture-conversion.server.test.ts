import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { convertPicture } from "./picture-conversion.server";

const image = (width: number, height: number, background = "#2563eb") =>
  sharp({ create: { width, height, channels: 3, background } });

const converted = async (bytes: Buffer) => sharp(await convertPicture(bytes, "picture"));

const messageOf = (bytes: Buffer) =>
  convertPicture(bytes, "picture").then(
    () => "converted",
    ({ status, fields }) => [status, ...fields.picture],
  );

const meanOf = async (bytes: Buffer) => {
  const { channels } = await (await converted(bytes)).stats();
  return channels.map(({ mean }) => Math.round(mean));
};

describe("a picture of a phone", () => {
  let halves: Buffer;
  beforeAll(async () => {
    const [width, height] = [4000, 3000];
    const blue = { width: width / 2, height, channels: 3, background: "#0000ff" } as const;
    const right = { input: { create: blue }, left: width / 2, top: 0 };
    halves = await image(width, height, "#ff0000").composite([right]).jpeg().toBuffer();
  });

  test.each([
    [1, 320, 240, "left"],
    [3, 320, 240, "right"],
    [6, 240, 320, "top"],
    [8, 240, 320, "bottom"],
  ])(
    "of 12 megapixels with orientation %i is upright, %i by %i pixels with red at the %s",
    async (orientation, width, height, side) => {
      const bytes = await sharp(halves).withMetadata({ orientation }).jpeg().toBuffer();
      const { data, info } = await (await converted(bytes)).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([width, height]);
      const places = { left: [0.1, 0.5], right: [0.9, 0.5], top: [0.5, 0.1], bottom: [0.5, 0.9] };
      const isRed = Object.entries(places).flatMap(([name, [x = 0, y = 0]]) => {
        const at = (Math.floor(y * height) * width + Math.floor(x * width)) * info.channels;
        return (data[at] ?? 0) > 200 && (data[at + 2] ?? 0) < 60 ? [name] : [];
      });
      expect(isRed).toEqual([side]);
    },
  );

  test("that a decoder warns of is stored", async () => {
    const bytes = await image(400, 300).jpeg({ mozjpeg: false }).toBuffer();
    const scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
    // As some Samsung phones: the end of the spectral selection is not 63.
    bytes[scan + 2 + bytes.readUInt16BE(scan + 2) - 2] = 0;
    await expect(sharp(bytes).toBuffer()).rejects.toThrow("Invalid SOS parameters");
    expect(await meanOf(bytes)).toHaveLength(3);
  });
});

describe("a JPEG in another color space is stored in sRGB, with its colors", () => {
  const cmyk = (color: string) => image(1000, 800, color).toColourspace("cmyk");
  test.each([
    ["CMYK", "cmyk", cmyk],
    ["CMYK with its profile", "cmyk", (color: string) => cmyk(color).withIccProfile("cmyk")],
    ["the P3 of a phone", "srgb", (color: string) => image(1000, 800, color).withIccProfile("p3")],
  ])("from %s", async (_, space, picture) => {
    for (const color of ["#ffffff", "#a89078", "#407060"]) {
      const bytes = await picture(color).jpeg({ quality: 95 }).toBuffer();
      expect((await sharp(bytes).metadata()).space).toBe(space);
      const { space: stored, hasProfile } = await (await converted(bytes)).metadata();
      expect({ stored, hasProfile }).toEqual({ stored: "srgb", hasProfile: false });
      const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
      const differences = (await meanOf(bytes)).map((mean, at) => Math.abs(mean - (rgb[at] ?? 0)));
      // The conversion to CMYK loses that much itself.
      expect(Math.max(...differences)).toBeLessThan(16);
    }
  });
});

describe("a picture that cannot be read", () => {
  /** The beginning of an ISO media file with these brands. */
  const isoFile = (...brands: string[]) => {
    const [major = "", ...compatible] = brands;
    const box = Buffer.from(`....ftyp${major}\0\0\0\0${compatible.join("")}`, "latin1");
    box.writeUInt32BE(box.length);
    return Buffer.concat([box, Buffer.alloc(200)]);
  };
  const heic =
    "HEIC pictures cannot be read here: save this one as JPEG. An iPhone takes JPEG with Settings, Camera, Formats, Most Compatible.";
  const avif = "AVIF pictures cannot be read here: save this one as JPEG.";
  const unknown = "Only PNG, JPEG and WebP pictures are accepted";

  test.each([
    ["HEIC of an iPhone", isoFile("heic", "mif1", "MiHB", "MiHE", "miaf", "tmap", "heic"), heic],
    ["HEIF of a Samsung phone", isoFile("mif1", "mif1", "heic"), heic],
    ["a burst of pictures", isoFile("msf1", "hevc"), heic],
    ["AVIF with the brand of all HEIF", isoFile("mif1", "miaf", "avif"), avif],
    ["a video", isoFile("qt  ", "mp42"), unknown],
    ["a file that ends in its first box", Buffer.from("\0\0\0\u0018ftypheic", "latin1"), heic],
    ["a first box of no length", Buffer.from("\0\0\0\0ftypheic", "latin1"), unknown],
  ])("as %s is refused in words", async (_, bytes, message) => {
    expect(await messageOf(bytes)).toEqual([400, message]);
  });

  test("as a whole AVIF picture is refused too", async () => {
    expect(await messageOf(await image(40, 30).avif({ effort: 0 }).toBuffer())).toEqual([400, avif]);
  });
});
