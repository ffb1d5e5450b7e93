import { Link } from "react-router";
import { fullName, type Person } from "~/models/person";
import { Avatar } from "./avatar";
import { Disclosure } from "./disclosure";

type UserMenuProps = { person: Person; profileTo: string; signOutTo: string };

export function UserMenu({ person, profileTo, signOutTo }: UserMenuProps) {
  return (
    <Disclosure
      className="user-menu"
      summary={
        <>
          <Avatar person={person} />
          <span className="sr-only">Your account</span>
        </>
      }
    >
      <div className="menu">
        <p>
          <strong>{fullName(person)}</strong>
        </p>
        <p className="small">{person.email}</p>
        <Link className="menu-item" to={profileTo}>
          Profile
        </Link>
        <a className="menu-item" href={signOutTo}>
          Sign Out
        </a>
      </div>
    </Disclosure>
  );
}
