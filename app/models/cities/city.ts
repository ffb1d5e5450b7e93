/** "Town of", "City and County of" */
const formOfGovernment =
  /^(?:(?:charter|civil|consolidated|home rule|inc\.|incorporated|metro|metropolitan|regional|unified|urban)\s+)?(?:city|town|township|village|county|borough|parish|municipality|plantation|district|territory|commonwealth|state|government)(?:(?:\s+and\s+|\s+&\s+|[-–/])(?:city|town|township|village|county|borough|parish|municipality))?\s+of\b/i;

type NamedCity = { name: string; fullName?: string | null };

/** The names of a city's row. */
export const namesOf = ({
  cityName,
  fullName,
}: {
  cityName: string;
  fullName: string | null;
}): NamedCity => ({
  name: cityName,
  fullName,
});

/** Returns a city's name as documents write it: its own, or "City of" with its name, without "the". */
export function fullCityName({ name, fullName }: NamedCity): string {
  const written = (fullName ?? name).replace(article, "");
  return fullName || formOfGovernment.test(written) ? written : `City of ${name}`;
}

const article = /^the\s+/i;

/** An own name has "the" if it is typed so, or begins with a form of government. */
export function cityInSentence({ name, fullName }: NamedCity): string {
  const written = fullCityName({ name, fullName });
  return fullName && !article.test(fullName) && !formOfGovernment.test(fullName) ? written : `the ${written}`;
}

export const approvedSubmissionsWarning =
  "The city uses corrections, and its submissions are Approved before their plan check. In Process fits better.";
