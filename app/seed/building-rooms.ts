import { inUnit, unitsOf } from "./building-layout";
import { light, type Pen, range, thin } from "./drawing-pen";

type Room = readonly [x: number, y: number, name: string, number: number, width: number, depth: number];

const groundRooms: Room[] = [
  [12, 13, "CLASSROOM A", 1, 24, 26],
  [36, 13, "CLASSROOM B", 2, 24, 26],
  [4.6, 30, "WC", 3, 9, 7],
  [4.6, 37, "STAFF", 4, 9, 7],
  [20, 34, "DAY CARE LOBBY", 5, 22, 14],
  [35.6, 34, "OFFICE", 6, 9, 14],
  [44, 34, "STORAGE", 7, 8, 14],
  [60, 10, "TRASH / RECYCLING", 8, 24, 20],
  [52.6, 30, "STAIR 1", 9, 9, 20],
  [65, 35.4, "ELEVATOR LOBBY", 10, 15, 10],
  [80, 7.5, "LEASING", 11, 16, 14],
  [96, 7.5, "FITNESS", 12, 16, 14],
  [112, 10, "BIKE STORAGE", 13, 16, 14],
  [85, 19.5, "SERVICE CORRIDOR", 14, 30, 10],
  [80, 33, "MAIL ROOM", 15, 16, 16],
  [96, 33, "FIRE PUMP", 16, 16, 16],
  [112, 34.5, "MAIN ELECTRICAL", 17, 16, 12],
  [80, 44.6, "CORRIDOR", 18, 119, 8],
  [22, 72, "SHOP 1", 19, 40, 40],
  [8, 54, "BACK OFFICE", 20, 16, 12],
  [48, 66, "MAIN LOBBY", 21, 16, 40],
  [73, 74, "SHOP 2", 22, 32, 40],
  [68, 53.6, "WC", 23, 8, 10],
  [80, 53.6, "STOCK ROOM", 24, 15, 10],
  [106, 74, "SHOP 3", 25, 32, 40],
  [96, 54.5, "KITCHEN", 26, 15, 12],
  [112, 54.5, "WC", 27, 15, 12],
];

export function drawRoomNames(pen: Pen, level: number, gray = 0): void {
  const write = (place: Pen, x: number, y: number, name: string, number: string, area: number) => {
    const half = place.units(name.length * 3.3);
    place.box(x - half, y + place.down(-8), half * 2, place.down(33), { weight: 0, fill: 1 });
    place.text(x, y, name, { size: 9, isBold: true, align: "center", gray });
    const below = place.down(11);
    place.box(x - place.units(12), y + place.down(3), place.units(24), place.down(11), { weight: 0.5, gray });
    place.text(x, y + below, number, { size: 7.5, align: "center", gray });
    place.text(x, y + place.down(23), `${area} SF`, { size: 7, align: "center", gray });
  };
  if (level === 1) {
    for (const [x, y, name, number, width, depth] of groundRooms)
      write(pen, x, y, name, `1${String(number).padStart(2, "0")}`, width * depth);
    return;
  }
  write(pen, 52.6, 30, "STAIR 1", `${level}90`, 180);
  write(pen, 65, 35.4, "ELEV. LOBBY", `${level}91`, 150);
  write(pen, 84, 44.6, "CORRIDOR", `${level}92`, 952);
  write(pen, 60, 14, "STUDIO", `${level}03`, 480);
  for (const unit of unitsOf(level)) {
    const inside = inUnit(pen, unit);
    write(inside, 5.8, 6, "BEDROOM 1", `${unit.number}A`, 158);
    write(inside, 5.8, 17, "BEDROOM 2", `${unit.number}B`, 92);
    write(inside, 18, 8, "LIVING", `${unit.number}C`, 216);
    write(inside, 4.6, 28, "BATH", `${unit.number}D`, 58);
    write(inside, 13.4, 29, "ENTRY", `${unit.number}F`, 64);
  }
}

/** Stairs, elevators and what is built in. */
export function drawFixtures(pen: Pen, level: number, gray = 0.45): void {
  const paint = { weight: 0.5, gray };
  drawCore(pen, paint);
  if (level === 1) drawGroundFixtures(pen, paint);
  else for (const unit of unitsOf(level)) drawUnitFixtures(inUnit(pen, unit), paint);
}

function drawCore(pen: Pen, paint: { weight: number; gray: number }): void {
  pen.lines(
    range(23, 35.2, 0.92).map((y) => [
      [48.6, y],
      [56.4, y],
    ]),
    paint,
  );
  pen.lines(
    [
      [
        [52.5, 23],
        [52.5, 35.2],
      ],
      [
        [50.5, 34],
        [50.5, 24],
        [50.1, 25.2],
      ],
      [
        [50.5, 24],
        [50.9, 25.2],
      ],
    ],
    paint,
  );
  pen.text(51, 36.4, "UP", { size: 7, gray: paint.gray });
  for (const x of [57.8, 64.8]) {
    pen.box(x, 21, 5.6, 7.4, paint);
    pen.lines(
      [
        [
          [x, 21],
          [x + 5.6, 28.4],
        ],
        [
          [x + 5.6, 21],
          [x, 28.4],
        ],
      ],
      paint,
    );
  }
}

function drawGroundFixtures(pen: Pen, paint: { weight: number; gray: number }): void {
  const small = range(0, 5).map((index): [number, number, number, number] => [3 + index * 3.4, 5, 2.2, 3.2]);
  pen.boxes(
    [...small, ...small.map(([x, y, w, h]): [number, number, number, number] => [x + 24, y + 14, w, h])],
    paint,
  );
  pen.circles(
    [
      [7, 20],
      [14, 20],
      [36, 9],
      [43, 9],
    ],
    2,
    paint,
  );
  pen.circles(
    [7, 14].flatMap((x) =>
      range(0, 315, 45).map((angle) => [x + 2.7 * Math.cos(angle), 20 + 2.7 * Math.sin(angle)] as const),
    ),
    0.5,
    paint,
  );
  toilet(pen, 2, 27.4, paint);
  toilet(pen, 66, 51.5, paint);
  toilet(pen, 117, 51.5, paint);
  const shelves = [
    [5, 64, 14],
    [5, 69, 14],
    [5, 76, 14],
    [58, 62, 12],
    [58, 66, 12],
    [90, 66, 14],
    [90, 70, 14],
  ];
  for (const [x = 0, y = 0, length = 0] of shelves) {
    pen.box(x, y, length, 2, paint);
    pen.lines(
      range(x + 2, x + length - 1, 2).map((at) => [
        [at, y],
        [at, y + 2],
      ]),
      paint,
    );
  }
  pen.box(28, 62, 9, 2.4, paint);
  pen.box(74, 62, 12, 2.4, paint);
  pen.boxes(
    [
      [90, 49.4, 13, 2.4],
      [90, 57, 8, 2.4],
      [44, 54, 8, 2.6],
      [60, 3, 10, 4],
      [50, 3, 8, 5],
    ],
    paint,
  );
  pen.boxes(
    range(0, 10).map((index) => [106 + index * 1.2, 2, 0.3, 5.6]),
    paint,
  );
  pen.boxes(
    range(0, 4).map((index) => [106 + index * 2.6, 37, 2.4, 2.2]),
    paint,
  );
  pen.boxes(
    range(0, 7).map((index) => [73 + index * 1.6, 38, 1.5, 1.4]),
    paint,
  );
  pen.circles(
    [
      [93, 32],
      [99, 32],
    ],
    1.6,
    paint,
  );
  pen.lines(
    [
      [
        [40.4, 88],
        [40.4, 92],
        [55.6, 92],
        [55.6, 88],
      ],
    ],
    light,
  );
  pen.hatch(40.4, 48.4, 15.2, 39, 2, 45, { weight: 0.25, gray: 0.8 });
  pen.hatch(40.4, 48.4, 15.2, 39, 2, 135, { weight: 0.25, gray: 0.8 });
}

function drawUnitFixtures(pen: Pen, paint: { weight: number; gray: number }): void {
  // Beds, a sofa, a table with chairs.
  pen.boxes(
    [
      [2.6, 7, 5.2, 6.2],
      [3, 11.9, 2, 1.1],
      [5.4, 11.9, 2, 1.1],
      [2.4, 15, 5.6, 4.2],
    ],
    paint,
  );
  pen.boxes(
    [
      [13, 3, 2.8, 7],
      [13, 3, 0.8, 7],
      [19, 4.5, 2, 4],
    ],
    paint,
  );
  pen.circle(16.4, 17, 1.9, paint);
  pen.boxes(
    [
      [15.8, 14, 1.2, 1],
      [15.8, 19.2, 1.2, 1],
      [13.4, 16.4, 1, 1.2],
      [18.6, 16.4, 1, 1.2],
    ],
    paint,
  );
  // The kitchen.
  pen.boxes(
    [
      [21.5, 18, 2.1, 14.2],
      [21.6, 20, 1.9, 2.5],
      [21.5, 25, 2.1, 2.6],
      [17, 22, 2.4, 8],
      [21.2, 29.5, 2.4, 2.7],
    ],
    paint,
  );
  pen.circles(
    [
      [22.1, 25.7],
      [23, 25.7],
      [22.1, 26.9],
      [23, 26.9],
    ],
    0.32,
    paint,
  );
  // The bath, and the laundry.
  toilet(pen, 5.4, 31.4, paint);
  pen.boxes(
    [
      [0.6, 26, 2.6, 5.4],
      [0.9, 26.3, 2, 4.8],
      [0.6, 33.5, 5, 2.6],
      [0.6, 36.4, 5, 2.6],
      [18, 36.9, 2.6, 2.6],
      [20.8, 36.9, 2.6, 2.6],
    ],
    paint,
  );
  pen.circles(
    [
      [19.3, 38.2],
      [22.1, 38.2],
      [3.1, 34.8],
    ],
    0.85,
    paint,
  );
  // The closet's rod.
  pen.line(0.6, 23.5, 11.7, 23.5, { ...paint, dash: [4, 3] });
  // The balcony.
  pen.lines(
    [
      [
        [12.6, 0],
        [12.6, -5],
        [22.6, -5],
        [22.6, 0],
      ],
      [
        [12.9, 0],
        [12.9, -4.7],
        [22.3, -4.7],
        [22.3, 0],
      ],
    ],
    thin,
  );
  pen.hatch(12.9, -4.7, 9.4, 4.2, 0.55, 90, { weight: 0.25, gray: 0.75 });
}

function toilet(pen: Pen, x: number, y: number, paint: { weight: number; gray: number }): void {
  pen.box(x, y - 0.6, 1.6, 0.7, paint);
  pen.circle(x + 0.8, y - 1.4, 0.75, paint);
}
