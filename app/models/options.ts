type Labelled = Record<string, { label: string }>;

/** The keys of a vocabulary, typed, in the order in which they are written. */
export const valuesOf = <Terms extends Labelled>(terms: Terms) =>
  Object.keys(terms) as [keyof Terms & string, ...(keyof Terms & string)[]];

/** A vocabulary as the options of a select. */
export const optionsOf = (terms: Labelled) =>
  Object.entries(terms).map(([value, { label }]) => ({ value, label }));
