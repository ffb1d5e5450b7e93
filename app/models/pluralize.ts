/** Returns '1 permit' or '1,240 permits'. */
export const pluralize = (count: number, singular: string, plural: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;
