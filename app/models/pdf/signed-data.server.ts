import { constants, verify, X509Certificate } from "node:crypto";
import { fromBER, OctetString } from "asn1js";
import { type Certificate, ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from "pkijs";
import { shortText } from "./pdfium.server";

export type Digest = { algorithm: string; value: Buffer };

/** What a signature says: by whom, and the hash of what it covers, if its own signature is right. */
export type ReadSignature = { signer: string | null; digest: Digest | null };

const messageDigest = "1.2.840.113549.1.9.4";
const commonName = "2.5.4.3";
const probabilisticPadding = "1.2.840.113549.1.1.10";

const hashNames: Record<string, string> = {
  "1.3.14.3.2.26": "sha1",
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};

/** Reads the Cryptographic Message Syntax (RFC 5652) of a PDF's signature. What cannot be read has no digest. */
export function readSignedData(bytes: Buffer): ReadSignature {
  try {
    const { result, offset } = fromBER(new Uint8Array(bytes).buffer);
    if (offset < 0) return { signer: null, digest: null };
    const signed = new SignedData({ schema: new ContentInfo({ schema: result }).content });
    const [signerInfo] = signed.signerInfos;
    if (!signerInfo) return { signer: null, digest: null };
    const certificate = certificateOf(signed, signerInfo);
    return {
      signer: certificate ? nameOf(certificate) : null,
      digest: digestOf(signed, signerInfo, certificate),
    };
  } catch {
    return { signer: null, digest: null };
  }
}

function certificateOf({ certificates = [] }: SignedData, { sid }: SignerInfo): Certificate | undefined {
  const found = certificates as Certificate[];
  return found.find(
    ({ issuer, serialNumber }) =>
      sid instanceof IssuerAndSerialNumber &&
      issuer?.isEqual(sid.issuer) &&
      serialNumber.isEqual(sid.serialNumber),
  );
}

function nameOf({ subject }: Certificate): string | null {
  const name = subject.typesAndValues.find(({ type }) => type === commonName)?.value.valueBlock.value;
  return typeof name === "string" ? shortText(name, 100) || null : null;
}

function digestOf(signed: SignedData, signerInfo: SignerInfo, certificate?: Certificate): Digest | null {
  const { signedAttrs, digestAlgorithm } = signerInfo;
  const algorithm = hashNames[digestAlgorithm.algorithmId];
  const value = signedAttrs?.attributes.find(({ type }) => type === messageDigest)?.values[0];
  if (!algorithm || !certificate || !signedAttrs || !(value instanceof OctetString)) return null;
  if (!isSignedBy(certificate, signerInfo, algorithm, Buffer.from(signedAttrs.encodedValue))) return null;
  const content = signed.encapContentInfo.eContent;
  // The older kind signs a SHA-1 of the file, and not the file.
  return content
    ? { algorithm: "sha1", value: Buffer.from(content.getValue()) }
    : { algorithm, value: Buffer.from(value.valueBlock.valueHexView) };
}

function isSignedBy(
  certificate: Certificate,
  { signature, signatureAlgorithm }: SignerInfo,
  hash: string,
  signed: Buffer,
) {
  const { publicKey } = new X509Certificate(Buffer.from(certificate.toSchema(true).toBER(false)));
  const isProbabilistic = signatureAlgorithm.algorithmId === probabilisticPadding;
  const key = isProbabilistic ? { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING } : publicKey;
  return verify(hash, signed, key, Buffer.from(signature.valueBlock.valueHexView));
}
