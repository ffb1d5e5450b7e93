import { type Pen, range } from "./drawing-pen";

/** The positions of the columns, in feet from the north-west corner. */
export const grid = { x: [0, 24, 48, 72, 96, 120], y: [0, 20, 40, 48, 68, 88] };
export const building = { width: 120, depth: 88, storeys: 5 };

type Opening = readonly [
  kind: "window" | "door" | "pair" | "storefront" | "gap",
  at: number,
  width: number,
  hinge?: 0 | 1,
  swing?: 1 | -1,
];
export type Wall = readonly [
  x: number,
  y: number,
  length: number,
  direction: "across" | "down",
  thickness: number,
  openings?: readonly Opening[],
];

const outer = 0.9;
const party = 0.7;
const inner = 0.42;

const windowsOf = (count: number, spacing: number, start: number, width: number): Opening[] =>
  range(0, count - 1).map((index) => ["window", start + index * spacing, width]);
const storefrontsOf = (from: number, to: number): Opening[] =>
  range(from, to - 8, 8).map((at) => ["storefront", at + 0.6, 6.8]);

/** The door of the second shop, which a revision moves. */
const shopDoor = { at: 67.4, movedBy: 8 };

function groundWalls(isDoorMoved: boolean): Wall[] {
  const shopDoorAt = shopDoor.at + (isDoorMoved ? shopDoor.movedBy : 0);
  const shopfront = [...storefrontsOf(0, 40), ...storefrontsOf(56, 120)].filter(
    ([, at]) => at < 96 && Math.abs(at - 16.6) > 1 && Math.abs(at - 64.6 - (isDoorMoved ? 8 : 0)) > 1,
  );
  const south: Opening[] = [
    ...shopfront,
    ["pair", 17, 6, 0, -1],
    ["pair", 45, 6, 0, -1],
    ["pair", shopDoorAt - 2.4, 6, 0, -1],
    ["pair", 101, 6, 0, -1],
    ["storefront", 109, 9],
  ];
  return [
    [
      -0.45,
      0,
      120.9,
      "across",
      outer,
      [...windowsOf(4, 11, 4, 6), ["door", 52, 3, 0, -1], ["window", 62, 5], ...windowsOf(3, 14, 78, 6)],
    ],
    [-0.45, 88, 120.9, "across", outer, south.toSorted((left, right) => left[1] - right[1])],
    [
      0,
      0.45,
      87.1,
      "down",
      outer,
      [
        ["window", 8, 7],
        ["window", 24, 7],
        ["door", 42, 3.4],
        ["storefront", 54, 8],
        ["storefront", 70, 8],
      ],
    ],
    [
      120,
      0.45,
      87.1,
      "down",
      outer,
      [
        ["window", 6, 6],
        ["window", 24, 6],
        ["door", 42, 3.4, 0, -1],
        ["storefront", 56, 8],
        ["storefront", 70, 8],
      ],
    ],
    [
      0.45,
      40,
      119.1,
      "across",
      party,
      [
        ["door", 10, 3],
        ["door", 36, 3],
        ["gap", 55, 6],
        ["door", 75, 3, 0, -1],
        ["door", 92, 3],
        ["pair", 108, 5, 0, -1],
      ],
    ],
    [
      0.45,
      48,
      119.1,
      "across",
      party,
      [
        ["door", 28, 3],
        ["gap", 42.5, 11],
        ["door", 60, 3],
        ["door", 112, 3],
      ],
    ],
    [48, 0.45, 39.2, "down", party, []],
    [72, 0.45, 39.2, "down", party, []],
    [40, 48.35, 39.2, "down", party, []],
    [56, 48.35, 39.2, "down", party, []],
    [88, 48.35, 39.2, "down", party, []],
    [24, 0.45, 26, "down", inner, [["door", 20, 3, 0, -1]]],
    [
      0.45,
      26,
      47.2,
      "across",
      inner,
      [
        ["door", 13, 3, 0, -1],
        ["door", 26, 3, 0, -1],
        ["door", 41, 3],
      ],
    ],
    [9, 26.2, 13.5, "down", inner, [["door", 2, 3, 0, -1]]],
    [31, 26.2, 13.5, "down", inner, [["door", 8, 3, 1]]],
    [40, 26.2, 13.5, "down", inner, []],
    [0.45, 33, 8.3, "across", inner, []],
    [48.35, 20, 23.3, "across", party, [["door", 8, 3, 0, -1]]],
    [57, 20.35, 19.3, "down", party, [["door", 13, 3]]],
    [64, 20.35, 9, "down", party, []],
    [
      57.35,
      29.4,
      14.3,
      "across",
      party,
      [
        ["gap", 1, 4],
        ["gap", 8, 4],
      ],
    ],
    [
      72.35,
      14,
      47.2,
      "across",
      inner,
      [
        ["door", 6, 3, 0, -1],
        ["door", 28, 3, 0, -1],
        ["door", 40, 3, 0, -1],
      ],
    ],
    [
      72.35,
      24,
      30,
      "across",
      inner,
      [
        ["door", 6, 3],
        ["door", 22, 3],
      ],
    ],
    [88, 0.45, 13.4, "down", inner, []],
    [104, 0.45, 39.2, "down", party, [["door", 17, 3, 0, -1]]],
    [88, 24.2, 15.5, "down", inner, []],
    [104.35, 28, 15.2, "across", party, [["pair", 4, 6, 0, 1]]],
    [
      0.45,
      60,
      16,
      "across",
      inner,
      [
        ["door", 4, 3],
        ["gap", 9, 6],
      ],
    ],
    [16.5, 48.35, 11.8, "down", inner, [["door", 5, 3]]],
    [72, 48.35, 10, "down", inner, [["door", 4, 3]]],
    [
      64,
      58.4,
      23.7,
      "across",
      inner,
      [
        ["door", 11, 3],
        ["door", 18, 3],
      ],
    ],
    [64, 48.35, 10, "down", inner, []],
    [104, 48.35, 12, "down", inner, [["door", 6, 3]]],
    [88.35, 60, 15.7, "across", inner, [["gap", 8, 6]]],
  ];
}

const unitFront: Opening[] = [
  ["window", 3, 6],
  ["storefront", 14, 7.5],
];
const frontsOf = (bays: readonly number[]): Opening[] =>
  bays.flatMap((bay) =>
    unitFront.map(
      ([kind, at, width]): Opening => [kind, bay * 24 + (bay % 2 ? 24 - at - width : at) + 0.45, width],
    ),
  );

/** A storey of apartments; `isDoorMoved` moves the door of the electrical room. */
function typicalWalls(isDoorMoved: boolean): Wall[] {
  const doors: Opening[] = range(0, 4).map(
    (bay): Opening => ["door", bay * 24 + (bay % 2 ? 18 : 2.6), 3, 0, 1],
  );
  const northDoors = doors.map(
    ([kind, at, width], bay): Opening => (bay === 2 ? ["gap", 55, 6] : [kind, at, width, 0, -1]),
  );
  const party1 = [24, 48, 72, 96];
  return [
    [-0.45, 0, 120.9, "across", outer, frontsOf([0, 1, 2, 3, 4])],
    [-0.45, 88, 120.9, "across", outer, frontsOf([0, 1, 2, 3, 4])],
    [
      0,
      0.45,
      87.1,
      "down",
      outer,
      [
        ["window", 7, 5],
        ["window", 42, 4],
        ["window", 76, 5],
      ],
    ],
    [
      120,
      0.45,
      87.1,
      "down",
      outer,
      [
        ["window", 7, 5],
        ["door", 42, 3.4, 0, -1],
        ["window", 76, 5],
      ],
    ],
    [0.45, 40, 119.1, "across", party, northDoors],
    [0.45, 48, 119.1, "across", party, doors],
    ...party1.flatMap((x): Wall[] => [
      [x, 0.45, 39.2, "down", party, []],
      [x, 48.35, 39.2, "down", party, []],
    ]),
    [48.35, 20, 23.3, "across", party, [["door", isDoorMoved ? 18 : 11, 3, 0, -1]]],
    [57, 20.35, 19.3, "down", party, [["door", 13, 3]]],
    [64, 20.35, 9, "down", party, []],
    [
      57.35,
      29.4,
      14.3,
      "across",
      party,
      [
        ["gap", 1, 4],
        ["gap", 8, 4],
      ],
    ],
  ];
}

/** The walls inside an apartment, whose front is at y = 0. */
export const unitWalls: Wall[] = [
  [
    12,
    0.45,
    25,
    "down",
    inner,
    [
      ["door", 9, 2.8, 0, -1],
      ["door", 17.5, 2.8, 0, -1],
    ],
  ],
  [0.45, 13.5, 11.4, "across", inner, []],
  [0.45, 25.5, 11.6, "across", inner, []],
  [
    9,
    25.7,
    14,
    "down",
    inner,
    [
      ["door", 1.5, 2.6, 0, -1],
      ["door", 8.6, 2.6, 0, -1],
    ],
  ],
  [0.45, 33.2, 8.4, "across", inner, []],
  [0.45, 21.5, 11.4, "across", inner, [["gap", 2, 6]]],
  [17.5, 32.5, 6.2, "across", inner, []],
  [17.5, 32.5, 7.2, "down", inner, [["door", 2, 2.6, 0, 1]]],
];

export type Unit = { number: string; x: number; y: number; isMirrored: boolean; isNorth: boolean };

/** The apartments of a storey. The core takes the back of one bay. */
export const unitsOf = (level: number): Unit[] =>
  range(0, 9)
    .filter((index) => index !== 2)
    .map((index) => {
      const bay = index % 5;
      return {
        number: `${level}${String(index + 1).padStart(2, "0")}`,
        x: bay * 24,
        y: index < 5 ? 0 : 88,
        isMirrored: bay % 2 === 1,
        isNorth: index < 5,
      };
    });

/** A pen with its origin at the front corner of an apartment. */
export const inUnit = (pen: Pen, { x, y, isMirrored, isNorth }: Unit): Pen =>
  pen.at(isMirrored ? x + 24 : x, y, 1, { isMirrored, isUp: !isNorth });

/** The walls of a storey that are not inside an apartment. */
export const wallsOf = (level: number, isDoorMoved: boolean): Wall[] =>
  level === 1 ? groundWalls(isDoorMoved) : typicalWalls(isDoorMoved);
