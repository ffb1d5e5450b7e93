import { queryOf } from "~/models/address";
import { disciplineOptions } from "~/models/discipline";
import { reviewCycleOptions } from "~/models/permits/permit";
import {
  correctionKindOptions,
  correctionPageSize,
  correctionStatusOptions,
} from "~/models/plan-review/correction";
import { pluralize } from "~/models/pluralize";
import type { CorrectionsPageData } from "~/pages/plan-review/corrections-page.server";
import { Card, EmptyState } from "../card";
import { SelectField } from "../fields";
import { FilterForm, ResultCount, SearchField } from "../filter-form";
import { PageHeader } from "../page-header";
import { Pager } from "../pager";
import { PermitNumber, permitNumberText } from "../permit-number";
import { Correction, placeOf } from "./correction-lines";

export function CorrectionsPage({ list }: { list: CorrectionsPageData }) {
  const { permit, back, filter, rows, total, page } = list;
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
        aside={<ResultCount>{pluralize(total, "correction", "corrections")}</ResultCount>}
        flush
      >
        <Filters filter={filter} />
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

const all = (label: string) => ({ value: "all", label });

function Filters({ filter }: Pick<CorrectionsPageData, "filter">) {
  const { q, discipline = "all", status = "all", kind = "all", reviewCycle = "all" } = filter;
  return (
    <FilterForm>
      <SearchField
        id="correction-q"
        name="q"
        value={q}
        placeholder="Text, sheet, code or number (F-3)"
        notSearched="remarks, punctuation"
      />
      <SelectField
        field={{ id: "correction-discipline", name: "discipline", initialValue: discipline }}
        label="Discipline"
        options={[all("All disciplines"), ...disciplineOptions]}
      />
      <SelectField
        field={{ id: "correction-kind", name: "kind", initialValue: kind }}
        label="Kind"
        options={[all("All kinds"), ...correctionKindOptions]}
      />
      <SelectField
        field={{ id: "correction-status", name: "status", initialValue: status }}
        label="Status"
        options={[all("All statuses"), ...correctionStatusOptions]}
      />
      <SelectField
        field={{ id: "correction-cycle", name: "reviewCycle", initialValue: reviewCycle }}
        label="Written in"
        options={[all("All cycles"), ...reviewCycleOptions]}
      />
    </FilterForm>
  );
}
