import { type ReactNode, useContext } from "react";
import {
  data,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import { accountLinks, navigationFor } from "./models/navigation";
import { roleLabel } from "./models/policy";
import { pick } from "./models/shown-fields";
import { env } from "./platform/env.server";
import { keptFormMiddleware, ownerField } from "./platform/forms/kept-form.server";
import { outdatedPageMiddleware } from "./platform/http/outdated-page.server";
import { printQueueMiddleware } from "./platform/http/print-queue.server";
import { takeToast } from "./platform/http/toast.server";
import { maybeViewer, referenceMiddleware, viewerMiddleware } from "./platform/http/viewer.server";
import { newReference } from "./platform/log.server";
import { LeaveGuard } from "./ui/leave-guard";
import { keepPageOnLostRequest } from "./ui/lost-request";
import { LostRequestToast } from "./ui/lost-request-toast";
import { useHasDialog } from "./ui/page-address";
import { PageContext } from "./ui/page-context";
import { PageFocus } from "./ui/page-focus";
import { PageProgress } from "./ui/progress";
import { Shortcuts } from "./ui/shortcuts";
import { Toast, ToastRegion } from "./ui/toast";
import { UndoForm } from "./ui/undo-form";

export { ErrorBoundary } from "./ui/error-page";

export const middleware: Route.MiddlewareFunction[] = [
  referenceMiddleware,
  outdatedPageMiddleware,
  viewerMiddleware,
  keptFormMiddleware,
  printQueueMiddleware,
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPageOnLostRequest];

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = maybeViewer(context);
  const { toast, headers } = await takeToast(request);
  const person = viewer && pick(viewer, "firstName", "lastName", "email", "profileImageUrl");
  return data(
    {
      frame: viewer &&
        person && {
          person,
          roleLabel: roleLabel(viewer.role),
          links: navigationFor(viewer),
          accountLinks,
          searchesOnSlash: viewer.searchesOnSlash,
        },
      formOwner: viewer && (await ownerField(request, viewer)),
      toast: toast && { ...toast, key: newReference() },
      hasMailServer: env.SMTP_URL !== undefined,
      savesData: request.headers.get("save-data") === "on",
    },
    { headers },
  );
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={useHasDialog() ? "under-dialog" : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Links />
      </head>
      <body>
        {children}
        <PageFocus />
        {useScripts() && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

/** Sign-in pages and browsers that save data get none; pages that are only read have them only for their dialogs. */
function useScripts(): boolean {
  const { mayHaveScripts } = useContext(PageContext);
  const savesData = useRouteLoaderData<typeof loader>("root")?.savesData;
  const matches = useMatches();
  const hasDialog = useHasDialog();
  const isWithoutScripts = ({ handle, loaderData }: { handle: unknown; loaderData?: unknown }) => {
    const setting = (handle as PageHandle)?.scripts;
    const scripts = typeof setting === "function" ? setting(loaderData) : setting;
    return scripts === false || (scripts === "in-dialogs" && !hasDialog);
  };
  return mayHaveScripts && !savesData && !matches.some(isWithoutScripts);
}

type ScriptSetting = false | "in-dialogs" | undefined;
type PageHandle = { scripts?: ScriptSetting | ((loaderData: unknown) => ScriptSetting) } | undefined;

export default function Root({ loaderData }: Route.ComponentProps) {
  const { toast, frame, formOwner } = loaderData;
  return (
    <>
      <PageProgress />
      {frame && <Shortcuts searchesOnSlash={frame.searchesOnSlash} />}
      {frame && formOwner && <LeaveGuard viewer={frame.person.email} formOwner={formOwner.name} />}
      <Outlet />
      <ToastRegion id="toasts">
        {toast && (
          <Toast key={toast.key} toast={toast}>
            {toast.undo && <UndoForm undo={toast.undo} />}
          </Toast>
        )}
        <LostRequestToast />
      </ToastRegion>
    </>
  );
}
