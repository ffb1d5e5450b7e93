/** Points are the unit of a page. */
export const pointsPerInch = 72;
