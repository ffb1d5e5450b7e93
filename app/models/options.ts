type Labelled = Record<string, { label: string }>;

export const valuesOf = <Options extends Labelled>(options: Options) =>
  Object.keys(options) as [keyof Options & string, ...(keyof Options & string)[]];

export const optionsOf = <Options extends Labelled>(options: Options) =>
  valuesOf(options).map((value) => ({ value, label: labelOf(options, value) }));

export const plainOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const labelOf = <Options extends Labelled>(options: Options, value: keyof Options): string =>
  (options[value] as Options[keyof Options]).label;

export const valuesWhere = <Options extends Labelled>(
  options: Options,
  isWanted: (facts: Options[keyof Options]) => boolean,
) => valuesOf(options).filter((value) => isWanted(options[value]));

export const valueIn = <Options extends Labelled>(
  options: Options,
  text: unknown,
): (keyof Options & string) | undefined =>
  typeof text === "string" && Object.hasOwn(options, text) ? text : undefined;

export type Option = { value: string; label: string };

export const labelIn = (options: readonly Option[], value: string): string | undefined =>
  options.find((option) => option.value === value)?.label;
