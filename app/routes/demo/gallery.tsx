import type { Route } from "./+types/gallery";
import { refuseOutsideDemo } from "./parts/demo.server";
import { Gallery } from "./parts/gallery-page";

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
