import { Link } from "react-router";
import { permitNumberText } from "~/models/permits/permit";
import { EmptyState } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";
import compareSheets from "~/ui/sheets/compare-sheets.ts?worker&url";
import { LookControls } from "~/ui/sheets/look-controls";
import type { Route } from "./+types/compare-sheets";
import { ChangedAreas } from "./parts/changed-areas";
import { ComparisonStage } from "./parts/comparison-stage";
import { ComparisonLegend, ComparisonTools } from "./parts/comparison-tools";
import { type ComparedPair, type ComparisonData, loadComparison } from "./parts/load-comparison.server";
import { openSheets } from "./parts/open-sheets.server";
import { SideBySide } from "./parts/side-by-side";

export { ErrorContent as ErrorBoundary } from "~/ui/error-page";

/** Looking at a comparison needs one small script. */
export const handle = { scripts: "in-dialogs" };

export const loader = async (sent: Route.LoaderArgs) => loadComparison(await openSheets(sent), sent);

export default function CompareSheets({ loaderData }: Route.ComponentProps) {
  const { pair, sheet } = loaderData;
  return (
    <>
      <ComparisonHeader data={loaderData} />
      {!pair && (
        <section className="card" aria-label="Comparison">
          <EmptyState title={`There is no other version of ${sheet.name}`} />
        </section>
      )}
      {pair?.obstacle && <SideBySide pair={pair} obstacle={pair.obstacle} base={loaderData.base} />}
      {pair && !pair.obstacle && <Comparison data={loaderData} pair={pair} />}
    </>
  );
}

type Data = { data: ComparisonData };

function ComparisonHeader({ data: { permit, sheet, base, pair } }: Data) {
  const title = pair ? titleOf(pair) : `Compare ${sheet.name}`;
  return (
    <PageHeader
      back={{ to: `${base}/${sheet.id}`, label: `Sheet ${sheet.name}` }}
      title={title}
      documentTitle={`${title} of ${permitNumberText(permit)}`}
      subtitle={`${permitNumberText(permit)} · ${permit.projectName}`}
    />
  );
}

function titleOf({ earlier, later }: ComparedPair): string {
  const both = `${earlier.label} and ${later.label}`;
  return earlier.name === later.name ? `Compare ${later.name}: ${both}` : `Compare ${both}`;
}

function Comparison({ data, pair }: Data & { pair: ComparedPair }) {
  const path = `${data.path}?with=${data.otherId}`;
  return (
    <div className="sheet-viewer">
      <section className="card sheet-board" aria-label="Drawing">
        <LookControls path={path} view={data.view} />
        <ComparisonStage pair={pair} view={data.view} path={path} />
        <ComparisonLegend pair={pair} />
        <ComparisonTools pair={pair} />
        <script type="module" src={compareSheets} />
      </section>
      <div className="min-w-0">
        <ChangedAreas pair={pair} path={path} />
        <OtherVersions data={data} />
      </div>
    </div>
  );
}

function OtherVersions({ data: { versions, otherId, path } }: Data) {
  const others = versions.filter(({ id }) => id !== otherId);
  if (others.length === 0) return null;
  return (
    <p className="card card-body">
      Compare with{" "}
      {others.map(({ id, name, reviewCycle }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <Link to={`${path}?with=${id}`}>
            {name} of {reviewCycle}
          </Link>
        </span>
      ))}
    </p>
  );
}
