import { type ReactNode, useContext, useEffect } from "react";
import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from "react-router";
import type { loader } from "~/root";
import { ButtonLink } from "./button";
import { Frame } from "./frame";
import { ReferenceContext } from "./page-context";
import { Sheet } from "./sheet";
import { SignInPage } from "./sign-in-page";
import { TypedText } from "./typed-text";

/** The data of the domain's refusals and of the router's own errors. */
type Refused = {
  message?: string;
  hint?: string;
  requiredRoles?: string[];
  continueLink?: { to: string; label: string };
};

/** Replaces a page that is refused or fails. Signed-in users still get the navigation. */
export function ErrorBoundary() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loader>("root")?.frame;
  if (isRouteErrorResponse(error) && error.status === 401) return <SignInPage />;
  const content = <ErrorContent />;
  return frame ? <Frame {...frame}>{content}</Frame> : <main className="page">{content}</main>;
}

/** The content of the error page, for a page whose layout remains. */
export function ErrorContent() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loader>("root")?.frame;
  return isRouteErrorResponse(error) ? (
    <RefusedSheet status={error.status} refused={error.data as Refused} roleLabel={frame?.roleLabel} />
  ) : (
    <FailedSheet error={error} />
  );
}

type RefusedSheetProps = { status: number; refused: Refused; roleLabel?: string | null };

function RefusedSheet({ status, refused, roleLabel }: RefusedSheetProps) {
  const continueLink = refused?.continueLink ?? { to: "/", label: "Return to Dashboard" };
  const { requiredRoles, message, hint } = refused ?? {};
  if (requiredRoles || (status === 403 && hint)) {
    return (
      <MessageSheet title="Access Denied" continueLink={continueLink}>
        <p>{message}</p>
        <p>
          Your role: <strong>{roleLabel ?? "None"}</strong>
        </p>
        {requiredRoles ? (
          <p>
            Required: <strong>{requiredRoles.join(" or ")}</strong>
          </p>
        ) : (
          <p>{hint}</p>
        )}
      </MessageSheet>
    );
  }
  if (status === 404) {
    const isPage = !refused?.continueLink;
    return (
      <MessageSheet title={isPage ? "404 Page Not Found" : (message ?? "")} continueLink={continueLink}>
        <p>
          {isPage
            ? "There is no page at this address. Check it for a typing error, or start again from the dashboard."
            : (hint ?? "It may have been deleted, or the address may be wrong.")}
        </p>
      </MessageSheet>
    );
  }
  return (
    <MessageSheet title="This could not be done" continueLink={continueLink}>
      <p>{message ?? "The request was not understood. Go back, reload the page and try again."}</p>
    </MessageSheet>
  );
}

/** The message of an error during client navigation: it has no reference, so the page is reloaded to get one. */
const hiddenErrorMessage = "Unexpected Server Error";

function FailedSheet({ error }: { error: unknown }) {
  const reference = useContext(ReferenceContext);
  const { pathname, search } = useLocation();
  const isHidden = error instanceof Error && error.message === hiddenErrorMessage;

  useEffect(() => {
    if (isHidden && !document.getElementById("error-reference")?.textContent) window.location.reload();
  }, [isHidden]);

  return (
    <MessageSheet title="Something went wrong here" continueLink={{ to: "/", label: "Return to Dashboard" }}>
      <p>
        Everything that was already saved is safe. If trying again does not help, contact your administrator.
      </p>
      <p>
        Reference:{" "}
        <code id="error-reference" suppressHydrationWarning>
          {reference}
        </code>
      </p>
      <p>
        <a href={`${pathname}${search}`}>Try again</a>
      </p>
    </MessageSheet>
  );
}

type MessageSheetProps = { title: string; continueLink: { to: string; label: string }; children: ReactNode };

function MessageSheet({ title, continueLink, children }: MessageSheetProps) {
  return (
    <>
      <title>{`${title} · Redline`}</title>
      <Sheet
        title={title}
        actions={
          <ButtonLink to={continueLink.to} tone="primary">
            {continueLink.label}
          </ButtonLink>
        }
      >
        {children}
        <TypedText />
      </Sheet>
    </>
  );
}
