import { Link } from "react-router";
import { fullName, type Person } from "~/models/person";
import { Avatar } from "./avatar";
import { Disclosure } from "./disclosure";

export function UserMenu({ person }: { person: Person }) {
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
        <Link className="menu-item" to="/profile">
          Profile
        </Link>
        <a className="menu-item" href="/api/logout">
          Sign Out
        </a>
      </div>
    </Disclosure>
  );
}
