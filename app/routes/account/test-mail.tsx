import { loadDemoMail } from "~/pages/demo/demo.server";
import { DemoMailPage } from "~/ui/demo/demo-mail-page";
import type { Route } from "./+types/test-mail";

export const handle = { scripts: false };

export const loader = (_: Route.LoaderArgs) => loadDemoMail();

export default function DemoMail({ loaderData }: Route.ComponentProps) {
  return <DemoMailPage emails={loaderData} />;
}
