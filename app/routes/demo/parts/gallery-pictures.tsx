import type { Tone } from "~/models/tone";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { Card, Fact, Facts, WideFact } from "~/ui/card";
import { ProductLogo } from "~/ui/product-logo";
import { UploadProgress } from "~/ui/progress";
import { Statistics } from "~/ui/statistics";
import { CityLogo } from "../../cities/parts/city-logo";
import { FinancialSummary } from "../../cities/parts/financial-summary";

const tones: Record<Tone, string> = {
  green: "Approved",
  blue: "In Process",
  yellow: "Resubmittal Required",
  orange: "Hold",
  red: "Cancelled",
  grey: "Unknown",
  violet: "Violet",
  teal: "Teal",
  brown: "Brown",
};

const megabyte = 1024 * 1024;

export function GalleryPictures() {
  return (
    <>
      <Statistics
        items={[
          { label: "Total Permits", value: "1,248" },
          { label: "Pending Review", value: "37", hint: "4 overdue" },
          { label: "Active Cities", value: "3" },
          { label: "Employees", value: "12" },
        ]}
      />
      <Statistics
        items={[
          { label: "Total Assignments", value: "9" },
          { label: "Pending Work", value: "4" },
          { label: "Completed", value: "5" },
        ]}
      />
      <FinancialSummary summary={{ billed: 2332825, paid: 1843650, outstanding: 489175 }} />
      <Card title="Badges, avatars, logos and mark">
        <div className="stack">
          <Badges />
          <Badges plain />
          <div className="row">
            <Avatar person={{ firstName: "Dana", lastName: "Price" }} />
            <Avatar person={{ email: "maria@redline.test" }} />
            <Avatar person={{}} />
            <Avatar person={{ firstName: "Owen", lastName: "Tran" }} size={64} />
            <Avatar person={{ firstName: "Ines", profileImageUrl: "/favicon.svg" }} />
            <CityLogo city={{ cityName: "Mesa Vista", logoUrl: null }} />
            <CityLogo city={{ cityName: "Oakville", logoUrl: "/favicon.svg" }} size={64} />
            <ProductLogo />
          </div>
        </div>
      </Card>
      <div className="columns">
        <Card title="Facts" aside={<Badge tone="blue">PC2</Badge>}>
          <Facts>
            <Fact label="Project name">Harbor Street Apartments</Fact>
            <Fact label="Address">1420 Harbor Street</Fact>
            <Fact label="City permit number">{null}</Fact>
            <Fact label="Applicant">{""}</Fact>
            <WideFact label="Description">
              Three-storey wood frame over podium, 24 units, with a new utility connection on Harbor Street.
            </WideFact>
          </Facts>
        </Card>
        <Card title="Upload progress">
          <div className="stack">
            <UploadProgress fileName="S-101 to S-114 structural.pdf" loaded={0} total={8.4 * megabyte} />
            <UploadProgress fileName="Podium details.dwg" loaded={1.24 * megabyte} total={3.1 * megabyte} />
            <UploadProgress fileName="Site.dxf" loaded={0.5 * megabyte} total={0.5 * megabyte} />
          </div>
        </Card>
      </div>
    </>
  );
}

function Badges({ plain }: { plain?: boolean }) {
  return (
    <div className="row">
      {Object.entries(tones).map(([tone, label]) => (
        <Badge key={tone} tone={tone as Tone} plain={plain}>
          {label}
        </Badge>
      ))}
    </div>
  );
}
