import { personName } from "~/models/person";
import type { CityPageData } from "~/pages/cities/city-page.server";
import { PasswordLinkButton } from "../accounts/password-link";
import { Avatar } from "../avatar";
import { Badge } from "../badge";
import { ButtonLink, IconLink } from "../button";
import { Card } from "../card";
import { EmailAddress } from "../email-address";
import { Pencil, Trash } from "../icons";
import { passOnLink, useMailServer } from "../no-mail-server";
import { EmptyState } from "../sheet";

export function CityUsersCard({ users }: Pick<CityPageData, "users">) {
  return (
    <Card
      title="City users"
      aside={
        <ButtonLink to="?dialog=invite" preventScrollReset size="small">
          Invite user
        </ButtonLink>
      }
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
  const hint = useMailServer()
    ? "Each invited user receives an email with a link to set a password."
    : passOnLink;
  return <EmptyState title="No users yet" hint={hint} />;
}

function UserLine({ user }: { user: CityPageData["users"][number] }) {
  const name = personName(user);
  const dialog = (dialogName: string) => `?dialog=${dialogName}&userId=${user.id}`;
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
          {user.isInvited && (
            <Badge tone="yellow" plain>
              Pending Invite
            </Badge>
          )}
        </span>
      </span>
      <span className="icons">
        <IconLink to={dialog("edit-user")} preventScrollReset label={`Edit ${name}`} icon={<Pencil />} />
        <PasswordLinkButton to={dialog("reset-password")} name={name} />
        <IconLink
          to={dialog("delete-user")}
          preventScrollReset
          label={`Delete ${name}`}
          icon={<Trash />}
          tone="danger"
        />
      </span>
    </li>
  );
}
