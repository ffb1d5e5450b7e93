import { Link } from "react-router";
import { fullName, type Person } from "~/models/person";
import { Avatar } from "./avatar";
import { PlainBadge } from "./badge";
import { Disclosure } from "./disclosure";
import { HeaderSearch } from "./header-search";
import { Menu } from "./icons";
import { usePagePath } from "./page-address";
import { ProductLogo } from "./product-logo";

export type TopNavigationProps = {
  links: { to: string; label: string }[];
  accountLinks: { to: string; label: string; isDocument?: boolean }[];
  roleLabel: string | null;
  person: Person;
};

export function TopNavigation({ links, accountLinks, roleLabel, person }: TopNavigationProps) {
  return (
    <header className="top">
      <Link to="/" className="home">
        <ProductLogo />
      </Link>
      <nav aria-label="Main">
        <div className="top-links">
          <NavigationLinks links={links} />
        </div>
        <Disclosure
          className="top-menu"
          summary={
            <>
              <Menu />
              Menu
            </>
          }
        >
          <div className="top-list">
            <NavigationLinks links={links} />
          </div>
        </Disclosure>
      </nav>
      <div className="top-end">
        <HeaderSearch />
        {roleLabel && <PlainBadge tone="blue">{roleLabel}</PlainBadge>}
        <UserMenu links={accountLinks} person={person} />
      </div>
    </header>
  );
}

function NavigationLinks({ links }: Pick<TopNavigationProps, "links">) {
  // Routes match paths in any case.
  const pathname = usePagePath().toLowerCase();
  const isCurrent = (to: string) => pathname === to || (to !== "/" && pathname.startsWith(`${to}/`));
  return links.map(({ to, label }) => (
    <Link key={to} to={to} aria-current={isCurrent(to) ? "page" : undefined}>
      {label}
    </Link>
  ));
}

type UserMenuProps = { links: TopNavigationProps["accountLinks"]; person: Person };

function UserMenu({ links, person }: UserMenuProps) {
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
        {links.map(({ to, label, isDocument }) => (
          <Link key={to} className="menu-item" to={to} reloadDocument={isDocument}>
            {label}
          </Link>
        ))}
      </div>
    </Disclosure>
  );
}
