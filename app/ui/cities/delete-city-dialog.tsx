import type { FormResult } from "~/form.server";
import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import type { CityToDelete } from "~/pages/cities/city-table.server";
import { ButtonLink } from "../button";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { PostForm } from "../post-form";
import { TypedConfirmation, useReturn } from "../typed-confirmation";

type DeleteCityDialogProps = {
  city: CityToDelete;
  /** The page under the dialog: the city or the list. A deletion redirects to the list. */
  closeTo: string;
  formResult?: FormResult;
};

export function DeleteCityDialog({ city, closeTo, formResult }: DeleteCityDialogProps) {
  const { returnTo, leaveTo } = useReturn(closeTo, formResult);
  const deletionBlocker = city.deletionBlocker ?? (formResult?.current ? formResult.failure : undefined);
  return (
    <Dialog title="Delete city" closeTo={leaveTo} tone={deletionBlocker ? undefined : "danger"}>
      {deletionBlocker ? (
        <DeletionBlocked city={city} reason={deletionBlocker} closeTo={leaveTo} />
      ) : (
        <PostForm
          formResult={formResult}
          failure={failures.deleteCity}
          action={`/cities/${city.id}?dialog=delete`}
          className="stack"
        >
          {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
          <p>
            <strong className="break-words">{city.cityName}</strong> will be deleted with {deletedWith(city)}.
            Its users will be signed out. This cannot be undone.
          </p>
          <TypedConfirmation closeTo={leaveTo} formResult={formResult} />
        </PostForm>
      )}
    </Dialog>
  );
}

function deletedWith({ standardComments }: CityToDelete): string {
  if (standardComments === 0) return "its users, pricing and logo";
  return `its users, pricing, logo and ${pluralize(standardComments, "standard comment", "standard comments")}`;
}

type DeletionBlockedProps = { city: CityToDelete; reason: string; closeTo: string };

function DeletionBlocked({ city, reason, closeTo }: DeletionBlockedProps) {
  return (
    <PostForm failure={failures.updateCity} action={`/cities/${city.id}?deactivate`} className="stack">
      <p className="break-words">{reason}</p>
      {city.isActive ? (
        <>
          <p>
            You can deactivate the city instead: its records remain visible, but it accepts no new permits.
          </p>
          <DialogActions busyLabel="" autoFocus closeTo={closeTo}>
            Deactivate
          </DialogActions>
        </>
      ) : (
        <>
          <p>The city is already inactive and accepts no new permits.</p>
          <div className="actions">
            <ButtonLink to={closeTo} replace preventScrollReset>
              Close
            </ButtonLink>
          </div>
        </>
      )}
    </PostForm>
  );
}
