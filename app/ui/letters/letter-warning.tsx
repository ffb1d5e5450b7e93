import { Fragment } from "react";
import { Link } from "react-router";
import type { ShownWarning } from "~/pages/letters/letter-page.server";

export const LetterWarning = ({ warning: { what, items } }: { warning: ShownWarning }) => (
  <li>
    {what}
    {items.map(({ number, to }, index) => (
      <Fragment key={number}>
        {index === 0 ? ": " : ", "}
        <Link to={to} className="whitespace-nowrap">
          {number}
        </Link>
      </Fragment>
    ))}
  </li>
);
