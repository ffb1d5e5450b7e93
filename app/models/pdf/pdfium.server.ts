import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { init } from "@embedpdf/pdfium";
import { visibleText } from "../clean-text";

const wasmBinary = readFileSync(createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm"));

export const pdfium = await init({ wasmBinary: new Uint8Array(wasmBinary).buffer });
pdfium.PDFiumExt_Init();

const { wasmExports } = pdfium.pdfium;

/** The package's types leave it out. */
type WithMemory = { HEAPU8: Uint8Array };

/** The memory grows and is then another one: never keep it. */
export const memory = (): Uint8Array => (pdfium.pdfium as unknown as WithMemory).HEAPU8;

export const usedBytes = (): number => memory().byteLength;

/** What pdfium says that it cannot do, and remains in order. */
export class PdfProblem extends Error {}

/** Lends memory of pdfium, which is zero, to `use`. */
export function withMemory<Result>(bytes: number, use: (address: number) => Result): Result {
  const address = wasmExports.malloc(bytes);
  if (address === 0) throw new PdfProblem(`pdfium has no memory for ${bytes} bytes`);
  try {
    memory().fill(0, address, address + bytes);
    return use(address);
  } finally {
    wasmExports.free(address);
  }
}

/** A text of a file, which may be anything. */
export const shortText = (text: string, most: number): string =>
  visibleText(text).slice(0, most).toWellFormed();

const maxTextBytes = 1024 * 1024;

type WriteText = (address: number, bytes: number) => number;

/** pdfium writes nothing where there is not room for all. */
function textOf(write: WriteText, encoding: BufferEncoding): string {
  const bytes = write(0, 0);
  if (bytes <= 0 || bytes > maxTextBytes) return "";
  const text = withMemory(bytes, (address) => {
    write(address, bytes);
    return Buffer.from(memory().slice(address, address + bytes)).toString(encoding);
  });
  return text.split("\0")[0] ?? "";
}

export const utf16Of = (write: WriteText): string => textOf(write, "utf16le");
export const utf8Of = (write: WriteText): string => textOf(write, "utf8");

/** Reads numbers that a function of pdfium writes, or undefined if it finds none. */
export const floatsOf = (count: number, write: (addresses: number[]) => unknown): number[] | undefined =>
  withMemory(count * 4, (address) => {
    const addresses = Array.from({ length: count }, (_, index) => address + index * 4);
    if (!write(addresses)) return undefined;
    return addresses.map((at) => pdfium.pdfium.getValue(at, "float"));
  });

/** Lends memory with these numbers to `use`. */
export const withFloats = (numbers: number[], use: (address: number) => void): void =>
  withMemory(numbers.length * 4, (address) => {
    for (const [index, number] of numbers.entries()) {
      pdfium.pdfium.setValue(address + index * 4, number, "float");
    }
    use(address);
  });
