import { expect, test } from "vitest";
import { pdfFile } from "~/testing/drawn-pdf";
import { hostilePdfs } from "~/testing/hostile-pdfs";
import { makeSigner, signPdf, unsignedPdf } from "~/testing/signed-pdf";
import { openPdf } from "./pdf-document.server";
import { signaturesOf } from "./pdf-signature.server";

function signaturesIn(bytes: Buffer) {
  const document = openPdf(pdfFile(bytes));
  try {
    return signaturesOf(document);
  } finally {
    document.close();
  }
}

const architect = await makeSigner("Ada Architect");
const unreadable = { signer: null, isUnchanged: null };
const changed = { signer: "Ada Architect", isUnchanged: false };
const unchanged = { signer: "Ada Architect", isUnchanged: true };

const signed = await signPdf(unsignedPdf(), "a", architect);

const withByte = (bytes: Buffer, position: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8((copy[position] as number) ^ 1, position);
  return copy;
};

test("a file as it was signed is unchanged", () => {
  expect(signaturesIn(signed)).toEqual([unchanged, unreadable]);
});

test.each(["ecdsa", "pss"] as const)("a signature of the kind %s is read", async (kind) => {
  const bytes = await signPdf(unsignedPdf(), "a", await makeSigner("Eve Engineer", kind));
  expect(signaturesIn(bytes)[0]).toEqual({ signer: "Eve Engineer", isUnchanged: true });
});

test("a file to which something was added is changed", () => {
  expect(signaturesIn(Buffer.concat([signed, Buffer.from("% more\n")]))[0]).toEqual(changed);
});

test("a file of which a byte has changed is changed", () => {
  expect(signaturesIn(withByte(signed, signed.indexOf("100 100 72")))[0]).toEqual(changed);
});

test("a signature that leaves out more than itself does not cover the file", async () => {
  const bytes = await signPdf(unsignedPdf(), "a", architect, { leftOutBefore: 12 });
  expect(signaturesIn(bytes)[0]).toEqual(changed);
});

test("a signature of which a byte has changed cannot be checked", () => {
  const last = signed.toString("latin1").search(/[1-9a-f]0*>/);
  expect(signaturesIn(withByte(signed, last))[0]).toMatchObject({ isUnchanged: null });
});

test("garbage is no signature", async () => {
  expect(signaturesIn(await signPdf(unsignedPdf(), "a", "garbage"))[0]).toEqual(unreadable);
});

test("garbage that says to cover what was added does not make the signature before it cover it", async () => {
  const file = await signPdf(unsignedPdf(), "b", "garbage");
  const bytes = await signPdf(file, "a", architect, { upTo: "xref" });
  expect(signaturesIn(bytes)).toEqual([changed, unreadable]);
});

test("a signature that leaves out the end of the file does not cover it", async () => {
  const bytes = await signPdf(unsignedPdf(), "a", architect, { upTo: "xref" });
  expect(signaturesIn(bytes)[0]).toEqual(changed);
});

test("the name of a signer is without signs that nobody sees, and cut", async () => {
  const bytes = await signPdf(unsignedPdf(), "a", await makeSigner(`\u202eAda\u0007 ${"x".repeat(300)}`));
  expect(signaturesIn(bytes)[0]?.signer).toBe(`Ada ${"x".repeat(96)}`);
});

test("a file without signatures has none", () => {
  expect(signaturesIn(hostilePdfs.good())).toEqual([]);
});
