import { personName } from "~/models/person";
import { PasswordLinkButton } from "~/ui/accounts/password-link";
import { SessionsIcon } from "~/ui/accounts/sessions-icon";
import { TwoFactorButton } from "~/ui/accounts/two-factor-off";
import { Avatar } from "~/ui/avatar";
import { PlainBadge } from "~/ui/badge";
import { DeleteIcon, DialogButton, EditIcon } from "~/ui/button";
import { Card, EmptyState } from "~/ui/card";
import { EmailAddress } from "~/ui/email-address";
import { passOnLinkHint, useMailWords } from "~/ui/no-mail-server";
import type { Route } from "../+types/city";

type User = Route.ComponentProps["loaderData"]["users"][number];

export function CityUsersCard({ users }: { users: User[] }) {
  return (
    <Card
      title="City users"
      aside={<DialogButton to="users/invite" size="small" label="Invite user" />}
      flush
    >
      {users.length === 0 ? (
        <NoUsers />
      ) : (
        <ul className="lines">
          {users.map((user) => (
            <UserLine key={user.id} user={user} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function NoUsers() {
  const hint = useMailWords({
    sent: "Each invited user receives an email with a link to set a password.",
    notSent: passOnLinkHint,
  });
  return <EmptyState title="No users yet" hint={hint} />;
}

function UserLine({ user }: { user: User }) {
  const name = personName(user);
  return (
    <li>
      <span className="flex min-w-0 items-center gap-3">
        <Avatar person={user} />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <span>{name}</span>
          {name !== user.email && (
            <span className="small">
              <EmailAddress email={user.email} />
            </span>
          )}
          {user.isInvited && <PlainBadge tone="yellow">Pending Invite</PlainBadge>}
        </span>
      </span>
      <span className="icons">
        <EditIcon to={`users/${user.id}/edit`} name={name} />
        <PasswordLinkButton to={`users/${user.id}/reset-password`} name={name} />
        <SessionsIcon to={`users/${user.id}/sessions`} name={name} />
        {user.hasTwoFactor && <TwoFactorButton to={`users/${user.id}/two-factor`} name={name} />}
        <DeleteIcon to={`users/${user.id}/delete`} name={name} />
      </span>
    </li>
  );
}
