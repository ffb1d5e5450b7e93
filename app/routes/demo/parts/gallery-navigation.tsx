import { Card } from "~/ui/card";
import { TopNavigation } from "~/ui/top-navigation";

const links = [
  { to: "/test-ui", label: "Gallery" },
  { to: "/test-mail", label: "Mail" },
  { to: "/test-city", label: "City access" },
  { to: "/test-employee-login", label: "Employee access" },
];

/** Rendered once: two navigation landmarks must not have the same name. */
export function GalleryNavigation() {
  return (
    <Card title="Top navigation and user menu" flush>
      <TopNavigation
        links={links}
        accountLinks={[{ to: "/profile", label: "Profile" }]}
        roleLabel="Administrator"
        person={{ firstName: "Dana", lastName: "Price", email: "dana@redline.test" }}
      />
    </Card>
  );
}
