import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { SubmitButton } from "./post-form";

type DialogActionsProps = ComponentProps<typeof SubmitButton> & { closeTo: string; others?: ReactNode };

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
