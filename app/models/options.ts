type Labelled = Record<string, { label: string }>;

/** Returns the values of an object of options, typed, in the order of the object. */
export const valuesOf = <Options extends Labelled>(options: Options) =>
  Object.keys(options) as [keyof Options & string, ...(keyof Options & string)[]];

/** Returns the options of a select. */
export const optionsOf = (options: Labelled) =>
  Object.entries(options).map(([value, { label }]) => ({ value, label }));
