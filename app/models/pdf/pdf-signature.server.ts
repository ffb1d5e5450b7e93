import { createHash } from "node:crypto";
import { readSync } from "node:fs";
import type { PdfDocument } from "./pdf-document.server";
import type { DigitalSignature } from "./pdf-task";
import { memory, pdfium, withMemory } from "./pdfium.server";
import { type Digest, readSignedData } from "./signed-data.server";

const maxSignatures = 20;
const maxContentBytes = 256 * 1024;

/** Who signed, and whether the file is still what was signed last. Whether the signer can be trusted is not judged. */
export function signaturesOf(document: PdfDocument): DigitalSignature[] {
  const count = Math.min(Math.max(pdfium.FPDF_GetSignatureCount(document.handle), 0), maxSignatures);
  const signed = Array.from({ length: count }, (_, index) => {
    const signature = pdfium.FPDF_GetSignatureObject(document.handle, index);
    const ranges = rangesOf(signature);
    const { signer, digest } = readSignedData(contentOf(signature));
    return { signer, end: endOf(ranges), isIntact: digest && isIntact(document, ranges, digest) };
  });
  // Each signature is added behind the ones before: only the last can cover the whole file.
  const end = Math.max(0, ...signed.map((signature) => (signature.isIntact ? signature.end : 0)));
  return signed.map(({ signer, isIntact }) => ({
    signer,
    isUnchanged: isIntact && end === document.byteSize,
  }));
}

type Range = { start: number; length: number };

function rangesOf(signature: number): Range[] {
  const count = Math.min(pdfium.FPDFSignatureObj_GetByteRange(signature, 0, 0), 8);
  if (count <= 0) return [];
  return withMemory(count * 4, (address) => {
    pdfium.FPDFSignatureObj_GetByteRange(signature, address, count);
    const numbers = Array.from({ length: count }, (_, index) =>
      pdfium.pdfium.getValue(address + index * 4, "i32"),
    );
    return Array.from({ length: Math.floor(count / 2) }, (_, index) => ({
      start: numbers[index * 2] ?? 0,
      length: numbers[index * 2 + 1] ?? 0,
    }));
  });
}

const endOf = (ranges: Range[]): number => Math.max(0, ...ranges.map(({ start, length }) => start + length));

function contentOf(signature: number): Buffer {
  const bytes = Math.min(pdfium.FPDFSignatureObj_GetContents(signature, 0, 0), maxContentBytes);
  if (bytes <= 0) return Buffer.alloc(0);
  return withMemory(bytes, (address) => {
    pdfium.FPDFSignatureObj_GetContents(signature, address, bytes);
    return Buffer.from(memory().slice(address, address + bytes));
  });
}

/** Whether the signed bytes have the hash that the signature says, and all other bytes are the signature itself. */
const isIntact = (document: PdfDocument, ranges: Range[], { algorithm, value }: Digest): boolean =>
  leavesOutOnlyItself(document, ranges) && (hashOf(document, ranges, algorithm)?.equals(value) ?? false);

function leavesOutOnlyItself({ fileDescriptor, byteSize }: PdfDocument, ranges: Range[]): boolean {
  const [before, after] = ranges;
  if (!before || !after || ranges.length !== 2 || before.start !== 0) return false;
  const bytes = after.start - before.length;
  if (before.length < 0 || after.length < 0 || endOf(ranges) > byteSize) return false;
  if (bytes < 0 || bytes > 2 * maxContentBytes) return false;
  const leftOut = Buffer.alloc(bytes);
  readSync(fileDescriptor, leftOut, 0, bytes, before.length);
  // Some writers sign the brackets around it.
  return /^\s*<?[\da-f\s]*>?\s*$/i.test(leftOut.toString("latin1"));
}

const blockBytes = 1024 * 1024;

function hashOf({ fileDescriptor }: PdfDocument, ranges: Range[], algorithm: string): Buffer | undefined {
  const hash = createHash(algorithm);
  const block = Buffer.alloc(blockBytes);
  for (const { start, length } of ranges) {
    for (let done = 0; done < length; ) {
      const read = readSync(fileDescriptor, block, 0, Math.min(blockBytes, length - done), start + done);
      if (read === 0) return undefined;
      hash.update(block.subarray(0, read));
      done += read;
    }
  }
  return hash.digest();
}
