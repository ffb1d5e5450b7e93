import { Menu, MenuButton, MenuHeading, MenuItem, MenuItems, MenuSection } from "@headlessui/react";
import { Link } from "react-router";
import { UserMenuHeading, UserMenuLabel, type UserMenuProps } from "./user-menu";

export function DressedUserMenu({
  person,
  profileTo,
  signOutTo,
  takesFocus,
}: UserMenuProps & { takesFocus: boolean }) {
  return (
    <Menu as="div" className="user-menu">
      <MenuButton autoFocus={takesFocus}>
        <UserMenuLabel person={person} />
      </MenuButton>
      <MenuItems modal={false} className="menu">
        <MenuSection>
          <MenuHeading>
            <UserMenuHeading person={person} />
          </MenuHeading>
          <MenuItem>
            <Link className="menu-item" to={profileTo}>
              Profile
            </Link>
          </MenuItem>
          <MenuItem>
            <a className="menu-item" href={signOutTo}>
              Sign Out
            </a>
          </MenuItem>
        </MenuSection>
      </MenuItems>
    </Menu>
  );
}
