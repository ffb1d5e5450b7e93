import { getZodConstraint } from "@conform-to/zod/v4";
import { CityEditSchema } from "~/models/cities/city.schema.server";
import { cityNotFound, readCity, updateCity } from "~/models/cities/city.server";
import { cityColumns } from "~/models/cities/city-columns";
import { formValuesOf } from "~/models/columns";
import { failures } from "~/models/failures";
import { pictureUrl } from "~/models/files/picture";
import { countUnreleased } from "~/models/review-cycles/plan-check.server";
import { pick } from "~/models/shown-fields";
import { idOf } from "~/platform/api/api.server";
import { env } from "~/platform/env.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { Card } from "~/ui/card";
import { EditConflict } from "~/ui/edit-conflict";
import { CloseLink, PostForm, SubmitButton, usePostForm } from "~/ui/post-form";
import type { Route } from "./+types/edit-city";
import { CityFields } from "./parts/city-fields";
import { CityHeader } from "./parts/city-header";
import { type CityFieldName, cityFieldLabels } from "./parts/city-labels";

export async function loader({ params, context }: Route.LoaderArgs) {
  const city = await readCity(viewerOf(context, "city.manage"), idOf(params.id, cityNotFound()));
  return {
    city: {
      ...pick(city, "id", "cityName", "urban37CityCode", "isActive", "updatedAt"),
      logoUrl: pictureUrl(city.logoPath),
    },
    values: formValuesOf(cityColumns, city),
    constraint: getZodConstraint(CityEditSchema),
    unreleased: city.usesCorrections ? await countUnreleased(city.id) : 0,
    provider: env.PROVIDER_NAME,
  };
}

const replacedStatus =
  "City updated successfully. Its new submissions are In Process, because it now uses corrections.";

export function action({ request, params, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "city.manage");
  const failure = failures.updateCity;
  return submit(request, CityEditSchema, { failure }, async ({ updatedAt, ...changes }) => {
    const id = idOf(params.id, cityNotFound());
    const former = await readCity(viewer, id);
    const { submissionStatus: sent, ...others } = changes;
    // The form always sends the status.
    const chosen = sent === former.submissionStatus ? others : changes;
    const { submissionStatus } = await updateCity(viewer, id, chosen, updatedAt);
    const message = submissionStatus === sent ? "City updated successfully" : replacedStatus;
    return redirectWithSuccess(`/cities/${id}`, message);
  });
}

export default function EditCity({ loaderData }: Route.ComponentProps) {
  const { city, values, constraint, unreleased, provider } = loaderData;
  const [form, fields] = usePostForm<CityFieldName>("city", { values, constraint });
  return (
    <>
      <CityHeader
        city={city}
        back={{ to: `/cities/${city.id}`, label: "Back to the city" }}
        documentTitle={`Edit ${city.cityName}`}
      />
      <Card title="City information">
        <PostForm
          form={form}
          labels={cityFieldLabels(provider)}
          failure={failures.updateCity}
          version={city.updatedAt}
        >
          <EditConflict columns={cityColumns} />
          <CityFields
            fields={fields}
            provider={provider}
            codeHint="Existing permit numbers keep the old code."
            unreleased={unreleased}
          />
          <div className="actions">
            <SubmitButton tone="primary">Save changes</SubmitButton>
            <CloseLink closeTo={`/cities/${city.id}`} />
          </div>
        </PostForm>
      </Card>
    </>
  );
}
