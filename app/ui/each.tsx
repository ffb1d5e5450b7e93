import { Fragment, type ReactNode } from "react";

/** The parts of a form or page, in the order of the object; its type says which there must be. */
export const InOrder = ({ of }: { of: Record<string, ReactNode> }) =>
  Object.entries(of).map(([name, part]) => <Fragment key={name}>{part}</Fragment>);
