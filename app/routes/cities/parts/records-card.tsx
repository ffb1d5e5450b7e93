import { Card } from "~/ui/card";

export function RecordsCard({ cityId }: { cityId: number }) {
  return (
    <Card title="Records">
      <div className="stack">
        <p>
          All that this city can take along, as one ZIP file: its permits, plan files and letters, its fees
          and users, with tables for a spreadsheet. Internal comments, drafts and hours are not in it.
        </p>
        <div className="actions">
          <a href={`/cities/${cityId}/records.zip`} className="button">
            Download all records
          </a>
        </div>
      </div>
    </Card>
  );
}
