export const pluralize = (count: number, singular: string, plural: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;
