import { renderToStaticMarkup } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from "react-router";
import { expect, test } from "vitest";
import { accessDenied, allow, type Capability } from "~/models/policy";
import { Refusal } from "~/models/refusal";
import { databaseAway } from "~/platform/db/database-failure.server";
import { textOf } from "~/testing/rendered";
import { makeViewer } from "~/testing/test-rows";
import { ErrorContent } from "./error-page";

/** Returns the text of the error page for a user with a role. */
async function pageText(refusal: Refusal, roleLabel: string | null): Promise<string> {
  const refuse = () => {
    throw refusal;
  };
  const page = { index: true, loader: refuse, Component: () => null, ErrorBoundary: ErrorContent } as const;
  const root = { id: "root", path: "/", loader: () => ({ frame: { roleLabel } }), children: [page] };
  const { query, dataRoutes } = createStaticHandler([root]);
  const context = (await query(new Request("https://redline.test/"))) as StaticHandlerContext;
  const router = createStaticRouter(dataRoutes, context);
  return textOf(
    renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />),
  );
}

async function refusalOf(capability: Capability) {
  const reviewer = await makeViewer("employee", { disciplines: ["Fire"] });
  try {
    allow(reviewer, capability, { isOwn: false });
  } catch (refusal) {
    return refusal as Refusal;
  }
  throw new Error(`A reviewer is allowed ${capability}`);
}

test("Access Denied names the required roles to a user who has none of them", async () => {
  expect(await pageText(await refusalOf("city.manage"), "Employee")).toBe(
    `Error: Access Denied · Redline Access Denied ${accessDenied} Your role: Employee Required: Administrator Return to Dashboard`,
  );
});

test("Access Denied explains the limits of a role to a user who has the required role", async () => {
  const text = await pageText(await refusalOf("assignment.work"), "Employee");
  expect(text).toContain("Access Denied");
  expect(text).toContain(accessDenied);
  expect(text).toContain("Your role: Employee Your role allows this for your own, current work only.");
  expect(text).not.toContain("Required");
});

test("a refusal that does not concern roles shows its own message", async () => {
  const text = await pageText(new Refusal(403, "A comment can be changed for 15 minutes"), "Employee");
  expect(text).toContain("This could not be done A comment can be changed for 15 minutes");
  expect(text).not.toContain("Access Denied");
});

test("a page that is unavailable says why, and that it can be loaded in a moment", async () => {
  const text = await pageText(databaseAway(), null);
  expect(text).toBe(
    "Error: Please try again in a moment · Redline Please try again in a moment The database cannot be reached at the moment. Please try again in a few seconds. Everything that you have saved is safe. If you have just sent a form, go back: your entries are still in it. Try again Return to Dashboard",
  );
});
