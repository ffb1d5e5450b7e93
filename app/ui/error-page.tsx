import { createContext, type ReactNode, use, useEffect } from "react";
import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from "react-router";
import type { loader } from "~/root";
import { AccountPanel } from "./account-panel";
import { ButtonLink } from "./button";
import { Dialog } from "./dialog";
import { DocumentTitle } from "./document-title";
import { useAddress } from "./page-address";
import { PageContext } from "./page-context";
import { SignedIn } from "./page-frame";
import { Panel } from "./panel";

type RefusalData = {
  message?: string;
  hint?: string;
  requiredRoles?: string[];
  continueLink?: { to: string; label: string };
};

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 401) return <SignInPage />;
  return (
    <SignedIn>
      <ErrorContent />
    </SignedIn>
  );
}

export function ErrorContent() {
  const error = useRouteError();
  const frame = useRouteLoaderData<typeof loader>("root")?.frame;
  return isRouteErrorResponse(error) ? (
    <RefusalSheet status={error.status} refusal={error.data as RefusalData} roleLabel={frame?.roleLabel} />
  ) : (
    <FailureSheet error={error} />
  );
}

const IsDialogContext = createContext(false);

export const DialogError = () => (
  <IsDialogContext value={true}>
    <ErrorContent />
  </IsDialogContext>
);

type RefusalSheetProps = { status: number; refusal: RefusalData; roleLabel?: string | null };

function RefusalSheet({ status, refusal, roleLabel }: RefusalSheetProps) {
  const isDialog = use(IsDialogContext);
  const { requiredRoles, message, hint, continueLink } = refusal ?? {};
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
    const isPage = !continueLink && !isDialog;
    return (
      <MessageSheet title={isPage ? "Page Not Found" : (message ?? "")} continueLink={continueLink}>
        <p>
          {isPage
            ? "There is no page at this address. Check it for typing errors, or return to the dashboard."
            : (hint ?? "It may have been deleted, or the address may be wrong.")}
        </p>
      </MessageSheet>
    );
  }
  if (status === 503) {
    return (
      <MessageSheet title="Please try again in a moment">
        <p>{message}</p>
        <p>
          Everything that you have saved is safe. If you have just sent a form, go back: your entries are
          still in it.
        </p>
        <TryAgain />
      </MessageSheet>
    );
  }
  return (
    <MessageSheet title="This could not be done" continueLink={continueLink}>
      <p>{message ?? "The server did not understand the request. Go back, reload the page and try again."}</p>
    </MessageSheet>
  );
}

const TryAgain = () => (
  <p>
    <a href={useAddress()}>Try again</a>
  </p>
);

/** The router's message for a hidden server error. It has no reference, so the page is reloaded to get one. */
const hiddenErrorMessage = "Unexpected Server Error";

function FailureSheet({ error }: { error: unknown }) {
  const { reference } = use(PageContext);
  const isHidden = error instanceof Error && error.message === hiddenErrorMessage;

  useEffect(() => {
    if (isHidden && !document.getElementById("error-reference")?.textContent) window.location.reload();
  }, [isHidden]);

  return (
    <MessageSheet title="Something went wrong here">
      <p>
        Everything that you have saved is safe. Try again. If the problem continues, contact your
        administrator and include this reference.
      </p>
      <p>
        Reference:{" "}
        <code id="error-reference" suppressHydrationWarning>
          {reference}
        </code>
      </p>
      <TryAgain />
    </MessageSheet>
  );
}

type MessageSheetProps = { title: string; continueLink?: RefusalData["continueLink"]; children: ReactNode };

const toDashboard = { to: "/", label: "Return to Dashboard" };

function MessageSheet({ title, continueLink = toDashboard, children }: MessageSheetProps) {
  const content = (
    <>
      {children}
      <UnsentEntries message={title} />
    </>
  );
  if (use(IsDialogContext)) {
    return (
      <Dialog title={title} documentTitle={`Error: ${title}`}>
        <div className="stack">{content}</div>
      </Dialog>
    );
  }
  return (
    <>
      <DocumentTitle isError>{title}</DocumentTitle>
      <Panel
        title={title}
        actions={
          <ButtonLink to={continueLink.to} tone="primary">
            {continueLink.label}
          </ButtonLink>
        }
      >
        {content}
      </Panel>
    </>
  );
}

/** Shown at any address to users who are not signed in; after signing in, they return to that address. */
function SignInPage() {
  const { hasKeptForm } = use(PageContext);
  const address = useAddress();
  const query = address === "/" ? "" : `?${new URLSearchParams({ returnTo: address })}`;
  return (
    <AccountPanel title="Sign in to access your dashboard" documentTitle="Sign in" isError={hasKeptForm}>
      <p>Access permit management tools for your municipality</p>
      {hasKeptForm && (
        <p>
          You were signed out. Your entries are stored for two hours: sign in to check and send them again.
        </p>
      )}
      <a className="button primary w-full" href={`/api/login${query}`}>
        Sign In
      </a>
    </AccountPanel>
  );
}

const isTechnical = (name: string) =>
  /^(formKey|seen|updatedAt|confirmation|keptFiles|suggested.*|returnTo|.*Id)$/.test(name);

/** Returns a label such as 'Project description' for `projectDescription`. */
const labelOf = (name: string) => {
  const words = name
    .replace(/[[\].]+/g, " ")
    .replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function UnsentEntries({ message }: { message: string }) {
  const { unsent } = use(PageContext);
  const typed = unsent?.fields.filter(([name, value]) => value !== "" && !isTechnical(name)) ?? [];
  if (typed.length === 0) return null;
  const { failure, wasSignedOut } = unsent ?? {};
  const reason = wasSignedOut ? "You were signed out before this was sent." : "This was not saved.";
  return (
    <>
      {failure && failure !== message && <p>{failure}</p>}
      <p>{reason} Copy your entries if you still need them:</p>
      <dl>
        {typed.map(([name, value]) => (
          <div key={`${name} ${value}`}>
            <dt>{labelOf(name)}</dt>
            <dd className="whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
