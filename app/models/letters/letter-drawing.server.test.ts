import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  makeItem,
  makeLetter,
  makeLetterDiscipline,
  makeLongLetter,
  makePlace,
  textOf,
} from "~/testing/letter-samples";
import { allElements, readPages, readPdf, wholeText } from "~/testing/pdf-reader";
import { disciplineValues } from "../discipline";
import type { LetterContent, LetterItem } from "./letter";
import drawPdf, { type Drawing } from "./letter-drawing.server";

const draw = (content: LetterContent, more: Partial<Drawing> = {}) =>
  drawPdf({
    content,
    permitAddress: "https://redline.test/oakvilles/permits/7",
    cutOuts: new Map(),
    logo: null,
    isDraft: false,
    ...more,
  });

const read = async (content: LetterContent, more?: Partial<Drawing>) => readPdf(await draw(content, more));

const elementsOf = async (content: LetterContent, more?: Partial<Drawing>) =>
  allElements((await read(content, more)).root);

/** The texts of a letter with one open correction. */
async function textsOf(item: Partial<LetterItem>, changes: Partial<LetterContent> = {}) {
  const disciplines = [makeLetterDiscipline({ open: [makeItem(item)] })];
  const elements = await elementsOf(makeLetter({ disciplines, ...changes }));
  const [label, body] = elements.findLast(({ tag }) => tag === "LI")?.elements ?? [];
  if (label?.text !== "F-1") throw new Error("No correction");
  return { all: elements.map(({ text }) => text), body: body?.elements.map(({ text }) => text) ?? [] };
}

const full = makeLetter({
  coverNote: "Thank you for the complete resubmittal.",
  disciplines: [
    makeLetterDiscipline({
      discipline: "Architectural",
      reviewer: "Dana Park",
      open: [
        makeItem({
          number: "A-1",
          text: "Clarify the occupant load.",
          answer: { on: "2026-11-20", sheet: "A6.1", text: "See A0.2." },
          verdict: "not_resolved",
          remark: "The schedule is missing.",
        }),
        makeItem({
          number: "A-2",
          text: "Show the exit.",
          verdict: "reopened",
          remark: "It is closed again.",
        }),
      ],
      added: [makeItem({ number: "A-9", text: "Show the stair.", cycle: "PC2", newReason: "revised_plans" })],
      resolved: ["A-3", "A-4"],
    }),
    makeLetterDiscipline({
      discipline: "Civil",
      effectiveDecision: null,
      effectiveFrom: null,
      notes: [
        makeItem({ number: "C-1", text: "Grading is reviewed by the county.", sheet: null, code: null }),
      ],
    }),
    makeLetterDiscipline({
      discipline: "Mechanical",
      effectiveDecision: "approved_with_conditions",
      effectiveFrom: "PC1",
      conditions: [makeItem({ number: "M-4", text: "Submit the hood separately.", sheet: null, code: null })],
      withdrawn: [{ number: "M-2", remark: "It is on M3.1." }],
    }),
    makeLetterDiscipline({
      discipline: "Plumbing",
      effectiveDecision: "approved",
      effectiveFrom: "PC1",
      isBeforeCorrections: true,
    }),
  ],
  files: { reviewed: ["A-101.pdf"], markedUp: ["A-101, marked up.pdf"] },
});

describe("a letter", () => {
  test("says all of its parts, in the order in which they are read", async () => {
    const { root } = await read(full);
    expect(
      wholeText(root)
        .split("\n")
        .filter((line) => line.trim() !== ""),
    ).toEqual([
      "City of Oakville",
      "Plan check by Urban37 for the City of Oakville",
      "Correction letter OAK-26-041-PC2",
      "Second plan check · issued Friday, December 4, 2026",
      ...["Project", "Grand Avenue Mixed Use", "Address", "1200 Grand Avenue, Oakville"],
      ...["Permit", "OAK-26-041 · city permit B26-0117"],
      ...["Applicant", "Marisol Peña · marisol@studio-poplar.example"],
      ...["Plans received", "November 20, 2026 (PC2)"],
      ...["Outcome", "Corrections required: 3 open corrections in 1 discipline"],
      "What to do now",
      ...["1.", "Revise the plans; cloud each change and mark it with a delta and date."],
      "2.",
      "Answer every open correction in writing, by its number: what was changed, and on which sheet.",
      "3.",
      "Give answers and the revised set to the City of Oakville, which adds them to this permit in its portal.",
      "Thank you for the complete resubmittal.",
      "Questions: Building Division, (555) 555-0100",
      "By discipline",
      ...["Discipline", "Decision", "Open", "New in PC2"],
      ...["Architectural", "Corrections required", "3", "1"],
      ...["Civil", "Notes only", "–", "–"],
      ...["Mechanical", "Approved with conditions (PC1)", "–", "–"],
      ...["Plumbing", "Reviewed in PC1, before corrections", "–", "–"],
      "Architectural",
      "Reviewed by Dana Park",
      "Still open from earlier plan checks",
      ...["A-1", "Sheet A2.1 · CBC 1010.1.9 · First written in PC1", "Clarify the occupant load."],
      "Your answer of Nov 20, 2026: See A0.2. (A6.1)",
      "Not resolved: The schedule is missing.",
      ...["A-2", "Sheet A2.1 · CBC 1010.1.9 · First written in PC1", "Show the exit."],
      "Open again: It is closed again.",
      "New in the second plan check",
      ...["A-9", "Sheet A2.1 · CBC 1010.1.9 · Caused by the revised plans", "Show the stair."],
      "Conditions of approval",
      ...["M-4", "First written in PC1", "Submit the hood separately."],
      "Notes",
      ...["C-1", "First written in PC1", "Grading is reviewed by the county."],
      "Resolved in this plan check",
      "Architectural: A-3, A-4.",
      "Withdrawn in this plan check",
      ...["M-2", "It is on M3.1."],
      "Files reviewed",
      ...["•", "A-101.pdf"],
      "Marked-up plans",
      ...["•", "A-101, marked up.pdf"],
      "Numbers stay with their corrections in every plan check. A number that is missing was resolved, withdrawn or never issued. Codes: 2025 California Building Standards Code and the Oakville Municipal Code. Approval of plans does not permit a violation of any code.",
    ]);
  });

  test("lists the plans of all cycles if it approves, with day and cycle", async () => {
    const current = [{ name: "A-101.pdf", on: "2026-11-20", cycle: "PC2" } as const];
    const files = { reviewed: ["A-101.pdf"], markedUp: [], current };
    const { root } = await read(makeLetter({ kind: "approval", outcome: "approved", files }));
    expect(wholeText(root).replace(/\s+/g, " ")).toContain(
      "Files reviewed • A-101.pdf · November 20, 2026 (PC2)",
    );
  });

  test("has one first heading, then parts and lists below them", async () => {
    const headings = (await elementsOf(full)).filter(({ tag }) => /^H\d$/.test(tag));
    expect(headings.map(({ tag, text }) => `${tag} ${text}`)).toEqual([
      "H1 Correction letter OAK-26-041-PC2",
      "H2 What to do now",
      "H2 By discipline",
      "H2 Architectural",
      "H3 Still open from earlier plan checks",
      "H3 New in the second plan check",
      "H2 Conditions of approval",
      "H2 Notes",
      "H2 Resolved in this plan check",
      "H2 Withdrawn in this plan check",
      "H2 Files reviewed",
      "H2 Marked-up plans",
    ]);
  });

  test("has neither lists by cycle nor a column of new corrections in the first plan check", async () => {
    const disciplines = [makeLetterDiscipline({ effectiveFrom: "PC1", added: [makeItem()] })];
    const elements = await elementsOf(makeLetter({ cycle: "PC1", disciplines }));
    expect(elements.filter(({ tag }) => tag === "H3")).toEqual([]);
    expect(elements.filter(({ tag, text }) => tag === "TH" && text === "New in PC1")).toEqual([]);
  });

  test("leaves out what it has nothing of", async () => {
    const { root } = await read(
      makeLetter({ contact: null, codes: null, applicant: { name: null, email: null } }),
    );
    const text = wholeText(root);
    expect(text).not.toMatch(/Questions|Applicant|By discipline|Codes:|null|undefined/);
  });

  test.each<[string, Partial<LetterContent>, string, string]>([
    ["approves", { kind: "approval", outcome: "approved" }, "Approval letter OAK-26-041-PC2", "Approved"],
    [
      "recommends",
      { kind: "approval", outcome: "approved", approvalWording: "recommended" },
      "Plan check complete OAK-26-041-PC2",
      "Recommended for approval",
    ],
    [
      "does not apply",
      { kind: "approval", outcome: "not_applicable" },
      "Plan check letter OAK-26-041-PC2",
      "Not applicable",
    ],
  ])("that %s says so, without anything to do", async (_, changes, title, outcome) => {
    const elements = await elementsOf(makeLetter(changes));
    const texts = elements.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining([title, outcome]));
    expect(texts).not.toContain("What to do now");
    const last = "Approval is given by the City of Oakville's building official.";
    expect(texts.at(-1)?.endsWith(last)).toBe(changes.approvalWording === "recommended");
  });
});

describe("long texts", () => {
  test("a correction is in the letter as a whole, its answer and its remark up to 1,000 characters", async () => {
    const text = textOf(4000);
    const { body } = await textsOf({
      text,
      answer: { on: "2026-11-20", sheet: null, text: textOf(4000) },
      verdict: "not_resolved",
      remark: textOf(2000),
    });
    const [, whole, answer = "", remark = ""] = body;
    expect(whole).toBe(text);
    for (const shortened of [answer, remark]) {
      expect(shortened).toMatch(/\S … \(in full on the letter's page\)$/);
      expect(shortened.length).toBeGreaterThan(990);
      expect(shortened.length).toBeLessThan(1070);
    }
  });

  test("an answer of 1,000 characters is not shortened", async () => {
    const text = textOf(1000);
    const { body } = await textsOf({ answer: { on: "2026-11-20", sheet: null, text } });
    expect(body.at(-1)).toBe(`Your answer of Nov 20, 2026: ${text}`);
  });

  test("nothing of a long word, name, sheet, code or file name is lost", async () => {
    const [word, name, sheet, code, file] = [
      "W".repeat(4000),
      "N".repeat(300),
      "S".repeat(100),
      "C".repeat(200),
      `${"f".repeat(251)}.pdf`,
    ];
    const { all } = await textsOf(
      { text: word, sheet, code },
      {
        permit: { ...makeLetter().permit, name, address: name },
        coverNote: file,
      },
    );
    const place = `Sheet ${sheet} · ${code} · First written in PC1`;
    for (const text of [word, name, place, file]) expect(all).toContain(text);
  });

  test("notes are listed by their numbers from 200 corrections on", async () => {
    const notes = [makeItem({ number: "A-201", text: "It is a note." })];
    const letterOf = (corrections: number) => {
      const letter = makeLongLetter(corrections, 0.01);
      return { ...letter, disciplines: letter.disciplines.map((row) => ({ ...row, notes })) };
    };
    const few = wholeText((await read(letterOf(199))).root);
    expect(few).toContain("It is a note.");
    const many = wholeText((await read(letterOf(200))).root);
    expect(many).not.toContain("It is a note.");
    expect(many).toContain("Fire: A-201. Accessibility: A-201. They are in full on the letter's page.");
  });

  test("a letter has as many pages as it needs", async () => {
    const { artifacts } = await read(makeLongLetter(320, 1));
    expect(artifacts.length).toBeGreaterThan(300);
    expect(artifacts.at(-1)?.join("")).toContain(`Page ${artifacts.length} of ${artifacts.length}`);
  });
});

test("line breaks stay, and characters that the fonts lack are replaced visibly, with a note at the end", async () => {
  const { body, all } = await textsOf({ text: "First:\r\nsecond 👩‍👩‍👧‍👦 漢字 \u202eל\u202c ½″ <b>" });
  expect(body[1]).toBe("First: second � �� ל ½″ <b>");
  expect(all.at(-1)).toMatch(
    /� is in the place of a sign that this file cannot show; the letter's page shows it\.$/,
  );
});

const signs = "⌀ ☐ ☑ ☒ ✓ ✗ ① ② ⑳ ∠ ⊥ ∥ △ ▢ ≥ ≤ ± ° ½ Ø → ↑ ⇒ ■ □ ▪ ● ○ ◯ ∅ ⌖ ⏥ ⊕ ⚠ ℄ ⟂ ❖ ➢ 𝐀";

test("signs of drawings are drawn and read as they are, in text and in bold, with the fonts of those alone", async () => {
  const { root, objects } = await read(
    makeLetter({
      permit: { ...makeLetter().permit, name: `Tower ${signs}` },
      coverNote: "No sign of others",
      disciplines: [
        makeLetterDiscipline({ open: [makeItem({ text: signs, verdict: "not_resolved", remark: "△" })] }),
      ],
    }),
  );
  const text = wholeText(root);
  expect(text).toContain(`Project\nTower ${signs}`);
  expect(text).toContain(`\n${signs}\n`);
  expect(text).toContain("Not resolved: △");
  expect(text).not.toContain("�");
  const fonts = objects.flatMap((dictionary) => /\/FontName \/\w+\+(\w+)/.exec(dictionary)?.[1] ?? []);
  expect(fonts.toSorted()).toEqual(["Arimo", "Arimo", "NotoSansMath", "NotoSansSymbols", "NotoSansSymbols2"]);
});

describe("bookmarks", () => {
  const bookmarksOf = async (letter: LetterContent) =>
    (await read(letter)).objects.flatMap((dictionary) => {
      const [, title] =
        /\/Title \(([^)]*)\)[\s\S]*\/Parent|\/Parent[\s\S]*\/Title \(([^)]*)\)/
          .exec(dictionary)
          ?.filter(Boolean) ?? [];
      const [, page, left] = /\/Dest \[(\d+) 0 R \/XYZ (\d+) /.exec(dictionary) ?? [];
      return title && page ? [{ title, page: Number(page), left: Number(left) }] : [];
    });

  test("lead to the disciplines and the other parts of a letter of several pages", async () => {
    const found = await bookmarksOf({
      ...full,
      disciplines: [...full.disciplines, ...makeLongLetter(60, 0.1).disciplines],
    });
    const titles = found.map(({ title }) => title);
    expect(titles.slice(0, 3)).toEqual(["What to do now", "By discipline", "Architectural"]);
    expect(titles).toEqual(
      expect.arrayContaining([...disciplineValues, "Conditions of approval", "Files reviewed"]),
    );
    expect(new Set(found.map(({ page }) => page)).size).toBeGreaterThan(5);
    expect(found.every(({ left }) => left === 0)).toBe(true);
  });

  test("are not in a letter of one page", async () => {
    expect(await bookmarksOf(makeLetter())).toEqual([]);
  });
});

describe("each page", () => {
  test("has the number, the project, the day and its number at its foot, which are not read aloud", async () => {
    const { artifacts } = await read(makeLongLetter(70, 0.05));
    expect(artifacts.length).toBeGreaterThan(10);
    expect(artifacts).toEqual(
      artifacts.map((_, index) => [
        `OAK-26-041-PC2 · Grand Avenue Mixed Use · issued December 4, 2026Page ${index + 1} of ${artifacts.length}`,
      ]),
    );
  });

  test("has a long name as a whole at its foot", async () => {
    const name = "W".repeat(300);
    const { artifacts } = await read(makeLetter({ permit: { ...makeLetter().permit, name } }));
    expect(artifacts).toEqual([[expect.stringContaining(` · ${name} · issued December 4, 2026Page 1 of 1`)]]);
  });

  test("of a draft says so at its top and at its foot", async () => {
    const { artifacts, objects } = await read(makeLongLetter(8, 0.05), { isDraft: true });
    expect(artifacts.length).toBeGreaterThan(1);
    for (const [top, foot] of artifacts) {
      expect(top).toBe("DRAFT");
      expect(foot).toMatch(/^DRAFT · OAK-26-041-PC2/);
    }
    expect(objects.join()).toContain("(Draft: Correction letter OAK-26-041-PC2)");
  });
});

describe("PDF/UA", () => {
  const logo = {
    bytes: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
      "base64",
    ),
    width: 320,
    height: 160,
  };

  test("a letter is tagged, and has its title, its language and the mark of the standard", async () => {
    const { catalog, objects, metadata, untagged } = await read(full);
    expect(catalog).toMatch(/\/Lang \(en-US\)/);
    expect(objects.join()).toMatch(/\/Marked true[\s\S]*/);
    expect(objects.join()).toMatch(/\/DisplayDocTitle true/);
    expect(objects.join()).toContain("(Correction letter OAK-26-041-PC2)");
    expect(metadata).toContain("<pdfuaid:part>1</pdfuaid:part>");
    expect(metadata).toContain("Correction letter OAK-26-041-PC2</rdf:li>");
    expect(untagged).toBe(0);
  });

  test("the number and the text of a correction are one item of a list", async () => {
    const elements = await elementsOf(full);
    const lists = elements.filter(({ tag }) => tag === "L");
    const items = lists.flatMap((list) => list.elements);
    expect(new Set(lists.map(({ dictionary }) => /\/ListNumbering \/(\w+)/.exec(dictionary)?.[1]))).toEqual(
      new Set(["Decimal", "Disc"]),
    );
    expect(items.map(({ elements }) => elements.map(({ tag }) => tag))).toEqual(
      items.map(() => ["Lbl", "LBody"]),
    );
    const label = elements.find(({ text }) => text === "A-1");
    expect(label?.dictionary).toContain("/E (Correction Architectural 1)");
  });

  test("tables have rows of as many cells, headed by columns and rows", async () => {
    const tables = (await elementsOf(full)).filter(({ tag }) => tag === "Table");
    const cellsOf = (table = 0) =>
      tables[table]?.elements.map((row) =>
        row.elements.map(({ tag, dictionary }) =>
          [tag, /\/Scope \/(\w+)/.exec(dictionary)?.[1]].join(" ").trim(),
        ),
      );
    expect(cellsOf(0)).toEqual(Array(6).fill(["TH Row", "TD"]));
    const [head, ...rows] = cellsOf(1) ?? [];
    expect(head).toEqual(Array(4).fill("TH Column"));
    expect(rows).toEqual(Array(4).fill(["TH Row", "TD", "TD", "TD"]));
  });

  test("the logo is a figure with a text and its place", async () => {
    const figure = (await elementsOf(full, { logo })).find(({ tag }) => tag === "Figure");
    expect(figure?.dictionary).toContain("/Alt (Logo of the City of Oakville)");
    expect(figure?.dictionary).toContain("/BBox [54 702 126 738]");
  });

  test("both fonts are embedded, and no glyph for a missing character is used", async () => {
    const { objects, root } = await read(full);
    expect(objects.filter((dictionary) => dictionary.includes("/FontFile2"))).toHaveLength(2);
    expect(objects.join()).not.toContain("/CIDSet");
    expect(wholeText(root)).not.toMatch(/[\0\ufeff\ufffe\ufffd]/);
  });

  test("an ampersand in a name does not break the metadata", async () => {
    const { metadata, objects } = await read(makeLetter({ number: "R&D <1>", provider: "Lee & Co" }));
    expect(metadata).toContain("Correction letter R&amp;D &lt;1&gt;</rdf:li>");
    expect(metadata).toContain("Lee &amp; Co");
    expect(objects.join()).toContain("(Correction letter R&D <1>)");
  });
});

describe("places", () => {
  const cutOut = "c".repeat(64);
  const places = [makePlace({ cutOut }), makePlace({ sheetId: 22, name: "S2.1", points: [[0.99, 0.99]] })];
  const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: "#a3261d" } });
  const cutOuts = async () => new Map([[cutOut, await picture.clone().jpeg().toBuffer()]]);
  const item = makeItem({
    id: 9,
    text: "Show the exit.",
    answer: { on: "2026-11-20", sheet: null, text: "Done." },
  });
  const letter = makeLetter({
    disciplines: [
      makeLetterDiscipline({ open: [{ ...item, places }, makeItem({ id: 10, number: "F-2" })] }),
      makeLongLetter(30, 0.1).disciplines[0] ?? makeLetterDiscipline(),
    ],
  });

  test("are links to the sheets in the portal, each an element with its annotation and what is read of it", async () => {
    const { root, objects } = await read(letter);
    const links = allElements(root).filter(({ tag }) => tag === "Link");
    expect(links.map(({ text }) => text)).toEqual(["A-101\u00a0D3", "S2.1\u00a0H12"]);
    const addresses = objects.flatMap((dictionary) => /\/URI \((.*)\)/.exec(dictionary)?.[1] ?? []);
    expect(addresses).toEqual([
      "https://redline.test/oakvilles/permits/7/sheets/21?z=4&x=0.2&y=0.4&correction=9",
      "https://redline.test/oakvilles/permits/7/sheets/22?z=4&x=0.875&y=0.875&correction=9",
    ]);
    const annotations = objects.filter((dictionary) => dictionary.includes("/Subtype /Link"));
    expect(annotations.map((dictionary) => /\/Contents \((.*)\)/.exec(dictionary)?.[1])).toEqual([
      "A-101 D3, Correction Fire 1",
      "S2.1 H12, Correction Fire 1",
    ]);
    expect(annotations.every((dictionary) => /\/StructParent \d+/.test(dictionary))).toBe(true);
  });

  test("are links on the page of their annotation, though the letter has more pages", async () => {
    const pdf = Buffer.from(await draw(letter));
    const pages = readPages(pdf);
    expect(pages.length).toBeGreaterThan(2);
    const page = pages.findIndex(({ dictionary }) => /\/Annots \[\d/.test(dictionary));
    const ids = /\/Kids \[(.*?)\]/.exec(pdf.toString("latin1"))?.[1]?.match(/\d+(?= 0 R)/g) ?? [];
    const { objects } = readPdf(pdf);
    const onPages = objects.flatMap(
      (dictionary) => /\/Type \/OBJR[\s\S]*?\/Pg (\d+) 0 R/.exec(dictionary)?.[1] ?? [],
    );
    expect(onPages).toEqual([ids[page], ids[page]]);
  });

  test("have a picture at the right of what is said, of 60 × 40 mm, with a text for those who do not see it", async () => {
    const { root } = await read(letter, { cutOuts: await cutOuts() });
    const figures = allElements(root).filter(({ tag }) => tag === "Figure");
    expect(figures.map(({ dictionary }) => /\/Alt \((.*)\)/.exec(dictionary)?.[1])).toEqual([
      "Drawing A-101 at D3",
    ]);
    const [left = 0, bottom = 0, right = 0, top = 0] = (
      /\/BBox \[(.*)\]/.exec(figures[0]?.dictionary ?? "")?.[1] ?? ""
    )
      .split(" ")
      .map(Number);
    const millimeters = (points: number) => (points / 72) * 25.4;
    expect(right).toBe(612 - 54);
    expect(millimeters(right - left)).toBeCloseTo(60, 0);
    expect(millimeters(right - left)).toBeLessThanOrEqual(60);
    expect(millimeters(top - bottom)).toBeLessThanOrEqual(40);
    const labels = allElements(root)
      .filter(({ tag }) => tag === "LI")
      .map(({ elements }) => elements.map(({ tag }) => tag));
    expect(new Set(labels.map(String))).toEqual(new Set(["Lbl,LBody"]));
  });

  test("have no picture that is not stored", async () => {
    const { root } = await read(letter);
    expect(allElements(root).filter(({ tag }) => tag === "Figure")).toEqual([]);
  });

  test("of 200 corrections with 40 pictures have 40 pictures, within the limits", async () => {
    const hashes = Array.from({ length: 40 }, (_, index) => String(index).padStart(64, "0"));
    const long = makeLongLetter(200, 0.05);
    let count = 0;
    const disciplines = long.disciplines.map((row) => ({
      ...row,
      open: row.open.map((open) => {
        const cutOut = hashes[count] ?? null;
        count += 1;
        return { ...open, places: [makePlace({ cutOut }), ...Array(3).fill(makePlace())] };
      }),
    }));
    const bytes = (await cutOuts()).get(cutOut) as Buffer;
    const pdf = await draw(
      { ...long, disciplines },
      { cutOuts: new Map(hashes.map((hash) => [hash, bytes])) },
    );
    const { root } = readPdf(pdf);
    const figures = allElements(root).filter(({ tag }) => tag === "Figure").length;
    const links = allElements(root).filter(({ tag }) => tag === "Link").length;
    expect([figures, links]).toEqual([40, 800]);
    expect(pdf.length).toBeLessThan(10_000_000);
  });
});

test("the same letter has the same bytes, also after another one, and others do not", async () => {
  const first = await draw(full);
  await draw(makeLetter({ coverNote: "4\u00a0in – µ Ω" }));
  expect(await draw(full)).toEqual(first);
  expect(await draw({ ...full, coverNote: "Other" })).not.toEqual(first);
});
