import { Outlet } from "react-router";
import { SignedIn } from "~/ui/page-frame";

export { ErrorBoundary } from "~/ui/error-page";

export default function Staff() {
  return (
    <SignedIn>
      <Outlet />
    </SignedIn>
  );
}
