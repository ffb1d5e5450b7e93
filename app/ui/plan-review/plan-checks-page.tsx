import { Link } from "react-router";
import { labelIn } from "~/models/options";
import { dueStatus } from "~/models/permits/due-date";
import { nextReviewCycle, permitStatuses } from "~/models/permits/permit";
import { notSearchedInPermits, shortSearchNote } from "~/models/permits/permit-filter";
import { planCheckLabel, planCheckWords } from "~/models/plan-checks/plan-check";
import {
  canBeLate,
  planCheckQuery,
  planCheckTabs,
  planCheckViews,
} from "~/models/plan-checks/plan-check-view";
import { pluralize } from "~/models/pluralize";
import type { PlanChecksData } from "~/pages/plan-review/plan-checks-page.server";
import { Badge, LabelBadge, PausedBadge } from "../badge";
import { ButtonLink } from "../button";
import { CountTabs } from "../count-tabs";
import { Day, DueDay } from "../day";
import { SelectField } from "../fields";
import { cappedNote, chipsIn, FilterChips, FilterForm, SearchField, withNotes } from "../filter-form";
import { PageHeader } from "../page-header";
import { PermitOfRow } from "../permit-number";
import { type Cells, RowsTable } from "../table";

type PlanChecksProps = { list: PlanChecksData };

export function PlanChecksPage({ list }: PlanChecksProps) {
  const { filter, rows, counts } = list;
  const { label, empty } = planCheckViews[filter.view];
  const chips = chipsOf(list);
  return (
    <>
      <PageHeader
        title="Plan checks"
        subtitle="The current review cycle of each permit, by what it waits for"
        back={{ to: "/employee-dashboard", label: "Back to Plan Review" }}
        actions={
          <Link to={planCheckQuery({ ...filter, view: "closed", page: undefined })}>
            Ended as not applicable ({counts.closed.toLocaleString("en-US")})
          </Link>
        }
      />
      <div className="card">
        <CountTabs
          label="Plan checks by state"
          tabs={planCheckTabs(counts, (view) => planCheckQuery({ ...filter, view, page: undefined }))}
          current={label}
        />
        <Filters list={list} />
        <FilterChips count={resultLine(list)} chips={chips} clearTo={planCheckQuery({ view: filter.view })} />
        <RowsTable
          caption={`Plan checks: ${label}`}
          rowHeading="permit"
          columns={columns}
          cells={cellsOf(list)}
          rows={rows}
          empty={
            chips.length > 0
              ? { title: "No plan checks found", hint: "Try adjusting your search or filter criteria." }
              : { title: empty }
          }
          pager={{
            page: filter.page,
            total: counts[filter.view],
            noun: "plan checks",
            href: (page) => planCheckQuery({ ...filter, page }),
          }}
        />
      </div>
    </>
  );
}

const resultLine = ({ filter, counts, isCapped, isShort }: PlanChecksData): string =>
  withNotes(pluralize(counts[filter.view], "plan check", "plan checks"), [
    isCapped && cappedNote,
    isShort && shortSearchNote,
  ]);

function Filters({ list: { filter, cities } }: PlanChecksProps) {
  return (
    <FilterForm>
      <SearchField
        id="plan-check-search"
        name="q"
        value={filter.q}
        placeholder="Search by number, name or address..."
        notSearched={notSearchedInPermits}
      />
      <SelectField
        field={{ id: "plan-check-city", name: "cityId", initialValue: filter.cityId }}
        label="City"
        placeholder="All Cities"
        options={cities}
      />
      <input type="hidden" name="view" value={filter.view} />
    </FilterForm>
  );
}

function chipsOf({ filter: { page: _page, ...filter }, cities }: PlanChecksData) {
  return chipsIn([
    filter.q && { label: `Search: ${filter.q}`, removeTo: planCheckQuery({ ...filter, q: undefined }) },
    filter.cityId && {
      label: `City: ${labelIn(cities, String(filter.cityId)) ?? "Unknown"}`,
      removeTo: planCheckQuery({ ...filter, cityId: undefined }),
    },
  ]);
}

const columns = {
  permit: { heading: "Permit" },
  city: { heading: "City" },
  cycle: { heading: "Cycle" },
  state: { heading: "State" },
  received: { heading: "Received" },
  due: { heading: "Due Date" },
  decided: { heading: "Decided" },
};

type PlanCheck = PlanChecksData["rows"][number];

const cellsOf = ({ today, filter }: PlanChecksData): Cells<typeof columns, PlanCheck> => ({
  permit: {
    className: "wide",
    content: (permit) => (
      <PermitOfRow permit={permit} to={`/permits/${permit.id}`}>
        {[permit.cityPermitNumber, permit.projectName].filter(Boolean).join(" · ")}
      </PermitOfRow>
    ),
  },
  city: ({ cityName }) => cityName,
  cycle: { className: "min-w-0", content: ({ reviewCycle }) => reviewCycle },
  state: (planCheck) => {
    const { word, status, approvalWording } = planCheck;
    return (
      <>
        {word ? (
          <Badge tone={planCheckWords[word].tone}>{planCheckLabel(word, approvalWording)}</Badge>
        ) : (
          <LabelBadge of={permitStatuses[status]} />
        )}
        {word && <PausedBadge status={status} />}
        <NextStep planCheck={planCheck} />
      </>
    );
  },
  received: ({ receivedOn, newPlans, newPlansSince }) => (
    <>
      <Day date={filter.view === "new_plans" ? newPlansSince : receivedOn} />
      {newPlans > 0 && <div className="small">{pluralize(newPlans, "new file", "new files")}</div>}
    </>
  ),
  due: ({ word, status, dueDate }) => (
    <DueDay date={dueDate} due={canBeLate(word, status) ? dueStatus(dueDate, today) : undefined} />
  ),
  decided: ({ decided, disciplines }) =>
    disciplines === null ? (
      "–"
    ) : (
      <>
        {decided} of {disciplines}
        <div className="small">{disciplines === 1 ? "discipline" : "disciplines"}</div>
      </>
    ),
});

const steps: Record<
  NonNullable<PlanCheck["step"]>,
  (planCheck: PlanCheck) => { to: string; label: string }
> = {
  letter: ({ id }) => ({ to: `/permits/${id}/letter`, label: "Open letter" }),
  cycle: ({ id, reviewCycle }) => ({
    to: `/permits/${id}/next-cycle`,
    label: `Start ${nextReviewCycle(reviewCycle)}`,
  }),
};

function NextStep({ planCheck }: { planCheck: PlanCheck }) {
  const { step, urban37PermitNumber } = planCheck;
  if (step === null) return null;
  const { to, label } = steps[step](planCheck);
  return (
    <div className="mt-1">
      <ButtonLink size="small" to={to}>
        {label}
        <span className="sr-only">{` of ${urban37PermitNumber}`}</span>
      </ButtonLink>
    </div>
  );
}
