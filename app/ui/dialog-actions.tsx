import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { SubmitButton } from "./post-form";

type DialogActionsProps = ComponentProps<typeof SubmitButton> & { closeTo: string; others?: ReactNode };

/** The last row of a dialog's form: the submit button, other buttons, and the link that cancels. */
export function DialogActions({ closeTo, tone = "primary", others, ...button }: DialogActionsProps) {
  return (
    <div className="actions">
      <SubmitButton tone={tone} {...button} />
      {others}
      <Link to={closeTo} replace preventScrollReset>
        Cancel
      </Link>
    </div>
  );
}
