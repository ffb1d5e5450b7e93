import type { ComponentProps } from "react";
import { NoMailServer } from "~/ui/no-mail-server";
import { LetterWarnings } from "./letter-warning";

export function Recipients({ recipients }: { recipients: { name: string; email: string }[] }) {
  // The warnings say so.
  if (recipients.length === 0) return null;
  return (
    <div>
      <p>These users of the city get an email, and read the letter in their portal:</p>
      <ul className="list-disc pl-5">
        {recipients.map(({ name, email }) => (
          <li key={email}>
            {name} <span className="small">{email}</span>
          </li>
        ))}
      </ul>
      <NoMailServer />
    </div>
  );
}

export const Obstacles = ({ obstacles }: { obstacles: string[] }) => (
  <WarningList warnings={obstacles.map((what) => ({ what, items: [] }))} />
);

type WarningsProps = ComponentProps<typeof LetterWarnings>;

/** What is shown here counts as confirmed; what another cover note lacks does not. */
export const Warnings = ({ warnings }: WarningsProps) => (
  <>
    <WarningList warnings={warnings} />
    {warnings
      .filter(({ items }) => items.length === 0)
      .map(({ what }) => (
        <input key={what} type="hidden" name="confirmed" value={what} />
      ))}
  </>
);

const WarningList = ({ warnings }: WarningsProps) =>
  warnings.length > 0 && (
    <ul className="note list-disc pl-8">
      <LetterWarnings warnings={warnings} />
    </ul>
  );
