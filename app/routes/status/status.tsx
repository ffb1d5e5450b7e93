import { PageHeader } from "~/ui/page-header";
import type { Route } from "./+types/status";
import { loadStatus } from "./parts/load-status.server";
import { StatusCards } from "./parts/status-cards";
import { openPermitOfLink } from "./parts/status-link.server";

export const loader = async (sent: Route.LoaderArgs) => loadStatus(await openPermitOfLink(sent));

export default function Status({ loaderData }: Route.ComponentProps) {
  const { permit } = loaderData;
  const number = permit.cityPermitNumber ?? permit.urban37PermitNumber;
  return (
    <>
      <PageHeader
        title={permit.projectName}
        documentTitle={`${number}, ${permit.projectName}`}
        subtitle={permit.projectAddress}
      />
      <StatusCards status={loaderData} />
    </>
  );
}
