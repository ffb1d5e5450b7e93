import type { ComponentProps } from "react";
import { Dialog } from "../dialog";
import { CityForm } from "./city-form";

type NewCityDialogProps = Omit<ComponentProps<typeof CityForm>, "submitLabel" | "cancelTo"> & {
  closeTo: string;
};

export function NewCityDialog({ closeTo, ...form }: NewCityDialogProps) {
  return (
    <Dialog title="Add City" closeTo={closeTo}>
      <CityForm {...form} submitLabel="Add City" cancelTo={closeTo} />
    </Dialog>
  );
}
