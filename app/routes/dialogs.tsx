import { Fragment } from "react";
import { Outlet, useLocation } from "react-router";
import { dialogHandle } from "~/ui/page-address";

export { DialogError as ErrorBoundary } from "~/ui/error-page";

export const handle = dialogHandle;

/** The dialogs over a page. A dialog at another address is another one: it keeps nothing of the one before. */
export default function Dialogs() {
  return (
    <Fragment key={useLocation().pathname}>
      <Outlet />
    </Fragment>
  );
}
