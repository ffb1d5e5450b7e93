import { deflateSync, gunzipSync } from "node:zlib";

/** The texts in the title block of a sample drawing. */
export type SampleSheet = { number: string; title: string; project: string; address: string };

type Point = readonly [x: number, y: number];
type Layer = keyof typeof layers;
type Shape = { layer: Layer } & (
  | { kind: "line"; from: Point; to: Point }
  | { kind: "box"; from: Point; to: Point }
  | { kind: "arc"; center: Point; radius: number; startAngle: number; quarters: 1 | 4 }
  | { kind: "text"; at: Point; height: number; words: string; align: "left" | "center" | "upright" }
);
type Direction = "right" | "up";
type Opening = [kind: "window" | "door" | "gap", at: number, width: number, hinge?: 0 | 1, swing?: 1 | -1];

// The sheet is ARCH B (18 x 12 in) at 1/4" = 1'-0", which covers 72 x 48 feet. Shapes are in feet from the
// south-west corner of the house; the PDF scales them to points, the DXF to inches.
const sheet = { left: -12, bottom: -11, right: 60, top: 37 };
const pointsPerFoot = 18;
const inchesPerFoot = 12;
const capHeight = 0.718; // of Helvetica, per unit of font size

// AIA layer names, back to front. `gray` and `pen` (in feet) are for the PDF, `color` (an AutoCAD index) for the DXF.
const layers = {
  "A-GRID": { gray: 0.6, pen: 0.02, font: "F2", dash: "[.9 .2 .2 .2]", paint: "S", color: 8 },
  "A-FLOR": { gray: 0.5, pen: 0.025, font: "F1", dash: "[]", paint: "S", color: 9 },
  "A-GLAZ": { gray: 0.2, pen: 0.025, font: "F1", dash: "[]", paint: "S", color: 4 },
  "A-DOOR": { gray: 0.2, pen: 0.025, font: "F1", dash: "[]", paint: "S", color: 2 },
  "A-WALL": { gray: 0.2, pen: 0.05, font: "F1", dash: "[]", paint: "B", color: 7 },
  "A-DIMS": { gray: 0.3, pen: 0.025, font: "F1", dash: "[]", paint: "S", color: 3 },
  "A-ANNO": { gray: 0, pen: 0.04, font: "F1", dash: "[]", paint: "S", color: 7 },
  "A-TITL": { gray: 0, pen: 0.1, font: "F2", dash: "[]", paint: "S", color: 7 },
} as const;

/** A floor plan with a title block, as a one-page landscape PDF 1.4. */
export function samplePdf(words: SampleSheet): Buffer {
  const content = deflateSync(Buffer.from(pdfContent(sheetShapes(words)), "latin1")).toString("latin1");
  const [width, height] = [sheet.right - sheet.left, sheet.top - sheet.bottom].map(
    (feet) => feet * pointsPerFoot,
  );
  const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R` +
      "/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>",
    `<</Length ${content.length}/Filter/FlateDecode>>stream\n${content}\nendstream`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<</Title${pdfString(toLatin1(`${words.number} ${words.title}`).slice(0, 120))}>>`,
  ];

  // Every character is one Latin-1 byte, so string lengths are byte offsets. The four high bytes of the
  // comment show file-transfer tools that this is not text.
  let file = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
  let table = "0000000000 65535 f \n";
  for (const [index, object] of objects.entries()) {
    table += `${String(file.length).padStart(10, "0")} 00000 n \n`;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const size = objects.length + 1;
  const trailer = `trailer\n<</Size ${size}/Root 1 0 R/Info 7 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${size}\n${table}${trailer}`, "latin1");
}

/** The same sheet as an ASCII DXF of AutoCAD Release 12, which every CAD program reads. */
export function sampleDxf(words: SampleSheet): Buffer {
  const [left, bottom, right, top] = [sheet.left, sheet.bottom, sheet.right, sheet.top].map(inches);
  const layerTable = Object.entries(layers).flatMap(([name, { color, dash }]) => {
    return pairs`0 LAYER 2 ${name} 70 0 62 ${color} 6 ${dash === "[]" ? "CONTINUOUS" : "CENTER"}`;
  });
  const tokens = [
    ...pairs`0 SECTION 2 HEADER 9 $ACADVER 1 AC1009 9 $DWGCODEPAGE 3 ANSI_1252
      9 $EXTMIN 10 ${left} 20 ${bottom} 30 0 9 $EXTMAX 10 ${right} 20 ${top} 30 0
      9 $LIMMIN 10 ${left} 20 ${bottom} 9 $LIMMAX 10 ${right} 20 ${top} 9 $LTSCALE 40 12 0 ENDSEC
      0 SECTION 2 TABLES
      0 TABLE 2 LTYPE 70 2 0 LTYPE 2 CONTINUOUS 70 0 3 ${"Solid line"} 72 65 73 0 40 0
      0 LTYPE 2 CENTER 70 0 3 ${"Center ____ _ ____"} 72 65 73 4 40 2 49 1.25 49 -0.25 49 0.25 49 -0.25 0 ENDTAB
      0 TABLE 2 LAYER 70 ${Object.keys(layers).length + 1} 0 LAYER 2 0 70 0 62 7 6 CONTINUOUS`,
    ...layerTable,
    ...pairs`0 ENDTAB 0 TABLE 2 STYLE 70 1
      0 STYLE 2 STANDARD 70 0 40 0 41 1 50 0 71 0 42 6 3 arial.ttf 4 ${""} 0 ENDTAB 0 ENDSEC
      0 SECTION 2 BLOCKS 0 ENDSEC 0 SECTION 2 ENTITIES`,
    ...sheetShapes(words).flatMap(dxfEntity),
    ...pairs`0 ENDSEC 0 EOF`,
  ];
  return Buffer.from(`${tokens.join("\r\n")}\r\n`, "latin1");
}

/** The house of the sheet, without its title block, as a native AutoCAD 2000 drawing. */
export function sampleDwg(): Buffer {
  return gunzipSync(Buffer.from(dwgGzipBase64, "base64"));
}

function sheetShapes(words: SampleSheet): Shape[] {
  const shapes: Shape[] = [];
  const line = (layer: Layer, from: Point, to: Point) => shapes.push({ layer, kind: "line", from, to });
  const box = (layer: Layer, from: Point, to: Point) => shapes.push({ layer, kind: "box", from, to });
  const circle = (layer: Layer, center: Point, radius: number) =>
    shapes.push({ layer, kind: "arc", center, radius, startAngle: 0, quarters: 4 });
  const text = (layer: Layer, at: Point, height: number, words: string, align: "left" | "center" = "left") =>
    shapes.push({ layer, kind: "text", at, height, words, align });
  const paragraph = (layer: Layer, [x, y]: Point, height: number, words: string, maximumLines: number) => {
    for (const [index, row] of wrap(words, 9.6 / height, maximumLines).entries())
      text(layer, [x, y - index * height * 1.7], height, row);
  };

  // A wall extends right or up along its center line; the positions of openings are measured from its start.
  function wall(
    [x, y]: Point,
    length: number,
    direction: Direction,
    thickness: number,
    ...openings: Opening[]
  ) {
    const place = (along: number, across: number): Point =>
      direction === "up" ? [x + across, y + along] : [x + along, y + across];
    const half = thickness / 2;
    let solidFrom = 0;
    for (const [kind, at, width, hinge = 0, swing = 1] of openings) {
      box("A-WALL", place(solidFrom, -half), place(at, half));
      solidFrom = at + width;
      if (kind === "window") {
        box("A-GLAZ", place(at, -half), place(solidFrom, half));
        line("A-GLAZ", place(at, 0), place(solidFrom, 0));
      } else if (kind === "door") {
        const center = place(at + hinge * width, 0);
        line("A-DOOR", center, place(at + hinge * width, swing * width));
        const [east, north] = direction === "up" ? [swing === 1, hinge === 0] : [hinge === 0, swing === 1];
        const startAngle = north ? (east ? 0 : 90) : east ? 270 : 180;
        shapes.push({ layer: "A-DOOR", kind: "arc", center, radius: width, startAngle, quarters: 1 });
      }
    }
    box("A-WALL", place(solidFrom, -half), place(length, half));
  }
  wall([-0.25, 0], 40.5, "right", 0.5, ["window", 4.25, 6], ["door", 13.25, 3], ["window", 29, 5]);
  wall([-0.25, 28], 40.5, "right", 0.5, ["window", 4.75, 5], ["window", 17.25, 2.5], ["window", 30.75, 5]);
  wall([0, 0.25], 27.5, "up", 0.5, ["window", 4.75, 6], ["window", 20.25, 4]);
  wall([40, 0.25], 27.5, "up", 0.5, ["window", 5.75, 6], ["window", 20.25, 4]);
  wall([0.25, 16], 39.5, "right", 0.4, ["gap", 16.75, 5]);
  wall([14, 16.2], 11.55, "up", 0.4, ["door", 0.4, 2.7, 0, -1]);
  wall([26, 16.2], 11.55, "up", 0.4, ["door", 0.4, 2.7]);
  wall([14.2, 19.5], 11.6, "right", 0.4, ["door", 1.6, 2.5], ["door", 8.6, 2.5, 1]);
  wall([22, 19.7], 8.05, "up", 0.4);
  wall([24, 0.25], 15.55, "up", 0.4, ["gap", 2, 11.5]);
  wall([0.25, 18.6], 9.5, "right", 0.3, ["gap", 2, 5.5]);
  wall([30.25, 18.6], 9.5, "right", 0.3, ["gap", 2, 5.5]);
  wall([9.6, 16.2], 2.25, "up", 0.3);
  wall([30.4, 16.2], 2.25, "up", 0.3);

  box("A-FLOR", [14.3, 25], [19.6, 27.6]); // tub
  box("A-FLOR", [14.6, 25.3], [19.3, 27.3]);
  box("A-FLOR", [20, 20], [21.7, 23]); // vanity
  circle("A-FLOR", [20.9, 21.5], 0.55);
  box("A-FLOR", [21, 23.6], [21.7, 25]); // toilet
  circle("A-FLOR", [20.4, 24.3], 0.6);
  box("A-FLOR", [22.3, 25.4], [24, 27.6]); // washer, dryer
  box("A-FLOR", [24, 25.4], [25.7, 27.6]);
  box("A-FLOR", [30, 13.7], [39.7, 15.7]); // counters
  box("A-FLOR", [37.7, 3], [39.7, 13.7]);
  box("A-FLOR", [32.5, 13.7], [35, 15.7]); // range
  box("A-FLOR", [38, 7.6], [39.4, 10.2]); // sink
  box("A-FLOR", [30, 6.5], [33.2, 11.5]); // island
  box("A-FLOR", [11, -3.2], [18, -0.25]); // porch and step
  box("A-FLOR", [11, -4.2], [18, -3.2]);

  const room = (number: number, name: string, area: number, [x, y]: Point) => {
    text("A-TITL", [x, y], 0.42, name, "center");
    text("A-ANNO", [x, y - 0.8], 0.34, `${number}   ${area} SF`, "center");
  };
  room(101, "LIVING ROOM", 384, [7, 8.2]);
  room(102, "KITCHEN / DINING", 256, [31.3, 3.6]);
  room(103, "BEDROOM 1", 168, [7, 23.4]);
  room(104, "HALL", 42, [19.3, 17.7]);
  room(105, "BATH", 68, [17, 23.6]);
  room(106, "LAUNDRY", 34, [24, 23.6]);
  room(107, "BEDROOM 2", 168, [33, 23.4]);

  const gridLine = (name: string, from: Point, to: Point, [x, y]: Point) => {
    line("A-GRID", from, to);
    circle("A-ANNO", [x, y], 0.9);
    text("A-ANNO", [x, y - 0.3], 0.6, name, "center");
  };
  for (const [index, x] of [0, 14, 26, 40].entries()) gridLine(`${index + 1}`, [x, -1.5], [x, 34], [x, 34.9]);
  for (const [index, y] of [28, 16, 0].entries())
    gridLine("ABC".charAt(index), [-7, y], [41.5, y], [-7.9, y]);

  const dimension = (from: number, to: number, offset: number, side: "top" | "left") => {
    const place = (along: number, across: number): Point =>
      side === "top" ? [along, across] : [across, along];
    line("A-DIMS", place(from, offset), place(to, offset));
    for (const end of [from, to])
      line("A-DIMS", place(end - 0.25, offset - 0.25), place(end + 0.25, offset + 0.25));
    const at = place((from + to) / 2, side === "top" ? offset + 0.25 : offset - 0.25);
    const align = side === "top" ? "center" : "upright";
    shapes.push({ layer: "A-DIMS", kind: "text", at, height: 0.4, words: `${to - from}'-0"`, align });
  };
  dimension(0, 14, 30.2, "top");
  dimension(14, 26, 30.2, "top");
  dimension(26, 40, 30.2, "top");
  dimension(0, 40, 32, "top");
  dimension(0, 16, -3.2, "left");
  dimension(16, 28, -3.2, "left");
  dimension(0, 28, -5, "left");

  // Drawing title, scale bar and north arrow.
  circle("A-TITL", [-7, -7.4], 1.1);
  text("A-TITL", [-7, -7.75], 0.7, "1", "center");
  line("A-TITL", [-5.9, -7.4], [9, -7.4]);
  text("A-TITL", [-5.4, -7], 0.65, "FLOOR PLAN");
  text("A-ANNO", [-5.4, -8.2], 0.36, `SCALE: 1/4" = 1'-0"`);
  box("A-ANNO", [20, -7.6], [36, -7.2]);
  box("A-WALL", [20, -7.6], [24, -7.2]);
  box("A-WALL", [28, -7.6], [36, -7.2]);
  for (const feet of [0, 4, 8, 16]) text("A-ANNO", [20 + feet, -8.4], 0.34, `${feet}'`, "center");
  circle("A-ANNO", [43, -7], 1.4);
  for (const x of [42.3, 43, 43.7]) line("A-TITL", [43, -5.6], [x, x === 43 ? -8.4 : -7.4]);
  text("A-TITL", [43, -5.2], 0.6, "N", "center");

  // Border and title block.
  box("A-TITL", [-11.2, -10.2], [59.2, 36.2]);
  line("A-TITL", [48.5, -10.2], [48.5, 36.2]);
  for (const y of [31.5, 23.6, 12, 8.2, -0.6, -5.2, -6.9]) line("A-ANNO", [48.5, y], [59.2, y]);
  text("A-TITL", [53.85, 34], 0.65, "SAMPLE DRAWING", "center");
  text("A-ANNO", [53.85, 32.8], 0.4, "NOT FOR CONSTRUCTION", "center");
  text("A-TITL", [49, 30.3], 0.42, "GENERAL NOTES");
  const codeNote =
    "1. ALL WORK SHALL COMPLY WITH THE ADOPTED BUILDING CODE AND THE CONDITIONS OF THE PERMIT.";
  const dimensionNote = "2. DIMENSIONS ARE TO GRID LINES. VERIFY IN THE FIELD; DO NOT SCALE THE DRAWING.";
  paragraph("A-ANNO", [49, 29.2], 0.32, codeNote, 3);
  paragraph("A-ANNO", [49, 27.1], 0.32, dimensionNote, 3);
  paragraph("A-ANNO", [49, 25], 0.32, "3. SMOKE ALARMS IN EACH BEDROOM AND IN THE HALL.", 2);
  text("A-ANNO", [49, 22.8], 0.28, "FOR AGENCY APPROVAL STAMP");
  text("A-ANNO", [49, 11.2], 0.28, "ISSUED FOR");
  text("A-ANNO", [49, 10.1], 0.4, "PERMIT APPLICATION");
  text("A-ANNO", [49, 7.4], 0.28, "PROJECT");
  paragraph("A-TITL", [49, 6.2], 0.55, words.project, 3);
  paragraph("A-ANNO", [49, 2.9], 0.4, words.address, 3);
  text("A-ANNO", [49, -1.4], 0.28, "SHEET TITLE");
  paragraph("A-TITL", [49, -2.6], 0.55, words.title, 3);
  text("A-ANNO", [49, -6.2], 0.32, "ARCH B, 18 x 12 IN");
  text("A-ANNO", [49, -7.7], 0.28, "SHEET");
  text("A-TITL", [53.85, -9.4], 1.3, wrap(words.number, 7.4, 1).join(), "center");
  return shapes;
}

function pdfContent(shapes: Shape[]): string {
  const [x, y] = [-sheet.left * pointsPerFoot, -sheet.bottom * pointsPerFoot];
  const operators = [`${pointsPerFoot} 0 0 ${pointsPerFoot} ${x} ${y} cm`];
  for (const [name, { gray, pen, font, dash, paint }] of Object.entries(layers)) {
    const onLayer = shapes.filter(({ layer }) => layer === name);
    operators.push(`${gray} G ${gray} g ${pen} w ${dash} 0 d`, ...onLayer.map(pdfPath), paint);
    operators.push("BT", ...onLayer.map((shape) => pdfText(shape, font)), "ET");
  }
  return operators.filter(Boolean).join("\n");
}

function pdfPath(shape: Shape): string {
  if (shape.kind === "text") return "";
  if (shape.kind === "line") return `${numbers(...shape.from)} m ${numbers(...shape.to)} l`;
  if (shape.kind === "box") {
    const [[left, bottom], [right, top]] = [shape.from, shape.to];
    return `${numbers(left, bottom, right - left, top - bottom)} re`;
  }
  // PDF has no arcs: one Bezier curve per quarter circle, with the usual handle length.
  const { center, radius, startAngle, quarters } = shape;
  const onCircle = (degrees: number, handle: number): Point => {
    const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    return [center[0] + radius * (cosine - handle * sine), center[1] + radius * (sine + handle * cosine)];
  };
  let path = `${numbers(...onCircle(startAngle, 0))} m`;
  for (let angle = startAngle; angle < startAngle + quarters * 90; angle += 90) {
    const [leave, arrive, end] = [
      onCircle(angle, 0.5523),
      onCircle(angle + 90, -0.5523),
      onCircle(angle + 90, 0),
    ];
    path += ` ${numbers(...leave, ...arrive, ...end)} c`;
  }
  return path;
}

function pdfText(shape: Shape, font: string): string {
  if (shape.kind !== "text") return "";
  const [x, y] = shape.at;
  const back = shape.align === "left" ? 0 : (textWidth(shape.words) * shape.height) / 2;
  const place =
    shape.align === "upright" ? `0 1 -1 0 ${numbers(x, y - back)}` : `1 0 0 1 ${numbers(x - back, y)}`;
  return `/${font} ${numbers(shape.height / capHeight)} Tf ${place} Tm ${pdfString(shape.words)} Tj`;
}

function pdfString(words: string): string {
  return `(${words.replace(/[\\()]/g, "\\$&")})`;
}

function numbers(...values: number[]): string {
  return values.map((value) => Math.round(value * 100) / 100).join(" ");
}

function dxfEntity(shape: Shape): unknown[] {
  const { kind, layer } = shape;
  if (kind === "arc") {
    const [x, y, radius] = [...shape.center, shape.radius].map(inches);
    if (shape.quarters === 4) return pairs`0 CIRCLE 8 ${layer} 10 ${x} 20 ${y} 30 0 40 ${radius}`;
    const { startAngle } = shape;
    return pairs`0 ARC 8 ${layer} 10 ${x} 20 ${y} 30 0 40 ${radius} 50 ${startAngle} 51 ${(startAngle + 90) % 360}`;
  }
  if (kind === "text") {
    const [x, y, height] = [...shape.at, shape.height].map(inches);
    const centered = pairs`72 1 11 ${x} 21 ${y} 31 0 50 ${shape.align === "upright" ? 90 : 0}`;
    const words = pairs`0 TEXT 8 ${layer} 10 ${x} 20 ${y} 30 0 40 ${height} 1 ${shape.words}`;
    return shape.align === "left" ? words : [...words, ...centered];
  }
  const [x1, y1, x2, y2] = [...shape.from, ...shape.to].map(inches);
  if (kind === "line") return pairs`0 LINE 8 ${layer} 10 ${x1} 20 ${y1} 30 0 11 ${x2} 21 ${y2} 31 0`;
  return pairs`0 POLYLINE 8 ${layer} 66 1 10 0 20 0 30 0 70 1
    0 VERTEX 8 ${layer} 10 ${x1} 20 ${y1} 30 0 0 VERTEX 8 ${layer} 10 ${x2} 20 ${y1} 30 0
    0 VERTEX 8 ${layer} 10 ${x2} 20 ${y2} 30 0 0 VERTEX 8 ${layer} 10 ${x1} 20 ${y2} 30 0 0 SEQEND 8 ${layer}`;
}

/** Template tag: each word of the template and each value between them is one line of a DXF file. */
function pairs(words: TemplateStringsArray, ...values: unknown[]): unknown[] {
  return words.flatMap((part, index) => [
    ...part.split(/\s+/).filter(Boolean),
    ...values.slice(index, index + 1),
  ]);
}

function inches(feet: number): number {
  return Math.round(feet * inchesPerFoot * 1000) / 1000;
}

/** Breaks words into lines of at most `width` letter heights. A line that is too long ends in three dots. */
function wrap(words: string, width: number, maximumLines: number): string[] {
  let lines: string[] = [];
  for (const word of toLatin1(words).split(" ")) {
    const longer = [...lines.slice(-1), word].join(" ");
    lines = textWidth(longer) <= width ? [...lines.slice(0, -1), longer] : [...lines, word];
  }
  const result = [...lines.slice(0, maximumLines - 1), lines.slice(maximumLines - 1).join(" ")].filter(
    Boolean,
  );
  return result.map((line) => {
    let shortened = line;
    for (let end = line.length; textWidth(shortened) > width; end--) shortened = `${line.slice(0, end)}...`;
    return shortened;
  });
}

/** Returns one line of printable Latin-1, which both formats can encode. */
function toLatin1(words: string): string {
  return words
    .normalize("NFC")
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\s+/g, " ")
    .replace(/[^\x20-\x7e\xa1-\xff]/gu, "?")
    .trim();
}

/** Estimates a width in letter heights, well enough to center and wrap text. */
function textWidth(words: string): number {
  const narrow = words.match(/[ iljtf.,:;'"|!I()/\\-]/g)?.length ?? 0;
  const capital = words.match(/[A-HJ-LN-VX-Z&]/g)?.length ?? 0;
  const wide = words.match(/[MWmw@%]/g)?.length ?? 0;
  const other = words.length - narrow - capital - wide;
  return (narrow * 0.28 + capital * 0.69 + wide * 0.88 + other * 0.56) / capHeight;
}

// Converted from sampleDxf with @node-projects/acad-ts 3.2.0 (MIT): the shapes inside the border, as AC1015.
const dwgGzipBase64 =
  "H4sIAAAAAAACA+1bfVwTV7o+kw9ACBhCLIoKiZAqojWUUD+RCUwQNEACQbRS+UwQRFGI7uqqv4CxlRa7aGGttnbxVmyhta2t7dZu3YZttNpijQq1Vq22a2zrtS21dq2uq9tzZs7JTIx3e3+/+9/diWSSmfOc93ne9z2fGfWZydrkVACPodRZAMDIEbEgCH6lKADuUABQQAyACQAgsiQD8CkFgHhCCgAQIylPAUACAJCWAwB+BwC4fqGjM2/ctuYY70L9hdId03LBnd9Q0UAJKADAnTt3YIXogNfgnxQ8FQL/AMB3hMfyTRoAHnhKhM/HyB1h+UDoOM2S4P6Hxo3bUfxh+g5GnoTKXPhsy89JR06dqngx1VXx5+/7j/0uLv6fn0/pLl2z6O28JSmlp1GpYBD3XpGng15Qm6WRmVV01RDJrqCeNueIIH1bVUx7Da1POMwaGUffv9tms9ka8r+shWfbxds9PT0OdC9CPMgWOk7Rcx4bfsIEwDvGECQlbJer57VRP0UeVKRGdigMitU9PeDfHD21VumQjB54oO+q+9jaJVJZCPrwtoNGZ1msRwXPIdJ3cQF0DtsoQWdx8L7Q3btNpvbxPT093aIZM+k/nDIlLdzkupY06hZr62I6exa3seehmTc75coxoje/Pjs0Y+8x157Vk8Welxp/RoptU+kqDNsYU6TKVkiaTki2mtVKuj+7X6lUDv3+x3/ccjNuo9viNrlL3PPcZW7anf3BVCacUbmllLmbidTTcREA0FVtLu7YF+CNO3oTtNwxMcAbPswq82jzCHOMeWT6nWN3frxz686dg+e1zgtnReoP5nau3zpr75a+zk073W+7u38+6Dp7rfSrY289Ph4AkAaqDGkt3R2bjkcOKWsK37vh6NGOo6H6SqbCWL6qfoVd/5R8buFAUfDTIZs+bVg4fdb0ucHT0uPDOodrc1ZEAKMceoKppbXJo5NVexaMBcblMC6zamTjc+urrHWlhcvKK610ESgIaWlu2nh1yPaImo03W2jxcxquaHaibLypfJm1QVi0JVREtShast+5ORoYtyAr3wyhtepR6iT1BPVE9QPqSWqtOln94FXJMGCEjRnMSqS0ma7wYH2U1mQyj1ydGwOMl+CN2d8E6SfOKshhMl3hIezd8Sv347tzEoP0E7OM+QWZrvAhHHZRHrlbA7FG/cOZrnAJd/fxHHK3O0g/kclHWBF3t0lN7kK7xXqjkcdKcwPfNUK7TE5uYaYrXMzdVYnJXWhXn5eXz8PGnyJ3oV1LjoVf83dt4SBXAe8aaihaq45/c0ECyF0DW2f2NyGF9vKlVeUNVRllQ4aUN9SU1z1gt9vaDEalgf5oZRTIY4GJIlqrHqkenxyTPKLjn9FUnk0EAMiqCc5YZSxfZW2YrQf/3w+9Umt61EJc0x2csSqjrr5y8X9cg1zz5+UxVF4dcs03oZn1S+01S1fUr2j8j3eQd3KvbKfyqsSwT+oOyjTkWQwFTE54x/7jHYeb1q5du6ZpDTpxCFrPjmEgbegFv8pC2UE3POxnvxuiTnYso2/723+RPXnec/jdGP+fyGhN8IiuCwX5aEQzXKa1Fzb/8g1NCQw9tNaxPhyYUCeZlQh71/uthu3AVA3TOqc7eLy+0l6z0oqmJJQIz88eZ6cobbXsWVVN9zzN3smhd96Dy2A6Po8G69iPJgc+mwJCqAx8FhcWFoT0Njc3O7IW/UKXHTYRXY3kZhQwnUO2ayT6TD1DSyLFUrBwbAQwK1G5bgrQWnXChm/XAXM17fpFVyIZNZiQwRuiBY/QaCr0cuMgN1/iJlARNE7Tyw7atDH01PPL0kI/SGcnUHuOfbENHk97qTYOdltVY2lSZSuCsxWPME6zOP29Y99fDdnc3NwSA7k/Fh4KzKhsYw+t/X7xaKCfBF0wq0un7td2px7Y3LF3bW7vhk3tvRTFLPtqzkxQWA9oAIxendoDhnCNJsSFz+wHhVzMXaDZCyKtWCKJMigGP/lgOldDrsbOqyGbFtYQ3eZXg0Iulio8ylljAXPIBeFWu/pTtu6MILbou6S12UI1nUFOYqmLb2mh0JJquMfPUnSbWKoYfKKIWPJyliTiGJIHrCm1yhaqcf3+63GAyYaT5DykCXKiNonYIpKEiKAw87CZh9fl9ynnOIrfxKzyrHxWi4SsEkab/FjFQP2DY3YTOF9U2wohXBnrB4f1SRWeL97BovKIqPU9rPs6rwrc13UAW8rnB8q0SmhJFucXKGhaqhj8Ip7ABTq5TPHYcVg572tX+DJFqhgMLSdwQfDm0AK4KlruB1d4oM6PbmGd+V6SJg+zy0/wNqfzsgPqPFePLZn4Oh0lfpZiTEJL0DTUeYjA+TodNUK4fKQ/PAYF5Ak5JmrqIlk2mw2I4zMB0eNriSUvzxK9RGhpyug2oSVoWqoYrMvCcDNf54WVQvi4WD84rE+q8ETLMFEzbnjB4tdZj9LXBESX6Iklfuw6VwstkczBlqBpqWLwhakE7rUH6mNwouA+Jk+QOXOOYHiBJhA8zw/uKOPDPX9qxDoLSAdDjmebkFBaC5t9Z+lCYqkrgCVfxZwl11IB0b+QzCkIpNNXmoOXNQiI7n0OEy3U+BGlHGdZotqpiKhtGbZUGKgt+irmLJHGyRL97+EEztfpWUsLAuLrCQrYC7o4lHgbEgncGwhe4A+v4MM9lR9inRaiU3yVU7qL1QmSkc5KKbZksQayVOFnCbuYI7rpJQIPpBOXJnDsN46oZB8h6vUj6h+QYBL6Ik0AS7hiYgkHhCO68EECF8aTToHHG9W+LuZo3y+HcZEvwL+MIf/1KIHzdTqWCeHQmACuGoXg5w1TQeFiBOfiycKqaFz6x8aUlJSoESaR7RLcxYFX+66cRmBwGjtpri+a44NgsepLLgcsebTPA7sR14bfTgHMIjiqzrVyoyqgOgDaGLq0iF6PrOoksuETGcs/1DfS2VE2wyRTznE8fQ5LnNsl5IjOP9YRjsTBfJbzbqaCwkoE5yRuh9Oq+Y1E4rZueKGZFbh7rm23zZYpVQxeOo7lFWtId749CMmSXRbI+/mvWsDMg/KKrWTScPQueYLJw9cXJoPCasiruEvIC8tiea3HonzM1rdijxRzklgpVgLlHOBhg966xOciqWLw9SosbJ7Grj4Njex4ZhrgximuW5yCZkM2PRY2DwqDlX18dAfAgxXbYMUXBcLoi5jdPH68GhcTdpfgZmhWiYmwQ3TPfgaH+0HZZ4Sd164+29/X13fsoy0B2SXSOKvma+zqE3Brtdp75C52AbPqBzKEzrfy3H+jQchybonPh+jCuhI0sF29jqM3XxC9ZTQufc/oXVlJLPMT8vRy0gWjkLQ8i/vQ6azllSUoei2vYPjDmgDwziofHHcBfPhHPQTu198g4i8v5rqXCG4up6oT9DceMgA8zO9v6GIhXB5tEsLlw1Bwr5OJ6MP88eO1lUK4LFYuhE9AE5fBP0Vi+ALBPHaNEA57OwFcGYfIf9tM4PyYzy+hBX0jJI/rY5OgGMGTq3HMF3QFIG9cRO9ejYKMwY4JKAGlisHIH4hlfj/baOWGowY2aNueMXFB4/qws6dh0FxTyXSxhNPNdi1WGictKn3rjFyMLqyys/Xt34bg1e8SuCDmS2l8RqU3P8t5nV7OxXwk9LprZdpYwDwGm1lJF9fMrNYDLFS1jH4UcSnfJetlXmsZJJb48XXUc8PRcj9LLm50VI2E6eH6+jts6RHcoG3W/QBpmtpAt56FKnvd0NLTQdjSI/xY7ucaoKyRkzCqjXgUxXJpCYylK1xF4IL5XgOBc0Q9BE7qkypcwa8RuEAnlwqtXCPc+0fcx+FhHOWx6/GtGL6QH8+sNVxAMvzhXH2b/4jIv5pP4Px4lv2WWGfzOLZNaH14LIL3xRG4YM7AtaK+uexoER9nYrNp20KOPGpFrh1lBO6nnT0Xcrn3HM6mcoH2fdEYXipYo5WxKZKSyW0axJClPF7bI+tyC4FbA8FzfHBBfRz8nZvpgG6EGVbaZVefOfPNc1+d+EF5bQjqrDuc7G9gVBH4sDh+8MBsqVy+z91R1X6xQZpw7Vq/pJc5wrSa1tCAXoGq8NrVZz71/KXw0jmrhDWXWkWq6H8leOfqfkYufz9KrBCJxCnrM6S6Kkkvc5Bpva+SAfRaWEeZxq4+05/0nnlNy28sLI12SwRqY95zhEakZF8Ho3NavhRdlTDtF9sv2lkuy+WYS5nVrj5z6tzBB57Kul4lQw3FLSH18LmMEYnE8YUVhEt5QRqg61Ed0CWfjE3oSixIlaA6Dn+gvNsl7QkWQ8K1ayfESpaEcRUhcZdD0idLAjrkQZFIHFXZTEgsrJ0CaCusoxw65MTtja73n/hkH0vi0C4Z1HPs6F4fCcapdLtZ++2v4piWQyd8eqFbJdXftw85s+MP7QRL7L8RJc4QicSZY4j51hvEPPTB+Y8MO9qY3U4kYfpk1gciqotnPmEY42TNP3qDmIfyB/asuHJiyCU7Mr95qw/LN18gEol56l+7Oh3Qi2EVFVD9wAdf/u1KfrBEYB5QR3zm7e5hlosGTTvLYIgLM6iADvjsk3f+Xg6uKwUMIJzPoAJmpC8hX5mJk6ACOuB0yxFN3rzH7IIkEFNfBEiCBJbDi5U4CSqgFz7XJbXf+HOxXZAEsAJ+EjT4JUHYVDz1q9TctV63clO/GZ22UE3Zq9/FAeZP8EolXNqjjmvCaroFNaAtFlkv4y6flwroUsioEkrqHxX724HrZXUco3YZrhh1dinBcnmUkqWxcRKh4Vv8jQ9I449L8YBVpeGtawLROXsW06mCQTr/lmyjotbGCOlQHTw6CSyd8ExMp8q3rbQ9IJ2VBwkdL28dEojOQGIKoBfAolaYcqdORjBU6mQdphMi8vONjiUzlmwdWa13reCFZC7Pw2SsXcQ3NwKSKXgB+8bqxWTSJvf7+eYGjw7D0pH0YTo2kjGiV9gtN/o2fyerjK7HdGy+pUwpx3yFgM5rQZiODWbOqX/agqeelrailW1dNSPDWEJHyWVOSg2h470nHbRkLEtMxXSqNXfRWSSg4x2J6VRbeXS4vtEegA6XOT/kYzrVXfekg3aIyxp/h9tTtddHR8SnsZ3BNBZp/Gn0ufoC0OBypuckprGItw3H7fN/yC6kjVccttD7wbBtEwFzAhUljEEWV1TuYJe1V5pSFkMTEPDcbQLAHpeKx7AA14cBAK98Ow3QNVBFDVTxecIC1SvrDAkotkuqfaM3Qva5PfLKqIyGkyLo0V6mNWkmllJj5W15sHvRlwRSDndhZjVdv4rZTmsSYD5GACxFtH67hCqDn+4unhOHhdRCIecVmqeL0+93+wnZzxcyxifEdAcLqbXyNjdYR98SCKk3YF61Xb+Cl/U81l2LZQStv8zWXHYrgO7RJXjsXYzyqiWmL/6prU4sJISdBgaOx9oBLGPx3al1i8vwQSTj4M1JgPkEFQ2UWshbnd+xPdjwGSoI6XmdQAJJCQSZReGo1PGjwj1S5QwQlUyRT86LJCp1Vm5nZtv2WL/fqXTI0O9/xtzquvAmzvb72c0323pOeSS3pSpBkErigTrvPSAU/TG3uclaCduRAehVUM4SKKcQTUh0xgi21Vi4Gfo8+hDe//FFqcIna4kTy1pytywPx3FaJzTYNwJzXNL1KzlGhBHIPWV1fs1FibVSuQbLWsqXNZSN1jUx3kMNIIvXhqqmY1lLfb9frvSLFmvwYgbmuJSM4aJ1XL+xLWC0tG8QiPceEH9ZkzdiWfVQFvrVO0Ryi5Ol46JlDSArvtknq7wYj0z1vr3aYsCupua62OV+BVzuHx4ZgScR9WjpMGqjonbJsBLugcI1IfwJVgg3wTrCtNZJsePqfRF7kmuKbznY5wX3wFZLP+/QAXohXO4t09jV539kF1nc3E1aImMlrKVCs4z5+QUqk1GfpzU/aI5/Zk8aoJchnJWH49Z5reHxG74u2D/KQEUVZuqNhmmq5Em6Mao0VfLYidoxWnOyOX7zP/A6c1mXcM+EWyRz68xYD7dILnL59kyi5I9fJ3Dv/wQf1RYArhhUNWH4csEPXyv+nXX00/BgSv1DgC6HcVmOFgTjzGfeCXuon1uiPkt6ITIZjxfZ2bH6ybcJEkb03Khx3nPhW5V+SN5SIj6DQ56+RJBeH5LxQw7wkM0cMql0MqArIbIBpq1nVbfT+m7wLj/ktz5kSlQFB905DudqA8nVZvwYSZGL3TB6XwKnL2FpuD014CZISUTBqdBIw+2mZ9CzFjubkDe3vVQGk2/BAZynDV4fhBIWffkCLHr4ZTzqNWp8RSW2Q7AXClT3HM1DXNNptOrUZ05XvffSClU2t4uguxUCHIL5t/KipDc4mYKt5+AOOdAXoQc3vTr1SYlEGukamIMf9siuRA976Df0dhzhPewRn41B2c9j0J3hEmr2E00uAOiaCId8l1KnNFzTXXP/lJAoDZdGrh2dk1akD4PPvJQa9fPziyyZJpPHHH3SVBRp2WIqlPdDwE+6nzSMxWvQGRAmNXmYNHJYTq7ZmjxsKILmGnPyDIWW+UZDpgfCB+SmpyItA/cVRpqVqAKJ+yeDrsjAtF9coZsv3RTZMn/Dka4NLXs7Irs2He86sH/DEW8Eqgk1VWNOoYWRo4q2WAZMhUpYk+ki4l7VbnEz7o5UJg1x0aRKRw9bG6kJNwOXM8Qpc8qdSudw5yinypngHOec4NQ6dc4pzhk7g8LB7C3QeXSPQ04bgTyOXLiMLsSeV4HZe+EFfaLIIbd88vesue7RyRu8BwY8ByUSl7PTuWtmGAbpaxEo8jy5wFYLfBfYaiPiRoDZL6ANv0TKId8wOeu+S1nR9zPyKJFimaEel85g6xtD4BlsfSm+C2x9aYR35nh0YQYpkcnW8aCvBFtHvO8CW8fE820gDeQ1wUftEsOW1i+1llZZV9ZUWp8A43uyTlhOnvLkRn8oazWGtcqiP4/uezL3o1ZZ9MnC2TVUT3fNrmHwKaPX6Vq2Beq43+ljXf7fu7tfZPdVp3LPeMk8Y9DvN117uUmblW7Ty+SzTEolaGvfAtJAAeJU87/nxAXq0P8dq2y5Ugkm2qaAAjTVy/E9Jvyy8Lemdfku/JQ/91zhlEk3JCqXq4k6QZ0+A6iNIiqSiqQS0HskNZo7s6/BIzS1I586OJQ6n0f9TUStojyhVB41inpyNvWMCP77/SzqJ5oakFOn3wfU+n6a2toPKDXVf5ym3pJRNdSreurIUUD1ZFDtFHX7GE2151CxgtcfIqi/AiqdSkJ/E6h07rPvnHTPa/7f0qgkagaVTk2lkigdNR3d0aF3eHU6Vwq/pvPqSPK7B1/vA8oNqMPovRe9z4DX0Bu6y15MouKRwSTufTLvs++dLZNMJVMz0XkSOk+ikqkZVBKVQqWg7/B8CAT8AKudAk2y5Kah13RUAta3533acB2IKDQEfcz7PyloKvQgNyJVkadN2RP8zy74v6b8C169c6NlMwAA";
