import { binnedContents, cities, letters, planFiles, stagedFiles, users } from "../tables.server";

/** The columns that refer to stored contents. */
export const contentPlaces = [
  [planFiles, planFiles.contentHash],
  [letters, letters.contentHash],
  [stagedFiles, stagedFiles.contentHash],
  [binnedContents, binnedContents.contentHash],
  [users, users.profileImagePath],
  [cities, cities.logoPath],
  [letters, letters.logoPath],
] as const;
