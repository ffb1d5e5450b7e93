import { correctionColumns } from "~/models/corrections/correction-columns";
import { readCorrectionFilter } from "~/models/corrections/correction-filter";
import { listCorrections } from "~/models/corrections/correction-list.server";
import { type Permit, readPermit } from "~/models/permits/permit-scope.server";
import { handleByMethod, idOf } from "~/platform/api/api.server";
import { sendCsv } from "~/platform/http/csv.server";
import { viewerOf } from "~/platform/http/viewer.server";
import type { Route } from "./+types/corrections-csv";

export const loader = ({ request, params, url, context }: Route.LoaderArgs) =>
  handleByMethod(request, {
    GET: async () => {
      const viewer = viewerOf(context, "permit.browse");
      const permit = await readPermit(viewer, idOf(params.id));
      const rows = await listCorrections(viewer, permit, readCorrectionFilter(url.searchParams));
      return sendCsv({ viewer, request, fileName: fileNameOf(permit) }, correctionColumns, [], [rows]);
    },
  });

export const action = loader;

const fileNameOf = ({ urban37PermitNumber, revisionNumber }: Permit): string => {
  const name = [urban37PermitNumber, revisionNumber].filter(Boolean).join("-");
  return `corrections-${name}.csv`;
};
