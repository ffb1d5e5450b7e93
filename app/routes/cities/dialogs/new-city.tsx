import { getZodConstraint } from "@conform-to/zod/v4";
import { NewCitySchema } from "~/models/cities/city.schema.server";
import { createCity } from "~/models/cities/city.server";
import { failures } from "~/models/failures";
import { statusOfReview } from "~/models/permits/permit";
import { env } from "~/platform/env.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { newIdempotencyKey } from "~/platform/secret.server";
import { FormDialog } from "~/ui/form-dialog";
import { usePostForm } from "~/ui/post-form";
import { CityFields } from "../parts/city-fields";
import { type CityFieldName, cityFieldLabels } from "../parts/city-labels";
import type { Route } from "./+types/new-city";

export function loader({ context }: Route.LoaderArgs) {
  viewerOf(context, "city.manage");
  return {
    provider: env.PROVIDER_NAME,
    constraint: getZodConstraint(NewCitySchema),
    idempotencyKey: newIdempotencyKey(),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "city.manage");
  return submit(request, NewCitySchema, { failure: failures.createCity }, async (fields) => {
    const { id } = await createCity(viewer, fields);
    return redirectWithSuccess(`/cities/${id}`, "City created successfully");
  });
}

const values = {
  usesCorrections: "on",
  letterRecipients: "city",
  applicantsAnswer: "on",
  approvalWording: "approved",
  resubmittalSets: "complete",
  submissionStatus: statusOfReview,
};

export default function NewCity({ loaderData }: Route.ComponentProps) {
  const { provider, constraint, idempotencyKey } = loaderData;
  const [form, fields] = usePostForm<CityFieldName>("city", { values, constraint });
  return (
    <FormDialog
      title="Add City"
      form={form}
      labels={cityFieldLabels(provider)}
      failure={failures.createCity}
      idempotencyKey={idempotencyKey}
      submit="Add City"
      className={undefined}
    >
      <CityFields fields={fields} provider={provider} codeHint="3 letters or digits" takesFocus />
    </FormDialog>
  );
}
