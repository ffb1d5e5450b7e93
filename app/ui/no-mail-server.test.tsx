import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { CityUsersCard } from "~/routes/cities/parts/city-users-card";
import NewEmployee from "~/routes/employees/dialogs/new-employee";
import { textOf } from "~/testing/rendered";
import { NewPasswordLink } from "./accounts/one-time-secret";
import { PasswordLinkText } from "./accounts/password-link";
import { ReleaseDialog, ReturnDialog } from "./letters/letter-dialogs";

/** Returns the text of a part of a page with a mail server or without. */
function textWith(hasMailServer: boolean, part: ReactNode): string {
  const Page = createRoutesStub([{ id: "root", path: "*", Component: () => part }]);
  const hydrationData = { loaderData: { root: { hasMailServer } } };
  return textOf(renderToStaticMarkup(<Page initialEntries={["/"]} hydrationData={hydrationData} />));
}

const clerk = { name: "Carla Diaz", email: "carla@oakville.example" };
const release = {
  ...{
    name: "release",
    cycle: "PC1",
    letter: "26-001-PC1",
    recipients: [clerk],
    warnings: [],
    obstacles: [],
  },
  ...{
    coverNote: null,
    holdNote: null,
    status: null,
    version: "1.a",
    idempotencyKey: "a-key-of-sixteen-letters",
  },
};
const employee = { loaderData: { constraint: {}, idempotencyKey: "a-key-of-sixteen-letters" } };
const returned = { name: "return", discipline: "Fire", reviewer: "Lee Tran" };

const parts: Record<string, () => ReactNode> = {
  "a new link": () => <NewPasswordLink secret={{ email: clerk.email, link: "/set-password" }} />,
  "the dialog of a new link": () => <PasswordLinkText {...clerk} isInvited />,
  "a city without users": () => <CityUsersCard users={[]} />,
  "a new employee": () => <NewEmployee {...(employee as unknown as Parameters<typeof NewEmployee>[0])} />,
  "a release": () => <ReleaseDialog dialog={release as never} closeTo="/" />,
  "a returned review": () => <ReturnDialog dialog={returned as never} closeTo="/" />,
};

test.each(Object.entries(parts))("%s says whether its email is sent", (_, part) => {
  expect(textWith(true, part())).not.toMatch(/mail server/i);
  expect(textWith(false, part())).toMatch(/no mail server/i);
});
