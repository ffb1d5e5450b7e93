import { buffer } from "node:stream/consumers";
import { deflateSync } from "node:zlib";
import PDFDocument from "pdfkit";

export type HostileFile = { name: string; bytes: Buffer };

function drawn(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, ...options });
  for (let page = 1; page <= pages; page += 1) {
    document.addPage({ size: [1224, 792], margin: 0 });
    document.fontSize(30).text(`A-${100 + page}`, 1050, 700, { lineBreak: false });
  }
  document.end();
  return buffer(document);
}

/** A file of these objects, which are numbered from 1; the first one is the catalog. */
function written(objects: (string | Buffer)[]): Buffer {
  const pieces: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const places: number[] = [];
  for (const [index, content] of objects.entries()) {
    places.push(Buffer.concat(pieces).length);
    pieces.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(content), Buffer.from("\nendobj\n"));
  }
  const start = Buffer.concat(pieces).length;
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

const catalog = "<< /Type /Catalog /Pages 2 0 R >>";
const onePage = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";

function streamOf(content: Buffer, facts = ""): Buffer {
  const packed = deflateSync(content);
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${facts} >>\nstream\n`),
    packed,
    Buffer.from("\nendstream"),
  ]);
}

const pageWith = (box: string, more = "") =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R ${more} >>`;

const side = 20_000;
const pictures = "/Resources << /XObject << /P 5 0 R >> >>";
const picture = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8`;

/** Files that a program for PDF files may not survive. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const good = await drawn(12);
  const nested = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  return [
    { name: "nothing after its first line", bytes: Buffer.from("%PDF-1.7\nand nothing else\n") },
    { name: "cut off in its middle", bytes: good.subarray(0, good.length / 2) },
    { name: "a password", bytes: await drawn(1, { userPassword: "secret" }) },
    { name: "more than 500 pages", bytes: await drawn(501) },
    {
      name: "page tree that contains itself",
      bytes: written([catalog, "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>"]),
    },
    {
      name: "page of 1,400 in",
      bytes: written([catalog, onePage, pageWith("0 0 100800 100800"), streamOf(Buffer.from("0 0 m 9 9 l S"))]),
    },
    {
      name: "20 million lines in 100 KB",
      bytes: written([catalog, onePage, pageWith("0 0 2592 1728"), streamOf(Buffer.alloc(300_000_000, "0 0 m 9 9 l S\n"))]),
    },
    {
      name: "picture of 400 million dots",
      bytes: written([
        catalog,
        onePage,
        pageWith("0 0 2592 1728", pictures),
        streamOf(Buffer.from("2592 0 0 1728 0 0 cm /P Do")),
        streamOf(Buffer.alloc(side * side), picture),
      ]),
    },
    { name: "deep arrays", bytes: written([catalog, onePage, pageWith("0 0 612 792", `/X ${nested}`), "<< >>"]) },
  ];
}
