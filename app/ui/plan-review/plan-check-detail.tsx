import type { FormResult } from "~/form.server";
import { failures } from "~/models/failures";
import { planCheckWords } from "~/models/plan-checks/plan-check";
import { decisions } from "~/models/plan-review/decision";
import type { PlanCheckDetail } from "~/pages/plan-review/plan-check-detail.server";
import { Badge } from "../badge";
import { ButtonLink } from "../button";
import { Card, Dash, Fact, Facts } from "../card";
import { DateField } from "../date-field";
import { Dialog, DialogActions } from "../dialog";
import { Link } from "../link";
import { PostForm } from "../post-form";
import { Cell, Row, Table } from "../table";
import { usePostForm } from "../use-post-form";

type DetailProps = { planCheck: PlanCheckDetail; permitId: number; formResult?: FormResult };

const columns = [
  { key: "discipline", label: "Discipline" },
  { key: "reviewer", label: "Reviewer" },
  { key: "decision", label: "Decision" },
  { key: "open", label: "Open", align: "end" as const },
  { key: "new", label: "New", align: "end" as const },
];

/** The current plan check of a permit for administrators. */
export function PlanCheckDetailCard({ planCheck, permitId, formResult }: DetailProps) {
  const { word, cycle, received, readOnly, disciplines, outcome, dates, mayChange } = planCheck;
  const page = `/permits/${permitId}`;
  return (
    <Card
      title="Plan check"
      id="plan-check"
      aside={<Badge tone={planCheckWords[word].tone}>{planCheckWords[word].label}</Badge>}
      footer={
        <span className="row">
          <ButtonLink size="small" to={`/employee-dashboard/permits/${permitId}#corrections`}>
            Review
          </ButtonLink>
          <ButtonLink size="small" to={`/permits/${permitId}/corrections`}>
            All corrections
          </ButtonLink>
          {mayChange && (
            <ButtonLink size="small" to="?dialog=clock" preventScrollReset>
              Dates
            </ButtonLink>
          )}
        </span>
      }
      flush
    >
      <div className="card-body">
        {readOnly && <p className="note">{readOnly}</p>}
        <Facts>
          <Fact label="Review cycle">{cycle}</Fact>
          <Fact label="Plans received">{received}</Fact>
          <Fact label="Outcome so far" wide>
            {outcome ? decisions[outcome].label : "Not decided"}
          </Fact>
        </Facts>
      </div>
      {disciplines.length > 0 && <Disciplines disciplines={disciplines} cycle={cycle} />}
      <Blockers blockers={planCheck.blockers} permitId={permitId} />
      {dates && <DatesDialog key={dates.receivedOn} dates={dates} closeTo={page} formResult={formResult} />}
    </Card>
  );
}

function Disciplines({ disciplines, cycle }: Pick<PlanCheckDetail, "disciplines" | "cycle">) {
  return (
    <Table caption="Decisions and corrections by discipline" columns={columns}>
      {disciplines.map((row) => (
        <Row key={row.discipline}>
          <Cell label="Discipline">
            <b>{row.discipline}</b>
          </Cell>
          <Cell label="Reviewer">{row.reviewer ?? <Dash />}</Cell>
          <Cell label="Decision">
            {row.isBeforeCorrections ? (
              `Reviewed in ${row.decidedIn}, before corrections`
            ) : row.decision ? (
              <>
                <Badge tone={decisions[row.decision].tone}>{decisions[row.decision].label}</Badge>
                {row.decidedIn !== cycle && <span className="small"> {row.decidedIn}</span>}
              </>
            ) : (
              <span className="small">not decided</span>
            )}
          </Cell>
          <Cell label="Open" align="end">
            {row.open}
          </Cell>
          <Cell label="New" align="end">
            {row.new}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function Blockers({ blockers, permitId }: Pick<PlanCheckDetail, "blockers"> & { permitId: number }) {
  if (blockers.length === 0) return null;
  const addresses = {
    assignments: `/permits/${permitId}/assignments`,
    corrections: `/permits/${permitId}/corrections`,
  };
  return (
    <div className="card-body cycle">
      <h3 className="small">Before a letter can be released</h3>
      <ul className="bullets">
        {blockers.map(({ what, link }) => (
          <li key={what}>
            <Link to={addresses[link]}>{what}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

type DatesDialogProps = {
  dates: NonNullable<PlanCheckDetail["dates"]>;
  closeTo: string;
  formResult?: FormResult;
};

function DatesDialog({ dates, closeTo, formResult }: DatesDialogProps) {
  const [form, fields] = usePostForm<{ receivedOn: string }>("clock", formResult, {
    defaultValue: { receivedOn: dates.receivedOn },
  });
  const { id, name, key, errors, initialValue } = fields.receivedOn;
  return (
    <Dialog title="Dates" closeTo={closeTo}>
      <PostForm form={form} failure={failures.saveDates} className="stack">
        <DateField
          field={{ id, name, key, errors, initialValue, max: dates.today }}
          label="Plans received on"
          required
        />
        <DialogActions closeTo={closeTo}>Save</DialogActions>
      </PostForm>
    </Dialog>
  );
}
