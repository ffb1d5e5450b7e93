import { planFileStore } from "~/models/files/file-store.server";

/** Gives rows that share the files of samples a copy each. `keyOf` chooses its key. */
export async function withOwnFiles<Row extends { fileKey: string }>(
  rows: Row[],
  keyOf: (row: Row) => string,
): Promise<Row[]> {
  return Promise.all(
    rows.map(async (row) => {
      const fileKey = keyOf(row);
      await planFileStore.copy(row.fileKey, fileKey);
      return { ...row, fileKey };
    }),
  );
}
