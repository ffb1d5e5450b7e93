import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, which begin first, so that none of them runs alone at the end. */
const slowFiles = [
  "app/testing/outside-the-firm.test.ts",
  "app/api/random-corrections.test.ts",
  "app/testing/access.test.ts",
  "app/seed/demo.server.test.ts",
  "app/api/contract.test.ts",
  "app/seed/volume.server.test.ts",
  "app/models/files/picture-store.server.test.ts",
  "app/models/permits/permit-list.server.test.ts",
  "scripts/seed.test.ts",
  "app/models/letters/letter-pdf-drawing.server.test.ts",
  "faults/writes.test.ts",
  "app/seed/demo-servers.server.test.ts",
  "app/models/files/content-removal.server.test.ts",
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const index = slowFiles.findIndex((file) => moduleId.endsWith(`/${file}`));
  return index === -1 ? slowFiles.length : index;
};

/** The order of unit tests: vitest's own knows how long a file takes only after it ran on the same machine. */
export class UnitOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
