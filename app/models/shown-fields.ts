/** Returns some fields of a row, or some columns of a table. */
export const pick = <Row extends object, Name extends keyof Row>(row: Row, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;

/** Leaves out what a row does not have: a page with many rows is much smaller. */
export const present = <Row extends object>(row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value)) as Partial<Row>;
