import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import InviteUser from "~/routes/cities/dialogs/invite-user";
import { CityUsersCard } from "~/routes/cities/parts/city-users-card";
import NewEmployee from "~/routes/employees/dialogs/new-employee";
import ReleaseLetter from "~/routes/letters/dialogs/release-letter";
import ReturnReview from "~/routes/letters/dialogs/return-review";
import { textOf } from "~/testing/rendered";
import { NewPasswordLink } from "./accounts/one-time-secret";
import { PasswordLinkText } from "./accounts/password-link";

/** Returns the text of a part of a page with a mail server or without. */
function textWith(hasMailServer: boolean, part: ReactNode): string {
  const Page = createRoutesStub([{ id: "root", path: "*", Component: () => part }]);
  const hydrationData = { loaderData: { root: { hasMailServer } } };
  return textOf(renderToStaticMarkup(<Page initialEntries={["/"]} hydrationData={hydrationData} />));
}

const clerk = { name: "Carla Diaz", email: "carla@oakville.example" };
const release = { loaderData: { recipients: [clerk], warnings: [], obstacles: [] } };
const employee = { loaderData: { constraint: {}, idempotencyKey: "a-key-of-sixteen-letters" } };
const invitation = { loaderData: { idempotencyKey: "a-key-of-sixteen-letters" } };
const returned = { loaderData: { discipline: "Fire", reviewer: "Lee Tran", obstacle: null } };

const parts: Record<string, () => ReactNode> = {
  "a new link": () => <NewPasswordLink secret={{ email: clerk.email, link: "/set-password" }} />,
  "the dialog of a new link": () => <PasswordLinkText {...clerk} isInvited />,
  "a city without users": () => <CityUsersCard users={[]} />,
  "an invitation": () => <InviteUser {...(invitation as unknown as Parameters<typeof InviteUser>[0])} />,
  "a new employee": () => <NewEmployee {...(employee as unknown as Parameters<typeof NewEmployee>[0])} />,
  "a release": () => <ReleaseLetter {...(release as unknown as Parameters<typeof ReleaseLetter>[0])} />,
  "a returned review": () => (
    <ReturnReview {...(returned as unknown as Parameters<typeof ReturnReview>[0])} />
  ),
};

test.each(Object.entries(parts))("%s says whether its email is sent", (_, part) => {
  const [withServer, without] = [textWith(true, part()), textWith(false, part())];
  expect(withServer).not.toMatch(/mail server/i);
  expect(withServer).toMatch(/email/i);
  expect(without).toMatch(/no mail server/i);
  expect(without).not.toMatch(/by email|emailed|(?:gets?|receives) an email|Send/);
});
