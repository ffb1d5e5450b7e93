import { expect, test } from "vitest";
import { listOutbox, writeToOutbox } from "./outbox-folder.server";

const base64 = (text: string) => Buffer.from(text).toString("base64");

const emails: [string, string[]][] = [
  [
    "one part in base64",
    [
      "To: Ann Süd <ann@example.test>, ben@example.test",
      `Subject: =?UTF-8?B?${base64("Files added: Café")}?=`,
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: base64",
      "",
      base64("Señora Müller,\n\nfiles were added."),
    ],
  ],
  [
    "several parts in Latin-1, with an unquoted boundary",
    [
      "to: <ann@example.test>,",
      "\tben@example.test",
      "subject: =?iso-8859-1?q?Files_added:_Caf=E9?=",
      "MIME-Version: 1.0",
      "Content-Type: multipart/alternative; boundary=edge",
      "",
      "--edge",
      "content-type: text/plain; charset=iso-8859-1",
      "content-transfer-encoding: quoted-printable",
      "",
      "Se=F1ora M=FCller,",
      "",
      "files =",
      "were added.",
      "--edge",
      "Content-Type: text/html",
      "",
      "<p>Files were added.</p>",
      "--edge--",
    ],
  ],
];

test.each(emails)("an email with %s is read", async (_, lines) => {
  await writeToOutbox("2026-11-20.eml", Buffer.from(lines.join("\r\n")));
  expect(await listOutbox(1)).toEqual([
    {
      name: "2026-11-20.eml",
      to: "ann@example.test, ben@example.test",
      subject: "Files added: Café",
      text: "Señora Müller,\n\nfiles were added.",
    },
  ]);
});

test("a file that is not an email has empty fields", async () => {
  await writeToOutbox("2026-11-21.eml", Buffer.alloc(0));
  expect(await listOutbox(1)).toEqual([{ name: "2026-11-21.eml", to: "", subject: "", text: "" }]);
});
