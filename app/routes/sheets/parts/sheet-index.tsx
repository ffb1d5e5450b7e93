import { Link } from "react-router";
import { queryOf } from "~/models/address";
import { disciplines } from "~/models/discipline";
import { pluralize } from "~/models/pluralize";
import { sheetsOnPage } from "~/models/sheets/sheet-filter";
import { LabelBadge, PlainBadge } from "~/ui/badge";
import { Card, EmptyState } from "~/ui/card";
import { FilterForm, FilterSelect, ResultCount } from "~/ui/filter-form";
import { Pager } from "~/ui/pager";
import { SheetThumbnail } from "~/ui/sheets/sheet-thumbnail";
import type { SheetsData } from "./load-sheets.server";

type Data = { data: SheetsData };
type Sheet = SheetsData["sheets"][number];

export function SheetIndex({ data }: Data) {
  const { filter, sheets, total, page, base } = data;
  const title = filter.reviewCycle ? `Sheets of ${filter.reviewCycle}` : "Current set";
  return (
    <Card
      title={title}
      id="sheets"
      aside={<ResultCount className="small">{pluralize(total, "sheet", "sheets")}</ResultCount>}
      flush
    >
      <Filters data={data} />
      {total === 0 ? (
        <EmptyState title={emptyTitle(data)} hint={emptyHint(data)} />
      ) : (
        <ul className="sheets">
          {sheets.map((sheet) => (
            <li key={sheet.id}>
              <SheetLink sheet={sheet} base={base} />
            </li>
          ))}
        </ul>
      )}
      {total > sheetsOnPage && (
        <Pager
          page={page}
          total={total}
          size={sheetsOnPage}
          noun="sheets"
          href={(number) => `${base}${queryOf({ ...filter, page: number })}#sheets`}
        />
      )}
    </Card>
  );
}

const hasFilter = ({ filter }: SheetsData): boolean => Object.values(filter).some(Boolean);

const emptyTitle = (data: SheetsData): string => (hasFilter(data) ? "No sheets found" : "No sheets yet");

const emptyHint = (data: SheetsData): string =>
  hasFilter(data)
    ? "Choose another discipline or review cycle."
    : "The pages of uploaded PDF files appear here once they are checked.";

function Filters({ data: { filter, disciplines, cycles } }: Data) {
  return (
    <FilterForm values={filter}>
      <FilterSelect
        name="discipline"
        label="Discipline"
        placeholder="All disciplines"
        options={disciplines}
      />
      <FilterSelect
        name="reviewCycle"
        label="Review cycle"
        placeholder="Current set"
        options={cycles.map((value) => ({ value, label: value }))}
      />
      <FilterSelect
        name="corrections"
        label="Corrections"
        placeholder="With and without"
        options={[{ value: "with", label: "With corrections" }]}
      />
    </FilterForm>
  );
}

function SheetLink({ sheet, base }: { sheet: Sheet; base: string }) {
  const { number, title, reviewCycle, state, isWithdrawn, isCurrent, isDoubtful, corrections } = sheet;
  const total = corrections.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Link to={`${base}/${sheet.id}`}>
        <SheetThumbnail sheet={sheet} />
        <span className="sr-only">Sheet </span>
        <span className="sheet-name">{sheet.name}</span>
        {title && <span className="small block break-words">{title}</span>}
        {number === null && <span className="small block">No number yet · {sheet.fileName}</span>}
      </Link>
      <span className="small">{reviewCycle}</span> {state && <LabelBadge of={state} />}{" "}
      {isDoubtful && <PlainBadge tone="yellow">Twice in its file</PlainBadge>}
      {isWithdrawn && <PlainBadge tone="grey">Withdrawn</PlainBadge>}
      {!isCurrent && !isWithdrawn && <PlainBadge tone="grey">Not in the current set</PlainBadge>}{" "}
      {corrections.length > 0 && (
        <span className="small block">
          {pluralize(total, "correction", "corrections")}:{" "}
          {corrections.map(({ discipline, count }, index) => (
            <span key={discipline}>
              {index > 0 && ", "}
              <span className="sr-only">{discipline}</span>
              <span aria-hidden="true">{disciplines[discipline].code}</span> {count}
            </span>
          ))}
        </span>
      )}
    </>
  );
}

type DocumentsProps = Pick<SheetsData, "documents" | "base">;

export function Documents({ documents, base }: DocumentsProps) {
  if (documents.length === 0) return null;
  return (
    <Card title="Documents" id="documents" flush>
      {documents.map(({ id, fileName, reviewCycle, total, pages }) => (
        <details key={id} className="cycle">
          <summary>
            {fileName}{" "}
            <span className="small">
              {reviewCycle} · {pluralize(total, "page", "pages")}
            </span>
          </summary>
          <ul className="row card-body">
            {pages.map((page) => (
              <li key={page.id}>
                <Link to={`${base}/${page.id}`}>
                  <SheetThumbnail sheet={page} />
                  <span className="small block">
                    <span className="sr-only">{fileName}, </span>
                    {page.name}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </Card>
  );
}
