import { Link } from "react-router";
import { numberSources } from "~/models/sheets/sheet";
import { Card, Fact, Facts, WideFact } from "~/ui/card";
import type { SheetData } from "./load-sheet.server";

type Data = { data: SheetData };

export function SheetFacts({ data: { sheet, versions, base } }: Data) {
  const { numberSource, planFileId, fileName, page } = sheet;
  return (
    <Card title="Sheet">
      <Facts>
        <Fact label="Number">{sheet.number}</Fact>
        <Fact label="Number found in">{numberSource && numberSources[numberSource].label}</Fact>
        <WideFact label="Title">{sheet.title}</WideFact>
        <Fact label="Review cycle">{sheet.reviewCycle}</Fact>
        <Fact label="Size">{sheet.size}</Fact>
        <WideFact label="File">
          <a href={`/api/files/${planFileId}/download?inline#page=${page}`} target="_blank" rel="noreferrer">
            Open the PDF at this page
          </a>
          <span className="small block">
            {fileName}, page {page}
          </span>
        </WideFact>
        {sheet.withdrawnIn && (
          <WideFact label="Withdrawn">
            {sheet.withdrawnIn}, by {sheet.withdrawnByName}
          </WideFact>
        )}
        {versions.length > 0 && (
          <WideFact label="Other versions">
            <ul>
              {versions.map(({ id, name, reviewCycle, isCurrent }) => (
                <li key={id}>
                  <Link to={`${base}/${id}`}>
                    {name} of {reviewCycle}
                  </Link>
                  {isCurrent && " (current)"} ·{" "}
                  <Link to={`${base}/${sheet.id}/compare?with=${id}`} reloadDocument>
                    Compare with {reviewCycle}
                  </Link>
                </li>
              ))}
            </ul>
          </WideFact>
        )}
      </Facts>
    </Card>
  );
}
