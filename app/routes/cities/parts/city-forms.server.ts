import { pageQuery } from "~/models/address";
import { updateCity } from "~/models/cities/city.server";
import { failures } from "~/models/failures";
import { markFeesPaid } from "~/models/fees/fee.server";
import { listTickedFees } from "~/models/fees/fee-list.server";
import { PricingSwitchSchema } from "~/models/fees/pricing.schema.server";
import { pricingNotFound, updatePricing } from "~/models/fees/pricing.server";
import { pluralize } from "~/models/pluralize";
import { wholeNumber } from "~/models/whole-number";
import { NoFields, submit } from "~/platform/forms/form.server";
import { submitMany } from "~/platform/forms/many-form.server";
import type { RowRequest } from "~/platform/forms/page-forms.server";
import { pictureForm } from "~/platform/http/picture-upload.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";

export const cityForms = {
  logo: pictureForm({
    field: "logo",
    failure: failures.uploadLogo,
    command: async ({ viewer, id }: RowRequest, logoPath) => {
      await updateCity(viewer, id, { logoPath });
      return redirectWithSuccess(`/cities/${id}`, logoPath ? "Logo uploaded successfully" : "Logo removed");
    },
  }),
  activate: (sent: RowRequest) => setActive(sent, true),
  deactivate: (sent: RowRequest) => setActive(sent, false),
  many: ({ request, viewer, id: cityId }: RowRequest) =>
    submitMany(request, {
      viewer,
      failure: failures.updateFees,
      nouns: "fees",
      list: `/cities/${cityId}#fees`,
      readRows: (ids) => listTickedFees(viewer, cityId, ids),
      changes: {
        paid: {
          title: "Mark fees as paid",
          capability: "fee.manage",
          submit: "Mark Paid",
          undo: "fee",
          command: async (ticks) => ({
            ...(await markFeesPaid(viewer, cityId, ticks)),
            sentence: (count) => `${pluralize(count, "fee", "fees")} marked as paid`,
          }),
        },
      },
    }),
  pricing: ({ request, viewer, id, url }: RowRequest) =>
    submit(request, PricingSwitchSchema, { failure: failures.updatePricing }, async (fields) => {
      const pricingId = wholeNumber(url.searchParams.get("pricing"));
      if (pricingId === undefined) throw pricingNotFound();
      await updatePricing(viewer, id, pricingId, fields);
      const message = fields.isActive ? "Service switched on" : "Service switched off";
      return redirectWithSuccess(`/cities/${id}${pageQuery(url.search, ["pricing"])}#pricing`, message);
    }),
};

const setActive = ({ request, viewer, id }: RowRequest, isActive: boolean) =>
  submit(request, NoFields, { failure: failures.updateCity }, async () => {
    const { cityName } = await updateCity(viewer, id, { isActive });
    return redirectWithSuccess(`/cities/${id}`, `${cityName} is now ${isActive ? "active" : "inactive"}`);
  });
