import { ButtonLink } from "~/ui/button";

type Step = { to: string; label: string } | null;

type PeriodNavigationProps = { unit: "month" | "week"; previous: Step; next: Step };

export const PeriodNavigation = ({ unit, previous, next }: PeriodNavigationProps) => (
  <nav aria-label={unit === "month" ? "Months" : "Weeks"} className="row">
    {previous && (
      <ButtonLink to={previous.to} size="small" preventScrollReset>
        <span aria-hidden="true">←</span>
        <span className="sr-only">Previous {unit},</span> {previous.label}
      </ButtonLink>
    )}
    {next && (
      <ButtonLink to={next.to} size="small" preventScrollReset>
        <span className="sr-only">Next {unit},</span> {next.label}
        <span aria-hidden="true">→</span>
      </ButtonLink>
    )}
  </nav>
);
