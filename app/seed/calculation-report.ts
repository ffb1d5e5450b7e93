import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { heavy, medium, Pen, range, thin } from "./drawing-pen";
import { pdfSurface, startPage } from "./drawing-surfaces";
import { columnsOf, table } from "./sheet-annotations";

const page = { width: 612, height: 792, left: 72, right: 558 };
type Report = { project: string; address: string; date: string };
type Line = readonly [name: string, formula: string, result: string];

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

const heading = (pen: Pen, y: number, words: string) => {
  pen.text(page.left, y, words, { size: 13, isBold: true });
  pen.line(page.left, y + 4, page.right, y + 4, thin);
};

function drawLines(pen: Pen, y: number, lines: readonly Line[]): number {
  for (const [index, [name, formula, result]] of lines.entries()) {
    const baseline = y + index * 19;
    pen.text(page.left + 6, baseline, name, { size: 10 });
    pen.text(page.left + 130, baseline, formula, { size: 10 });
    pen.text(page.right - 6, baseline, result, { size: 10, isBold: true, align: "right" });
  }
  return y + lines.length * 19;
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

type Beam = { name: string; span: number; load: number; size: string; modulus: number };
const beams: Beam[] = [
  { name: "FB-1, floor beam at line 2", span: 24, load: 1.02, size: "GLB 6-3/4 x 21", modulus: 496 },
  { name: "FB-2, floor beam at line 4", span: 20, load: 0.94, size: "GLB 5-1/8 x 19-1/2", modulus: 325 },
  { name: "RB-1, roof beam", span: 24, load: 0.62, size: "GLB 5-1/8 x 18", modulus: 277 },
  { name: "HDR-1, header at storefront", span: 12, load: 1.24, size: "3-1/2 x 14 PSL", modulus: 114 },
  { name: "TB-1, transfer beam", span: 24, load: 2.85, size: "W18 x 50", modulus: 88.9 },
];

function beamPage({ name, span, load, size, modulus }: Beam, index: number): (pen: Pen) => void {
  return (pen) => {
    heading(pen, 96, `${4 + index}  Beam ${name}`);
    drawBeam(pen, span, load);
    const [moment, shear] = [(load * span ** 2) / 8, (load * span) / 2];
    const stress = (moment * 12) / modulus;
    const allowed = size.startsWith("W") ? 33 : 2.4;
    const lines: Line[] = [
      ["Span", "Simple span, center to center of supports", `${span.toFixed(1)} ft`],
      ["Load", "Tributary width x (dead + live)", `${load.toFixed(2)} klf`],
      ["Moment", `w L^2 / 8 = ${load.toFixed(2)} x ${span}^2 / 8`, `${moment.toFixed(1)} k-ft`],
      ["Shear", `w L / 2 = ${load.toFixed(2)} x ${span} / 2`, `${shear.toFixed(1)} kips`],
      ["Trial size", size, `S = ${modulus} in^3`],
      ["Bending stress", `M / S = ${moment.toFixed(1)} x 12 / ${modulus}`, `${stress.toFixed(2)} ksi`],
      ["Allowable", "Adjusted for duration and volume", `${allowed.toFixed(2)} ksi`],
      ["Ratio", "Stress / allowable", `${(stress / allowed).toFixed(2)}   OK`],
      ["Deflection", `L / ${Math.round(250 + span * 9)}, limit L / 240`, "OK"],
      ["Bearing", "R / (b x Fc), 5-1/2 inches provided", "OK"],
    ];
    drawLines(pen, 470, lines);
    pen.box(page.left, 674, 486, 34, { ...medium, fill: 0.94 });
    pen.text(page.left + 12, 695, `USE ${size}`, { size: 13, isBold: true });
  };
}

function drawBeam(pen: Pen, span: number, load: number): void {
  const [left, right] = [110, 520];
  pen.box(left, 170, right - left, 8, { ...medium, fill: 0.8 });
  pen.lines(
    range(left, right, 20.5).flatMap(
      (x) =>
        [
          [
            [x, 136],
            [x, 168],
          ],
          [
            [x - 3, 162],
            [x, 168],
            [x + 3, 162],
          ],
        ] as const,
    ),
    thin,
  );
  pen.line(left, 136, right, 136, medium);
  pen.text(315, 130, `w = ${load.toFixed(2)} klf`, { size: 9, align: "center" });
  for (const x of [left, right])
    pen.polygon(
      [
        [x, 178],
        [x - 9, 194],
        [x + 9, 194],
      ],
      { ...medium, fill: 1 },
    );
  pen.lines(
    [
      [
        [left, 210],
        [right, 210],
      ],
      [
        [left, 206],
        [left, 214],
      ],
      [
        [right, 206],
        [right, 214],
      ],
    ],
    thin,
  );
  pen.text(315, 206, `${span}'-0"`, { size: 9, align: "center" });
  pen.polygon(
    [
      [left, 290],
      [left, 250],
      [right, 330],
      [right, 290],
    ],
    { ...thin, fill: 0.9 },
  );
  pen.text(left - 8, 270, "V", { size: 11, isBold: true, align: "right" });
  const curve = range(0, 20).map(
    (step) => [left + ((right - left) * step) / 20, 420 - (step * (20 - step) * 60) / 100] as const,
  );
  pen.polygon(curve, { ...thin, fill: 0.9 });
  pen.text(left - 8, 400, "M", { size: 11, isBold: true, align: "right" });
  pen.lines(
    [
      [
        [left, 290],
        [right, 290],
      ],
      [
        [left, 420],
        [right, 420],
      ],
    ],
    medium,
  );
}

function drawWallDesign(pen: Pen): void {
  heading(pen, 96, "9  Retaining wall, 6 feet of backfill");
  pen.polygon(
    [
      [200, 130],
      [214, 130],
      [218, 330],
      [290, 330],
      [290, 352],
      [170, 352],
      [170, 330],
      [200, 330],
    ],
    { ...heavy, fill: 0.88 },
  );
  pen.line(218, 150, 400, 150, heavy);
  pen.hatch(218, 150, 180, 12, 8, 45, thin);
  pen.polygon(
    [
      [440, 150],
      [440, 330],
      [520, 330],
    ],
    { ...thin, fill: 0.94 },
  );
  pen.lines(
    range(160, 320, 16).map((y) => [
      [440 + ((y - 150) * 80) / 180, y],
      [440, y],
    ]),
    thin,
  );
  pen.text(530, 334, "35 pcf", { size: 9 });
  pen.lines(
    [
      [
        [208, 140],
        [210, 345],
        [285, 345],
      ],
    ],
    { weight: 1.8, gray: 0 },
  );
  drawLines(pen, 400, [
    ["Pressure at base", "35 x 6.67 ft", "233 psf"],
    ["Force", "1/2 x 233 x 6.67", "778 plf"],
    ["Overturning", "778 x 6.67 / 3", "1,730 ft-lb"],
    ["Resisting", "Wall, footing and soil on the heel", "4,180 ft-lb"],
    ["Safety", "4,180 / 1,730, minimum 1.5", "2.42   OK"],
    ["Sliding", "0.35 x 2,240 + 250 x 1.0 = 1,034", "1.33"],
    ["Key", "Add a 12-inch key: 1,284 / 778", "1.65   OK"],
    ["Toe pressure", "P / A x (1 + 6 e / B)", "1,870 psf   OK"],
    ["Stem bars", "#5 at 16 inches, d = 5.3 inches", "0.23 in^2/ft"],
    ["Stem moment", "1.6 x 1,730 / (0.9 x 60 x 4.9)", "0.13 in^2/ft   OK"],
  ]);
}

const footings = [5, 6, 7] as const;

function footingPage(size: number, index: number): (pen: Pen) => void {
  return (pen) => {
    heading(pen, 96, `${10 + index}  Footing F${size}`);
    pen.box(180, 150, 240, 60, { ...heavy, fill: 0.88 });
    pen.box(280, 118, 40, 32, { ...medium, fill: 0.95 });
    pen.circles(
      range(195, 405, 21).map((x) => [x, 200]),
      3,
      { ...thin, fill: 0 },
    );
    pen.line(190, 194, 410, 194, { weight: 2, gray: 0 });
    pen.lines(
      range(180, 420, 16).map((x) => [
        [x, 240],
        [x, 214],
      ]),
      thin,
    );
    pen.text(300, 256, `q = 2,500 psf     B = ${size}'-0"`, { size: 10, align: "center" });
    const capacity = size ** 2 * 2.5;
    const next = drawLines(pen, 290, [
      ["Area", `${size} x ${size}`, `${size ** 2} sq ft`],
      ["Capacity", `${size ** 2} x 2.5 ksf`, `${capacity.toFixed(1)} kips`],
      ["Weight", "Concrete at 150 pcf", `${(size ** 2 * 0.25).toFixed(1)} kips`],
      ["Net capacity", "Capacity less weight", `${(capacity - size ** 2 * 0.25).toFixed(1)} kips`],
      ["Depth", "d = 20 - 3 - 0.75", "16.25 in"],
      ["Punching shear", "Vu / (0.75 x 4 x 55 x bo x d)", `${(0.42 + index * 0.11).toFixed(2)}   OK`],
      ["Beam shear", "Vu / (0.75 x 2 x 55 x b x d)", `${(0.31 + index * 0.09).toFixed(2)}   OK`],
      ["Bars", `${size + 1} #6 each way`, `${((size + 1) * 0.44).toFixed(2)} sq in`],
    ]);
    const loads = grids.map((name, row) => [
      name,
      String(22 + ((row * 17 + size * 5) % 30)),
      String(18 + ((row * 13 + size * 3) % 26)),
      `F${5 + ((row + size) % 3)}`,
      (0.61 + ((row * 7 + size) % 9) * 0.04).toFixed(2),
    ]);
    table(
      pen,
      page.left,
      next + 16,
      "COLUMN LOADS",
      columnsOf(["GRID", 100], ["DEAD (KIPS)", 110], ["LIVE (KIPS)", 110], ["FOOTING", 86], ["RATIO", 80]),
      loads,
    );
  };
}
const grids = ["A-1", "A-2", "A-3", "B-1", "B-2", "B-3", "C-1", "C-2", "C-3", "D-2", "E-2"];
