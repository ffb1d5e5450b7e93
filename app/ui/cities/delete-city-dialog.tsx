import { failures } from "~/models/failures";
import { pluralize } from "~/models/pluralize";
import type { CityToDelete } from "~/pages/cities/cities.server";
import { DialogButton } from "../button";
import { Dialog } from "../dialog";
import { useFormResult } from "../form-result";
import { DialogActions, PostForm } from "../post-form";
import { TypedDeletionDialog, useReturnAddresses } from "../typed-confirmation";

export function DeleteCityDialog({ city, closeTo }: { city: CityToDelete; closeTo: string }) {
  const { leaveTo } = useReturnAddresses(closeTo);
  const formResult = useFormResult();
  const reason = city.deletionBlocker ?? (formResult?.current ? formResult.failure : undefined);
  if (reason) {
    return (
      <Dialog title="Delete city" closeTo={leaveTo}>
        <DeletionBlocked city={city} reason={reason} closeTo={leaveTo ?? ""} />
      </Dialog>
    );
  }
  return (
    <TypedDeletionDialog
      closeTo={closeTo}
      title="Delete city"
      failure={failures.deleteCity}
      action={`/cities/${city.id}?dialog=delete`}
    >
      <p>
        <strong className="break-words">{city.cityName}</strong> will be deleted with {deletedWith(city)}. Its
        users will be signed out. This cannot be undone.
      </p>
    </TypedDeletionDialog>
  );
}

function deletedWith({ standardComments }: CityToDelete): string {
  if (standardComments === 0) return "its users, pricing and logo";
  return `its users, pricing, logo and ${pluralize(standardComments, "standard comment", "standard comments")}`;
}

function DeletionBlocked({ city, reason, closeTo }: { city: CityToDelete; reason: string; closeTo: string }) {
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
            <DialogButton to={closeTo} replace label="Close" />
          </div>
        </>
      )}
    </PostForm>
  );
}
