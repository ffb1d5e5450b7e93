import { withQuery } from "~/models/address";
import { DeleteCitySchema } from "~/models/cities/city.schema.server";
import { cityNotFound, deleteCity, deletionOf, readCity } from "~/models/cities/city.server";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import { readSearchFilter, searchFilterQuery } from "~/models/search-filter";
import { pick } from "~/models/shown-fields";
import { idOf } from "~/platform/api/api.server";
import { submit } from "~/platform/forms/form.server";
import { redirectWithSuccess } from "~/platform/http/toast.server";
import { viewerOf } from "~/platform/http/viewer.server";
import { ButtonLink } from "~/ui/button";
import { Dialog, useClosing } from "~/ui/dialog";
import { useFormResult } from "~/ui/form-result";
import { DialogActions, PostForm } from "~/ui/post-form";
import { TypedDeletionDialog } from "~/ui/typed-confirmation";
import type { Route } from "./+types/delete-city";

export async function loader({ params, context }: Route.LoaderArgs) {
  const city = await readCity(viewerOf(context, "city.manage"), idOf(params.id, cityNotFound()));
  return { ...pick(city, "id", "cityName", "isActive"), ...(await deletionOf(city)) };
}

/** Leads to the list, with its search and its page if the dialog was over the list. */
export function action({ request, params, url, context }: Route.ActionArgs) {
  const viewer = viewerOf(context, "city.manage");
  return submit(request, DeleteCitySchema, { failure: failures.deleteCity }, async () => {
    await deleteCity(viewer, idOf(params.id, cityNotFound()));
    const list = withQuery("/cities", searchFilterQuery(readSearchFilter(url.searchParams)));
    return redirectWithSuccess(list, "City deleted successfully");
  });
}

type City = Route.ComponentProps["loaderData"];

const title = "Delete city";

export default function DeleteCity({ loaderData: city }: Route.ComponentProps) {
  const formResult = useFormResult();
  const reason = city.deletionBlocker ?? (formResult?.current ? formResult.failure : undefined);
  if (reason) return <DeletionBlocked city={city} reason={reason} />;
  return (
    <TypedDeletionDialog title={title} failure={failures.deleteCity}>
      <p>
        <strong className="break-words">{city.cityName}</strong> will be deleted with {deletedWith(city)}. Its
        users will be signed out. This cannot be undone.
      </p>
    </TypedDeletionDialog>
  );
}

function deletedWith({ standardComments }: City): string {
  if (standardComments === 0) return "its users, pricing and logo";
  return `its users, pricing, logo and ${pluralize(standardComments, "standard comment", "standard comments")}`;
}

function DeletionBlocked({ city, reason }: { city: City; reason: string }) {
  const closing = useClosing();
  return (
    <Dialog title={title}>
      <PostForm failure={failures.updateCity} action={`/cities/${city.id}?deactivate`} className="stack">
        <p className="break-words">{reason}</p>
        {city.isActive ? (
          <>
            <p>
              You can deactivate the city instead: its records remain visible, but it accepts no new permits.
            </p>
            <DialogActions busyLabel="" autoFocus>
              Deactivate
            </DialogActions>
          </>
        ) : (
          <>
            <p>The city is already inactive and accepts no new permits.</p>
            <div className="actions">
              <ButtonLink {...closing}>Close</ButtonLink>
            </div>
          </>
        )}
      </PostForm>
    </Dialog>
  );
}
