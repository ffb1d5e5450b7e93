import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { type RefusedSignIn, SignInRefusalPage } from "~/routes/account/parts/sign-in-refusal-page";
import { rendered } from "~/testing/rendered";
import { DocumentTitle } from "./document-title";
import { PageHeader } from "./page-header";

const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];

function titleAfter(actionData: unknown) {
  const Page = createRoutesStub([{ id: "page", path: "/", Component: () => <PageHeader title="Profile" /> }]);
  return titleOf(
    renderToStaticMarkup(<Page hydrationData={{ loaderData: {}, actionData: { page: actionData } }} />),
  );
}

test("the title of the document is the main heading, or says more than it", () => {
  expect(titleOf(rendered(<PageHeader title="Cities" />))).toBe("Cities · Redline");
  expect(titleOf(rendered(<PageHeader title={<b>OAK-26-001</b>} documentTitle="Edit OAK-26-001" />))).toBe(
    "Edit OAK-26-001 · Redline",
  );
});

test("the title begins with Error after a refused form", () => {
  expect(titleAfter({ submission: { status: "error", error: { name: ["Required"] } } })).toBe(
    "Error: Profile · Redline",
  );
  expect(titleAfter({ submission: { status: "success" }, questions: [] })).toBe("Error: Profile · Redline");
  expect(titleAfter(undefined)).toBe("Profile · Redline");
  expect(titleAfter(null)).toBe("Profile · Redline");
});

test("the title says no error of a form that only came back to be filled in", () => {
  expect(titleAfter({ submission: { initialValue: {}, error: {} } })).toBe("Profile · Redline");
});

test("the title of a refused page begins with Error", () => {
  expect(titleOf(rendered(<DocumentTitle isError>Access Denied</DocumentTitle>))).toBe(
    "Error: Access Denied · Redline",
  );
  const refused: RefusedSignIn = {
    reason: "stale",
    identityProvider: "Oakville ID",
    provider: "Urban37",
    returnTo: "/",
    isSignedIn: false,
    hasPasswords: true,
    reference: "r-1",
  };
  expect(titleOf(rendered(<SignInRefusalPage refused={refused} />))).toBe(
    "Error: This sign-in is over · Redline",
  );
});
