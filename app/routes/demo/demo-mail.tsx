import type { Route } from "./+types/demo-mail";
import { loadDemoMail } from "./parts/demo.server";
import { DemoMailPage } from "./parts/demo-mail-page";

export const handle = { scripts: false };

export const loader = (_: Route.LoaderArgs) => loadDemoMail();

export default function DemoMail({ loaderData }: Route.ComponentProps) {
  return <DemoMailPage emails={loaderData} />;
}
