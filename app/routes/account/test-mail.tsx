import { loadTestMail } from "~/pages/demo/test-mail.server";
import { TestMailPage } from "~/ui/demo/test-mail-page";
import type { Route } from "./+types/test-mail";

export const meta: Route.MetaFunction = () => [{ title: "Test mail · Redline" }];
export const handle = { scripts: false };

export const loader = (_: Route.LoaderArgs) => loadTestMail();

export default function TestMail({ loaderData }: Route.ComponentProps) {
  return <TestMailPage letters={loaderData} />;
}
