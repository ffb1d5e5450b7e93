import { createHash } from "node:crypto";
import { Integer, ObjectIdentifier, OctetString, Utf8String } from "asn1js";
import {
  Attribute,
  AttributeTypeAndValue,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from "pkijs";
import { pdfOf, stream } from "./hostile-pdfs";

export type Signer = { certificate: Certificate; privateKey: CryptoKey };

const keyKinds = {
  rsa: {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  pss: { name: "RSA-PSS", hash: "SHA-256", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
  ecdsa: { name: "ECDSA", namedCurve: "P-256" },
};

/** Makes a certificate that its owner has signed. */
export async function makeSigner(name: string, kind: keyof typeof keyKinds = "rsa"): Promise<Signer> {
  const keys = await crypto.subtle.generateKey(keyKinds[kind], true, ["sign", "verify"]);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: 7 });
  for (const { typesAndValues } of [certificate.subject, certificate.issuer]) {
    typesAndValues.push(
      new AttributeTypeAndValue({ type: "2.5.4.3", value: new Utf8String({ value: name }) }),
    );
  }
  certificate.notBefore.value = new Date("2026-01-01T00:00:00Z");
  certificate.notAfter.value = new Date("2036-01-01T00:00:00Z");
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(keys.privateKey, "SHA-256");
  return { certificate, privateKey: keys.privateKey };
}

const dataType = "1.2.840.113549.1.7.1";

/** Signs bytes that stand elsewhere. */
async function detachedSignature({ certificate, privateKey }: Signer, bytes: Buffer): Promise<Buffer> {
  const digest = createHash("sha256").update(bytes).digest();
  const attributes = [
    new Attribute({ type: "1.2.840.113549.1.9.3", values: [new ObjectIdentifier({ value: dataType })] }),
    new Attribute({ type: "1.2.840.113549.1.9.4", values: [new OctetString({ valueHex: digest })] }),
  ];
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: dataType }),
    certificates: [certificate],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
      }),
    ],
  });
  await signed.sign(privateKey, 0, "SHA-256", new Uint8Array(bytes));
  const content = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
  return Buffer.from(content.toSchema().toBER());
}

/** What is signed, and what is put in its place: bytes left out before the signature, or after it up to a text. */
type Coverage = { leftOutBefore?: number; upTo?: string };

const place = (letter: string) => `/ByteRange [0 ${letter.repeat(32)}] /Contents <${letter.repeat(8192)}>`;
const field = (name: string, letter: string) =>
  `<< /FT /Sig /T (${name}) /Subtype /Widget /Rect [0 0 0 0] /V << /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached ${place(letter)} >> >>`;

/** A file with fields for the signatures `a` and `b`. */
export const unsignedPdf = (): Buffer =>
  pdfOf([
    "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R 6 0 R] /SigFlags 3 >> >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /MediaBox [0 0 612 792] >>",
    stream("0 g 100 100 72 72 re f"),
    field("Architect", "a"),
    field("Engineer", "b"),
  ]);

/** Puts a signature, or garbage, in one of the fields. */
export async function signPdf(
  pdf: Buffer,
  letter: "a" | "b",
  signer: Signer | "garbage",
  { leftOutBefore = 0, upTo }: Coverage = {},
): Promise<Buffer> {
  const signed = Buffer.from(pdf);
  const start = signed.indexOf(`<${letter.repeat(8192)}`) - leftOutBefore;
  const after = signed.indexOf(">", start + leftOutBefore) + 1;
  const end = upTo === undefined ? signed.length : signed.lastIndexOf(upTo);
  const range = `${start} ${after} ${end - after}`.padEnd(32);
  signed.write(range, signed.indexOf(letter.repeat(32)), "latin1");
  const covered = Buffer.concat([signed.subarray(0, start), signed.subarray(after, end)]);
  const content =
    signer === "garbage" ? Buffer.alloc(900, "garbage") : await detachedSignature(signer, covered);
  signed.write(content.toString("hex").padEnd(8192, "0"), start + leftOutBefore + 1, "latin1");
  return signed;
}
