import { describe, expect, test } from "vitest";
import { drawnPdf } from "~/testing/drawn-pdf";
import { scanOf } from "~/testing/drawn-scan";
import { withPages } from "~/testing/opened-pages";
import { findDifferences } from "./page-differences.server";
import type { PageDifferences } from "./pdf-task";
import { pointsPerInch } from "./points-per-inch";

const size = { width: 1224, height: 792 };

type Plan = {
  shift?: { x: number; y: number };
  isChanged?: boolean;
  hasWords?: boolean;
  hasRed?: boolean;
  width?: number;
};

/** A plan with rooms, and three changes: a line less, a line more, and another digit. */
const plan = ({ shift, isChanged, hasWords = true, hasRed, width = size.width }: Plan = {}) =>
  drawnPdf(
    (document) => {
      document.translate(shift?.x ?? 0, shift?.y ?? 0).lineWidth(0.7);
      for (let room = 0; room < 40; room += 1) {
        const [x, y] = [80 + (room % 8) * 125, 80 + Math.floor(room / 8) * 125];
        document.rect(x, y, 90 + (room % 3) * 10, 80).stroke("black");
        const color = hasRed && room === 21 ? "red" : "black";
        document
          .moveTo(x, y + 60)
          .lineTo(x + 40, y + 80)
          .stroke(color);
        const name = isChanged && room === 20 ? 147 : 123;
        if (hasWords)
          document
            .fontSize(6.75)
            .fillColor("black")
            .text(`ROOM ${name} ${room}`, x + 10, y + 20, { lineBreak: false });
      }
      if (!isChanged) document.moveTo(190, 120).lineTo(199, 120).stroke();
      if (isChanged) document.moveTo(940, 690).lineTo(949, 690).stroke();
    },
    { ...size, width },
  );

const differencesOf = async (earlier: Promise<Buffer>, later: Promise<Buffer>): Promise<PageDifferences> =>
  withPages(await Promise.all([earlier, later]), findDifferences);

const kindsIn = ({ areas }: PageDifferences) => areas.map(({ kind }) => kind);

const inches = [0, 0.1, 0.25, 0.5, -0.1, -0.25, -0.5];
const shifts = inches.map((inch) => inch * pointsPerInch);

describe.each([true, false])("a drawing with words: %s", (hasWords) => {
  test.each(shifts)("that is %d pt to the right, and half of it up", async (x) => {
    const shift = { x, y: -x / 2 };
    const earlier = plan({ hasWords });
    const same = await differencesOf(earlier, plan({ hasWords, shift }));
    expect(same).toMatchObject({ areas: [], obstacle: null });
    expect(same.shift.x).toBeCloseTo(shift.x, 1);
    expect(same.shift.y).toBeCloseTo(shift.y, 1);

    const changed = await differencesOf(earlier, plan({ hasWords, shift, isChanged: true }));
    expect(kindsIn(changed)).toEqual(hasWords ? ["removed", "changed", "added"] : ["removed", "added"]);
    const [first] = changed.areas;
    expect((first?.left ?? 0) * size.width).toBeCloseTo(190 + shift.x, -0.5);
    expect((first?.top ?? 0) * size.height).toBeCloseTo(120 + shift.y, -0.5);
  });
});

test("a line of another colour has changed", async () => {
  expect(kindsIn(await differencesOf(plan(), plan({ hasRed: true })))).toEqual(["changed"]);
  expect(kindsIn(await differencesOf(plan({ hasRed: true }), plan()))).toEqual(["changed"]);
});

test("very many changes are taken together", async () => {
  const dots = (isThere: boolean) =>
    drawnPdf((document) => {
      document.fontSize(8);
      for (const word of ["ONE", "TWO", "THREE", "FOUR", "FIVE"]) document.text(word);
      for (let dot = 0; isThere && dot < 800; dot += 1)
        document.rect(50 + (dot % 40) * 28, 100 + Math.floor(dot / 40) * 30, 3, 3).fill();
    }, size);
  const { areas } = await differencesOf(dots(false), dots(true));
  expect(areas.length).toBeGreaterThan(0);
  expect(areas.length).toBeLessThanOrEqual(200);
});

test("pages of different sizes are not compared", async () => {
  expect(await differencesOf(plan(), plan({ width: 1000 }))).toMatchObject({ areas: [], obstacle: "size" });
});

describe("scans", () => {
  const scan = async (change: Parameters<typeof scanOf>[1], isChanged = false) =>
    scanOf(await plan({ isChanged }), change);

  test("of the same plan, one of which is less sharp, do not differ", async () => {
    const result = await differencesOf(scan({}), scan({ blur: 0.9 }));
    expect(result).toMatchObject({ areas: [], obstacle: null });
  });

  test("of which one has moved show their changes", async () => {
    const result = await differencesOf(scan({}), scan({ shift: 18 }, true));
    expect(result.obstacle).toBeNull();
    expect(result.areas).toHaveLength(3);
  });

  test("and the drawing itself do not differ", async () => {
    expect(await differencesOf(plan(), scan({}))).toMatchObject({ areas: [], obstacle: null });
  });

  test.each([0.05, 0.1])("that are turned by %d degrees have no false areas", async (turn) => {
    expect((await differencesOf(scan({}), scan({ turn }))).areas).toEqual([]);
  });

  test.each([0.2, 0.5, -1, 3, 180])("that are turned by %d degrees are not compared", async (turn) => {
    expect(await differencesOf(scan({}), scan({ turn }))).toMatchObject({ areas: [], obstacle: "turned" });
  });

  test.each([1.003, 1.01, 0.97])("that are scaled to %d are not compared", async (scale) => {
    expect(await differencesOf(scan({}), scan({ scale }))).toMatchObject({ areas: [], obstacle: "turned" });
  });
});
