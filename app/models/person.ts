export type Person = {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  profileImageUrl?: string | null;
};

/** First and last name, as far as they are known; empty without either. */
export function fullName({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string {
  return [firstName, lastName]
    .map((name) => name?.trim())
    .filter(Boolean)
    .join(" ");
}

/** What somebody is called in lists: the full name, or the e-mail of who has none. */
export const displayName = (person: Pick<Person, "firstName" | "lastName"> & { email: string }): string =>
  fullName(person) || person.email;

/** One or two letters for an avatar. */
export function initials({ firstName, lastName, email }: Person): string {
  const emails = firstLetter(firstName) + firstLetter(lastName);
  return emails || firstLetter(email) || "U";
}

function firstLetter(text?: string | null): string {
  const [letter = ""] = text?.trim() ?? "";
  return letter.toUpperCase();
}

/** A whole name in its two parts: the first word, and the rest. */
export function splitName(name: string): { firstName: string; lastName: string | null } {
  const [firstName = "", ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") || null };
}
