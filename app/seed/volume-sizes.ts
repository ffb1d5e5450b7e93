/** The rows of every table for a number of permits, and how they are shared out. */
export type VolumeSizes = ReturnType<typeof volumeSizes>;

const largestCityShare = 0.12;
const smallestCity = 5;
const maxCities = 300;
const maxReviewers = 400;
const fewestReviewers = 12;
const permitsPerCity = 10;
/** With fewer permits, the corrections of full reviews would be most of all. */
const fewestForFullReviews = 1_000;
/** Cities below this number cannot have the shares of many: they are equally large. */
const fewCities = 10;

/**
 * With fewer than 3,000 permits there is one city for ten permits and four reviewers for three cities, but at
 * least one city and twelve reviewers.
 */
export function volumeSizes(permits: number) {
  const cityCount = Math.min(maxCities, Math.max(1, Math.floor(permits / permitsPerCity)));
  const reviewers = Math.min(maxReviewers, Math.max(fewestReviewers, Math.round((cityCount * 4) / 3)));
  const assignments = Math.round(permits * 1.9);
  const openAssignments = Math.round(assignments * 0.03);
  const newestPermits = Math.ceil(permits * 0.03);
  return {
    permits,
    cities: citySizes(permits, cityCount),
    reviewers,
    busyReviewers: Math.ceil(reviewers / 10),
    assignments,
    openAssignments,
    newestPermits,
    /** The assignments of the newest permits, enough for all open ones. */
    newestAssignments: Math.max(openAssignments, Math.round(newestPermits * 1.9)),
    timeEntries: Math.round(permits * 0.9),
    comments: permits,
    /** About as many are written. */
    corrections: permits * 2,
    /** Enough for three pages of them. */
    busiestPermitCorrections: Math.min(120, Math.ceil(permits / 25)),
    /** The busiest reviewers, of whom each has a review with as many open corrections as a page has at most. */
    fullReviewers: permits >= fewestForFullReviews ? Math.ceil(reviewers / 10) : 0,
    fullReviewCorrections: 20,
    fullReviewFiles: 5,
    /** The newest permits, of which all reviewed cycles have letters: the letters of all would be a third of the database. */
    permitsWithLetters: Math.ceil(permits / 4),
    busiestPermitComments: Math.min(500, Math.ceil(permits / 2)),
    auditEvents: permits * 3,
    planFiles: Math.round(permits * 0.5),
    fees: Math.round(permits * 0.3),
  };
}

/** Returns the permits of each city, the largest first: 12 % of all, then ever fewer, 5 in the smallest. */
function citySizes(permits: number, count: number): number[] {
  if (count < fewCities) {
    return Array.from({ length: count }, (_, index) => Math.floor((permits + count - 1 - index) / count));
  }
  const largest = Math.round(permits * largestCityShare);
  const steepness = steepnessFor(permits, largest, count);
  const sizes = Array.from({ length: count }, (_, index) =>
    Math.floor(sizeAt(index, largest, count, steepness)),
  );
  sizes[count - 1] = smallestCity;
  let missing = permits - sizes.reduce((sum, size) => sum + size, 0);
  for (let index = 1; missing > 0; index = (index % (count - 2)) + 1) {
    const [before = 0, size = 0] = sizes.slice(index - 1);
    if (size === before) continue;
    sizes[index] = size + 1;
    missing -= 1;
  }
  return sizes;
}

/** A power of the rank, from `largest` at the first city to the smallest at the last. */
function sizeAt(index: number, largest: number, count: number, steepness: number): number {
  const end = count ** -steepness;
  return smallestCity + ((largest - smallestCity) * ((index + 1) ** -steepness - end)) / (1 - end);
}

/** Finds the steepness with which the sizes add up to the permits. */
function steepnessFor(permits: number, largest: number, count: number): number {
  let [low, high] = [-2, 20];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum += sizeAt(index, largest, count, middle);
    if (sum > permits) low = middle;
    else high = middle;
  }
  return high;
}
