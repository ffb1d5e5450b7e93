import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { drawLines, heading, page } from "./calculation-page";
import { heavy, medium, Pen, range, thin } from "./drawing-pen";
import { beamPage, beams, drawWallDesign, footingPage, footings } from "./member-calculations";
import { pdfSurface, startPage } from "./pdf-surface";
import { columnsOf, table } from "./sheet-annotations";

type Report = { project: string; address: string; date: string };

/** Draws a report of structural calculations on letter paper. The same report always has the same bytes. */
export async function drawCalculationReport(report: Report): Promise<Buffer> {
  const document = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    info: {
      Title: `${report.project}: structural calculations`,
      Creator: "Baker Structural",
      Producer: "Redline",
      CreationDate: new Date(`${report.date}T12:00:00Z`),
    },
  });
  const pen = new Pen(pdfSurface(document));
  const pages = [
    drawTitlePage,
    drawLoads,
    drawSeismic,
    ...beams.map(beamPage),
    drawWallDesign,
    ...footings.map(footingPage),
  ];
  for (const [index, draw] of pages.entries()) {
    startPage(document);
    if (index > 0) drawHead(pen, report, index + 1, pages.length);
    draw(pen, report);
  }
  document.end();
  return buffer(document);
}

function drawHead(pen: Pen, { project, date }: Report, number: number, count: number): void {
  pen.text(page.left, 44, "BAKER STRUCTURAL", { size: 12, isBold: true });
  pen.text(page.left, 57, project, { size: 8.5 });
  pen.text(page.right, 44, `Job 2418.00     ${date}`, { size: 8.5, align: "right" });
  pen.text(page.right, 57, `Sheet ${number} of ${count}`, { size: 8.5, align: "right" });
  pen.line(page.left, 64, page.right, 64, medium);
  pen.lines(
    range(90, 750, 12).map((y) => [
      [page.left, y],
      [page.right, y],
    ]),
    { weight: 0.2, gray: 0.88 },
  );
  pen.lines(
    range(page.left, page.right, 12).map((x) => [
      [x, 78],
      [x, 750],
    ]),
    { weight: 0.2, gray: 0.9 },
  );
}

function drawTitlePage(pen: Pen, { project, address, date }: Report): void {
  pen.box(40, 40, page.width - 80, page.height - 80, medium);
  pen.text(306, 180, "STRUCTURAL CALCULATIONS", { size: 26, isBold: true, align: "center" });
  pen.line(120, 198, 492, 198, heavy);
  pen.text(306, 250, project, { size: 18, align: "center" });
  pen.text(306, 274, address, { size: 13, align: "center" });
  pen.text(306, 330, `${date}     Job 2418.00`, { size: 11, align: "center" });
  pen.circle(306, 450, 62, medium);
  pen.circle(306, 450, 57, thin);
  for (const [index, words] of ["M. BAKER", "S-4621", "STRUCTURAL", "STATE OF CALIFORNIA"].entries()) {
    pen.text(306, 430 + index * 16, words, { size: 8.5, align: "center", isBold: index === 0 });
  }
  pen.text(306, 600, "BAKER STRUCTURAL", { size: 14, isBold: true, align: "center" });
  pen.text(306, 618, "88 Canal Street, Suite 300, Sacramento, CA 95814", { size: 10, align: "center" });
  const contents =
    "Design loads, 2.  Seismic base shear, 3.  Beams, 4 to 8.  Retaining wall, 9.  Footings, 10 to 12.";
  pen.text(306, 680, contents, { size: 9, align: "center" });
}

function drawLoads(pen: Pen): void {
  heading(pen, 96, "1  Design loads");
  const dead = [
    ["Roofing and insulation", "4.0", "-"],
    ["Plywood sheathing", "2.2", "2.2"],
    ["Joists at 16 inches", "2.8", "3.4"],
    ["Gypsum board", "2.8", "5.6"],
    ["Lightweight topping", "-", "13.5"],
    ["Sprinklers, pipes, ducts", "2.0", "3.0"],
    ["Miscellaneous", "1.2", "2.3"],
    ["Total (psf)", "15.0", "30.0"],
  ];
  const next = table(
    pen,
    page.left,
    116,
    "DEAD LOADS",
    columnsOf(["ELEMENT", 246], ["ROOF (PSF)", 120], ["FLOOR (PSF)", 120]),
    dead,
  );
  const live = [
    ["Roof", "20", "CBC 1607.14"],
    ["Dwellings", "40", "CBC Table 1607.1"],
    ["Corridors", "100", "CBC Table 1607.1"],
    ["Balconies", "60", "1.5 x 40"],
    ["Stairs", "100", "CBC Table 1607.1"],
  ];
  const after = table(
    pen,
    page.left,
    next + 24,
    "LIVE LOADS",
    columnsOf(["USE", 246], ["PSF", 120], ["REFERENCE", 120]),
    live,
  );
  heading(pen, after + 40, "2  Materials");
  drawLines(pen, after + 64, [
    ["Concrete", "f'c at 28 days", "3,000 psi"],
    ["Reinforcing", "ASTM A706 Grade 60, fy", "60 ksi"],
    ["Masonry", "f'm, fully grouted", "2,000 psi"],
    ["Lumber", "Douglas fir-larch No. 1, Fb", "1,350 psi"],
    ["Glulam", "24F-V4, Fb", "2,400 psi"],
    ["Soil", "Allowable bearing", "2,500 psf"],
    ["Soil", "Active pressure, level backfill", "35 pcf"],
  ]);
}

function drawSeismic(pen: Pen): void {
  heading(pen, 96, "3  Seismic base shear (ASCE 7-22, 12.8)");
  const next = drawLines(pen, 120, [
    ["Location", "38.44 N, 122.71 W, Site Class D", ""],
    ["SDS", "2/3 x Fa x Ss = 2/3 x 1.0 x 1.68", "1.12 g"],
    ["SD1", "2/3 x Fv x S1 = 2/3 x 1.70 x 0.60", "0.68 g"],
    ["R, Ie", "Light-frame shear walls; Risk Category II", "6.5, 1.0"],
    ["T", "Ct x hn^0.75 = 0.020 x 42^0.75", "0.33 s"],
    ["Cs", "SDS / (R / Ie) = 1.12 / 6.5", "0.172"],
    ["Cs, maximum", "SD1 / (T x R / Ie) = 0.68 / (0.33 x 6.5)", "0.317"],
    ["Cs, minimum", "0.044 x SDS x Ie", "0.049"],
    ["V, strength", "0.172 x 842 kips", "144.8 kips"],
    ["V, allowable", "0.7 x 144.8 kips", "101.4 kips"],
  ]);
  const storeys = [
    ["Roof", "42.0", "146", "6,132", "0.31", "31.4"],
    ["5", "31.5", "174", "5,481", "0.28", "28.1"],
    ["4", "21.0", "174", "3,654", "0.19", "18.9"],
    ["3", "10.5", "174", "1,827", "0.09", "9.4"],
    ["2", "0.0", "174", "-", "-", "-"],
  ];
  const after = table(
    pen,
    page.left,
    next + 14,
    "VERTICAL DISTRIBUTION",
    columnsOf(["LEVEL", 66], ["H (FT)", 84], ["W (KIPS)", 84], ["W X H", 84], ["CVX", 84], ["F (KIPS)", 84]),
    storeys,
  );
  const walls = range(1, 8).map((line) => [
    `Line ${line}`,
    String(18 + line),
    `${(9.2 + line * 1.7).toFixed(1)}`,
    String(380 + line * 44),
    `SW${1 + (line % 4)}`,
    `${(3.1 + line * 0.4).toFixed(1)}`,
  ]);
  table(
    pen,
    page.left,
    after + 24,
    "SHEAR WALLS",
    columnsOf(
      ["LINE", 66],
      ["L (FT)", 84],
      ["V (KIPS)", 84],
      ["V (PLF)", 84],
      ["TYPE", 84],
      ["T (KIPS)", 84],
    ),
    walls,
  );
}
