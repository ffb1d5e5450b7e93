export type Person = {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  profileImageUrl?: string | null;
};

export function fullName({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string {
  return [firstName, lastName]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(" ");
}

export const personName = (person: Pick<Person, "firstName" | "lastName"> & { email: string }): string =>
  fullName(person) || person.email;

/** As the history names an applicant, whom only the link is known of. */
export const applicantName = ({ linkId }: { linkId: number }): string => `Applicant (link ${linkId})`;

export function initials({ firstName, lastName, email }: Person): string {
  const letters = firstLetter(firstName) + firstLetter(lastName);
  return letters || firstLetter(email) || "U";
}

function firstLetter(text?: string | null): string {
  const [letter = ""] = text?.trim() ?? "";
  return letter.toUpperCase();
}

export function splitName(name: string): { firstName: string; lastName: string | null } {
  const [firstName = "", ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") || null };
}

export const mailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
