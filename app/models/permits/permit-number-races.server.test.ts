import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import type { Connection, Database } from "~/platform/db/transaction.server";
import { holdOpen, openAnother, untilWaiting } from "~/testing/another-server";
import { refused } from "~/testing/refusals";
import { makeCity, makePermit, makeViewer, permitFields } from "~/testing/test-rows";
import { assertActive } from "../cities/city.server";
import type { Viewer } from "../policy";
import { permits } from "../tables.server";
import { PermitSchema } from "./permit.schema.server";
import { createPermit, insertPermit, updatePermit } from "./permit.server";
import { readNumberingCity } from "./permit-number.server";

let administrator: Viewer;
let oak: { id: number; code: string };
let elm: { id: number; code: string };

beforeAll(async () => {
  administrator = await makeViewer("admin");
});

beforeEach(async () => {
  oak = await makeCity("Oakville");
  elm = await makeCity("Elmwood");
});

type Fields = { urban37PermitNumber?: string; revisionNumber?: "rev1" | "rev2" | "none" };

const create = (cityId: number, fields: Fields) =>
  createPermit(administrator, PermitSchema.parse({ ...permitFields, cityId, ...fields }));

const inUse = (number: string, city = "Oakville") => [
  409,
  { urban37PermitNumber: [`${number} is already used by the permit of Harbor Street Apartments, ${city}`] },
];

const numberOf = async ({ id }: { id: number }) =>
  (await db.select({ number: permits.urban37PermitNumber }).from(permits).where(eq(permits.id, id)))[0]
    ?.number;

test("of two cities that give a number at once, the second is refused at the field", async () => {
  const number = `X-${oak.code}`;
  const [first, second] = await Promise.allSettled([
    create(oak.id, { urban37PermitNumber: number }),
    create(elm.id, { urban37PermitNumber: number.toLowerCase() }),
  ]);
  const [failed] = [first, second].filter(({ status }) => status === "rejected");
  expect([first, second].filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((failed as PromiseRejectedResult).reason).toMatchObject({ status: 409 });
});

describe.runIf(isPostgres)(
  "a number that another city gives on another server, and has not committed",
  () => {
    let other: Database;

    beforeAll(async () => {
      other = await openAnother();
    });
    afterAll(() => other.close());

    /** Gives a number in Oakville on the other server; `end` commits it. */
    const giveInOakville = ({ urban37PermitNumber = "", revisionNumber = "none" }: Fields) =>
      holdOpen<Connection>(
        (work) => other.write(work),
        async (tx) => {
          const fields = PermitSchema.parse({ ...permitFields, cityId: oak.id, revisionNumber });
          const { suggestedPermitNumber: _, formKey: __, ...columns } = fields;
          const city = assertActive(await readNumberingCity(tx, oak.id, columns.permitCreationYear));
          return insertPermit(tx, administrator, city, { ...columns, urban37PermitNumber }, []);
        },
      );

    type Command = (number: string) => Promise<{ id: number }>;
    const commands: [string, Command][] = [
      ["a new permit", (number) => create(elm.id, { urban37PermitNumber: number })],
      [
        "a changed number",
        async (number) => {
          const { id } = await makePermit(administrator, elm.id);
          return updatePermit(administrator, id, { urban37PermitNumber: number });
        },
      ],
      [
        "a revision that is removed",
        async (number) => {
          const fields = { urban37PermitNumber: number, revisionNumber: "rev2" };
          const { id } = await makePermit(administrator, elm.id, fields);
          return updatePermit(administrator, id, { revisionNumber: null });
        },
      ],
    ];

    test.each(commands)(
      "is refused for %s once it is committed, with the same words as any other",
      async (_, command) => {
        const number = `X-${oak.code}`;
        const held = await giveInOakville({ urban37PermitNumber: number });
        const outcome = refused(command(number));
        await untilWaiting(1);
        await held.end();
        expect(await outcome).toEqual(inUse(number));
      },
    );

    test.each(commands)("is free for %s if it is not committed", async (_, command) => {
      const number = `X-${oak.code}`;
      const held = await giveInOakville({ urban37PermitNumber: number });
      const given = command(number);
      await untilWaiting(1);
      await held.end(new Error("changed my mind"));
      expect(await numberOf(await given)).toBe(number);
    });

    test("is refused for the same revision only", async () => {
      const number = `X-${oak.code}`;
      const held = await giveInOakville({ urban37PermitNumber: number, revisionNumber: "rev1" });
      const given = create(elm.id, { urban37PermitNumber: number, revisionNumber: "rev2" });
      const outcome = refused(create(elm.id, { urban37PermitNumber: number, revisionNumber: "rev1" }));
      await untilWaiting(1);
      await held.end();
      expect(await numberOf(await given)).toBe(number);
      expect(await outcome).toEqual([
        409,
        {
          urban37PermitNumber: [
            `${number} rev1 is already used by the permit of Harbor Street Apartments, Oakville`,
          ],
        },
      ]);
    });

    test("is skipped by a blank number", async () => {
      const held = await giveInOakville({ urban37PermitNumber: `${elm.code}-26-001` });
      const given = create(elm.id, {});
      await untilWaiting(1);
      await held.end();
      expect(await numberOf(await given)).toBe(`${elm.code}-26-002`);
    });

    test("does not keep a permit from moving to its city", async () => {
      const { id } = await makePermit(administrator, elm.id);
      const held = await giveInOakville({ urban37PermitNumber: `X-${oak.code}` });
      const moving = updatePermit(administrator, id, { cityId: oak.id });
      await untilWaiting(1);
      await held.end();
      expect((await moving).cityId).toBe(oak.id);
    });
  },
);
