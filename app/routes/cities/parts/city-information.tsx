import { approvalWordings } from "~/models/cities/approval-wording";
import { approvedSubmissionsWarning, fullCityName } from "~/models/cities/city";
import { letterRecipients, resubmittalSets } from "~/models/cities/letter-settings";
import { isApproved, permitStatuses } from "~/models/permits/permit";
import { mailLink } from "~/models/person";
import { phoneLink } from "~/models/phone";
import { Card, Fact, Facts, WideFact } from "~/ui/card";
import type { Route } from "../+types/city";
import { cityFieldLabels } from "./city-labels";

type CityInformationProps = Pick<Route.ComponentProps["loaderData"], "city" | "provider">;

export function CityInformation({ city, provider }: CityInformationProps) {
  const labels = cityFieldLabels(provider);
  return (
    <Card title="City information">
      <Facts>
        <Fact label={labels.cityNumber}>{city.cityNumber}</Fact>
        <Fact label={labels.urban37CityCode}>{city.urban37CityCode}</Fact>
        <Fact label={labels.managerName}>{city.managerName}</Fact>
        <Fact label={labels.managerPhone}>
          {city.managerPhone && <a href={phoneLink(city.managerPhone)}>{city.managerPhone}</a>}
        </Fact>
        <Fact label={labels.managerEmail}>
          {city.managerEmail && <a href={mailLink(city.managerEmail)}>{city.managerEmail}</a>}
        </Fact>
        <Fact label={labels.submissionStatus}>
          {permitStatuses[city.submissionStatus].label}
          {city.usesCorrections && isApproved(city.submissionStatus) && (
            <span className="small block">{approvedSubmissionsWarning}</span>
          )}
        </Fact>
        {city.usesCorrections && (
          <>
            <Fact label={labels.fullName}>
              {fullCityName({ name: city.cityName, fullName: city.fullName })}
            </Fact>
            <Fact label={labels.approvalWording}>{approvalWordings[city.approvalWording].label}</Fact>
            <Fact label={labels.resubmittalSets}>{resubmittalSets[city.resubmittalSets].label}</Fact>
            <Fact label={labels.letterRecipients}>{letterRecipients[city.letterRecipients].label}</Fact>
            <Fact label={labels.applicantsAnswer}>{city.applicantsAnswer ? "Yes" : "No"}</Fact>
            <Fact label={labels.letterNamesReviewers}>{city.letterNamesReviewers ? "Yes" : "No"}</Fact>
            <Fact label={labels.letterContact}>{city.letterContact}</Fact>
            <Fact label={labels.letterCodes}>{city.letterCodes}</Fact>
          </>
        )}
        <WideFact label="Last changed">{city.updated}</WideFact>
      </Facts>
    </Card>
  );
}
