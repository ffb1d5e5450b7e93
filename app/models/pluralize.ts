/** '1 permit', '1,240 permits'. */
export const pluralize = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
