import { queryOf } from "~/models/address";
import { correctionPageSize } from "~/models/corrections/correction";
import { answerLine } from "~/models/corrections/correction-answer.server";
import { readCorrectionFilter } from "~/models/corrections/correction-filter";
import { countCorrections, listCorrections } from "~/models/corrections/correction-list.server";
import { pack } from "~/models/packed";
import { nearestPage, rowsBefore } from "~/models/paging";
import { permitNumberText } from "~/models/permits/permit";
import { permitAddress } from "~/models/permits/permit-address";
import { permitNotFound, readPermit } from "~/models/permits/permit-scope.server";
import { pluralize } from "~/models/pluralize";
import { pick, present } from "~/models/shown-fields";
import { idOf } from "~/platform/api/api.server";
import { noteOnShortSearch } from "~/platform/db/text-search.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { Card, EmptyState } from "~/ui/card";
import { Correction, placeOf } from "~/ui/corrections/correction-lines";
import { ResultCount, withNotes } from "~/ui/filter-form";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { PermitNumber } from "~/ui/permit-number";
import { PermitStrip } from "~/ui/permit-strip";
import { useUnpacked } from "~/ui/use-unpacked";
import { loadStrip } from "../permits/parts/load-strip.server";
import type { Route } from "./+types/corrections";
import { CorrectionFilters } from "./parts/correction-filters";

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const viewer = viewerOf(context, "permit.browse");
  const permit = await readPermit(viewer, idOf(params.id, permitNotFound(viewer)));
  const filter = readCorrectionFilter(url.searchParams);
  const total = await countCorrections(viewer, permit, filter);
  const page = nearestPage(Number(url.searchParams.get("page")), total, correctionPageSize);
  const offset = rowsBefore(page, correctionPageSize);
  const rows = await listCorrections(viewer, permit, filter, { limit: correctionPageSize, offset });
  return pack({
    permit: pick(permit, "id", "urban37PermitNumber", "revisionNumber", "projectName"),
    strip: await loadStrip(viewer, permit, request),
    back: permitAddress(viewer, permit.id),
    filter,
    rows: rows.map(toLine),
    total,
    page,
    note: noteOnShortSearch(filter.q),
  });
}

function toLine({ backChecks, count, answer, ...row }: Awaited<ReturnType<typeof listCorrections>>[number]) {
  return {
    ...pick(row, "id", "discipline", "kind", "status", "text", "reviewCycle"),
    ...present(pick(row, "sheet", "codeReference", "newReason")),
    number: count,
    ...(backChecks.length > 0 && { earlier: backChecks }),
    ...(answer && { answer: answerLine(answer) }),
  };
}

export default function Corrections({ loaderData }: Route.ComponentProps) {
  const { permit, strip, back, filter, rows, total, page, note } = useUnpacked(loaderData);
  const query = (changes: { page?: number } = {}) => queryOf({ ...filter, ...changes });
  return (
    <>
      <PageHeader
        back={{ to: back, label: "Back to the permit" }}
        title={
          <>
            Corrections of{" "}
            <span className="inline-block">
              <PermitNumber permit={permit} />
            </span>
          </>
        }
        documentTitle={`Corrections of ${permitNumberText(permit)}`}
        subtitle={permit.projectName}
        strip={<PermitStrip strip={strip} />}
        actions={
          total > 0 && (
            <a className="button" href={`/permits/${permit.id}/corrections.csv${query()}`}>
              Download CSV
            </a>
          )
        }
      />
      <Card
        title="Corrections"
        aside={<ResultCount>{withNotes(pluralize(total, "correction", "corrections"), [note])}</ResultCount>}
        flush
      >
        <CorrectionFilters filter={filter} />
        {rows.length === 0 ? (
          <EmptyState title="No corrections found" />
        ) : (
          <ul>
            {rows.map((correction) => (
              <Correction
                key={correction.id}
                correction={correction}
                hasOpenRemarks
                place={`${correction.reviewCycle} · ${correction.discipline} · ${placeOf(correction)}`}
              />
            ))}
          </ul>
        )}
        {total > 0 && (
          <Pager
            page={page}
            total={total}
            size={correctionPageSize}
            noun="corrections"
            href={(number) => query({ page: number }) || "?"}
          />
        )}
      </Card>
    </>
  );
}
