import { refuseOutsideDemo } from "~/pages/demo/demo.server";
import { Gallery } from "~/ui/demo/gallery";
import type { Route } from "./+types/test-ui";

export function loader(_: Route.LoaderArgs) {
  refuseOutsideDemo();
  return null;
}

export default function TestUi() {
  return (
    <main className="page">
      <Gallery />
    </main>
  );
}
