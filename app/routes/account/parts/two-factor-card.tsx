import { pluralize } from "~/models/pluralize";
import { Card } from "~/ui/card";

type TwoFactorCardProps = { twoFactor: { since: string; recoveryCodes: number } | null };

/** A document of its own, without scripts. */
export const TwoFactorCard = ({ twoFactor }: TwoFactorCardProps) => (
  <Card
    title="Two-factor sign-in"
    aside={<a href="/profile/two-factor">{twoFactor ? "Change" : "Turn on"}</a>}
  >
    {twoFactor ? (
      <p>
        On since {twoFactor.since}.{" "}
        {pluralize(twoFactor.recoveryCodes, "recovery code is left", "recovery codes are left")}.
      </p>
    ) : (
      <p>Off. Turned on, your password alone does not sign you in: you also enter a code of an app.</p>
    )}
  </Card>
);
