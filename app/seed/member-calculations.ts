import { drawLines, heading, type Line, page } from "./calculation-page";
import { heavy, medium, type Pen, range, thin } from "./drawing-pen";
import { columnsOf, table } from "./sheet-annotations";

type Beam = { name: string; span: number; load: number; size: string; modulus: number };
export const beams: Beam[] = [
  { name: "FB-1, floor beam at line 2", span: 24, load: 1.02, size: "GLB 6-3/4 x 21", modulus: 496 },
  { name: "FB-2, floor beam at line 4", span: 20, load: 0.94, size: "GLB 5-1/8 x 19-1/2", modulus: 325 },
  { name: "RB-1, roof beam", span: 24, load: 0.62, size: "GLB 5-1/8 x 18", modulus: 277 },
  { name: "HDR-1, header at storefront", span: 12, load: 1.24, size: "3-1/2 x 14 PSL", modulus: 114 },
  { name: "TB-1, transfer beam", span: 24, load: 2.85, size: "W18 x 50", modulus: 88.9 },
];

export function beamPage({ name, span, load, size, modulus }: Beam, index: number): (pen: Pen) => void {
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

export function drawWallDesign(pen: Pen): void {
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

export const footings = [5, 6, 7] as const;

export function footingPage(size: number, index: number): (pen: Pen) => void {
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
