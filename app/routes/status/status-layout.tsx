import { isRouteErrorResponse, Outlet, useMatches, useParams, useRouteError } from "react-router";
import { invalidLink, statusPath } from "~/models/status-links/status-link";
import { DocumentTitle } from "~/ui/document-title";
import { ErrorContent } from "~/ui/error-page";
import { SkipLinks } from "~/ui/page-frame";
import { Panel } from "~/ui/panel";
import { ProductLogo } from "~/ui/product-logo";
import type { Route } from "./+types/status-layout";

/** No page here needs scripts; they load only with an open dialog. */
export const handle = { scripts: "in-dialogs" };

/** The address of each page and file here is a secret, and none is for a search engine. */
export const middleware: Route.MiddlewareFunction[] = [
  async (_sent, next) => {
    const response = await next();
    response.headers.set("Referrer-Policy", "no-referrer");
    response.headers.set("X-Robots-Tag", "noindex, nofollow");
    return response;
  },
];

type City = { name: string; logo: string | null };

export default function StatusLayout() {
  const allData = useMatches().map(({ loaderData }) => loaderData as { statusCity?: City } | undefined);
  const city = allData.find((data) => data?.statusCity)?.statusCity;
  return (
    <>
      <SkipLinks />
      <header className="top portal">
        <ProductLogo />
        {city?.logo && <img src={city.logo} alt={`${city.name} logo`} className="portal-logo" />}
        {city && <strong className="min-w-0">{city.name}</strong>}
      </header>
      <main className="page">
        <Outlet />
      </main>
    </>
  );
}

/** Also of a link that is wrong, revoked or over, which looks the same for each. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { token } = useParams();
  if (!isRouteErrorResponse(error) || error.status !== 404) {
    return (
      <main className="page">
        <ErrorContent />
      </main>
    );
  }
  const { message, hint } = (error.data ?? {}) as { message?: string; hint?: string };
  const title = message ?? "Page Not Found";
  const isBelowLink = message !== invalidLink && token !== undefined;
  return (
    <main className="page">
      <DocumentTitle isError>{title}</DocumentTitle>
      <Panel title={title}>
        {isBelowLink ? (
          <p>
            It is not here any more. <a href={`${statusPath}/${token}`}>Open the permit</a>
          </p>
        ) : (
          <p>{hint ?? "If you still need it, ask whoever gave you this link for a new one."}</p>
        )}
      </Panel>
    </main>
  );
}
