import { type ComponentType, type SyntheticEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { fullName, type Person } from "~/models/person";
import { Avatar } from "./avatar";
import { Disclosure } from "./disclosure";

export type UserMenuProps = { person: Person; profileTo: string; signOutTo: string };

type DressedProps = UserMenuProps & { takesFocus: boolean };

/** A `details` until somebody comes near it; then Headless UI's menu takes its place while it is closed. */
export function UserMenu(props: UserMenuProps) {
  const [Dressed, setDressed] = useState<ComponentType<DressedProps>>();
  const hadFocus = useRef(false);

  async function dress({ currentTarget: plain }: SyntheticEvent<HTMLDetailsElement>) {
    const { DressedUserMenu } = await import("./user-menu-dressed");
    if (plain.open || plain.matches(":active")) return;
    hadFocus.current = plain.contains(document.activeElement);
    // At once: a press that comes between the look above and the change would be lost.
    flushSync(() => setDressed(() => DressedUserMenu));
  }

  if (Dressed) return <Dressed {...props} takesFocus={hadFocus.current} />;
  return (
    <Disclosure
      className="user-menu"
      summary={<UserMenuLabel person={props.person} />}
      onPointerEnter={dress}
      onPointerLeave={dress}
      onFocus={dress}
      onToggle={dress}
    >
      <div className="menu">
        <UserMenuHeading person={props.person} />
        <Link className="menu-item" to={props.profileTo}>
          Profile
        </Link>
        <a className="menu-item" href={props.signOutTo}>
          Sign Out
        </a>
      </div>
    </Disclosure>
  );
}

export function UserMenuLabel({ person }: { person: Person }) {
  return (
    <>
      <Avatar person={person} />
      <span className="sr-only">Your account</span>
    </>
  );
}

export function UserMenuHeading({ person }: { person: Person }) {
  return (
    <>
      <p>
        <strong>{fullName(person)}</strong>
      </p>
      <p className="small">{person.email}</p>
    </>
  );
}
