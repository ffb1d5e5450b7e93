import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { init } from "@embedpdf/pdfium";

const wasmBinary = readFileSync(createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm"));

export const pdfium = await init({ wasmBinary: new Uint8Array(wasmBinary).buffer });
pdfium.PDFiumExt_Init();

const { wasmExports } = pdfium.pdfium;

/** The package's types leave it out. */
type WithMemory = { HEAPU8: Uint8Array };

/** The memory grows and is then another one: never keep it. */
export const memory = (): Uint8Array => (pdfium.pdfium as unknown as WithMemory).HEAPU8;

export const usedBytes = (): number => memory().byteLength;

/** Lends memory of pdfium, which is zero, to `use`. */
export function withMemory<Result>(bytes: number, use: (address: number) => Result): Result {
  const address = wasmExports.malloc(bytes);
  if (address === 0) throw new Error(`pdfium has no memory for ${bytes} bytes`);
  try {
    memory().fill(0, address, address + bytes);
    return use(address);
  } finally {
    wasmExports.free(address);
  }
}

const maxTextBytes = 4096;

/** Reads a text in UTF-16 that a function of pdfium writes, cut at 2,000 characters. */
export const utf16Of = (write: (address: number, bytes: number) => number): string =>
  withMemory(maxTextBytes, (address) => {
    const bytes = Math.min(write(address, maxTextBytes), maxTextBytes);
    const text = Buffer.from(memory().slice(address, address + Math.max(bytes, 0))).toString("utf16le");
    return text.split("\0")[0] ?? "";
  });

/** Reads a text in UTF-8. */
export const utf8Of = (write: (address: number, bytes: number) => number): string =>
  withMemory(maxTextBytes, (address) => {
    const bytes = Math.min(write(address, maxTextBytes), maxTextBytes);
    return Buffer.from(memory().slice(address, address + Math.max(bytes, 0)))
      .toString("utf8")
      .split("\0")[0] as string;
  });

/** Reads numbers that a function of pdfium writes, or undefined if it finds none. */
export const floatsOf = (count: number, write: (addresses: number[]) => unknown): number[] | undefined =>
  withMemory(count * 4, (address) => {
    const addresses = Array.from({ length: count }, (_, index) => address + index * 4);
    if (!write(addresses)) return undefined;
    return addresses.map((at) => pdfium.pdfium.getValue(at, "float"));
  });
