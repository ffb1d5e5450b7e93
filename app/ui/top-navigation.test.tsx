import { expect, test } from "vitest";
import { accountLinks } from "~/models/navigation";
import { rendered } from "~/testing/rendered";
import { TopNavigation } from "./top-navigation";

const links = [
  { to: "/", label: "Dashboard" },
  { to: "/permits", label: "Permits" },
];
const person = { firstName: "Ana", lastName: "Diaz", email: "ana@oakville.test" };

const currentLinks = (address: string) =>
  new Set(
    [
      ...rendered(
        <TopNavigation links={links} accountLinks={accountLinks} roleLabel={null} person={person} />,
        address,
      ).matchAll(/aria-current="page"[^>]*>([^<]+)</g),
    ].map(([, label]) => label),
  );

test.each([
  ["/", "Dashboard"],
  ["/permits", "Permits"],
  ["/permits/7", "Permits"],
])("at %s only the link %s is current", (address, label) => {
  expect([...currentLinks(address)]).toEqual([label]);
});
