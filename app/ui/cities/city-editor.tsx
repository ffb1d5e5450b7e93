import type { FormResult } from "~/form.server";
import type { CityPageData } from "~/pages/cities/city-page.server";
import { Card } from "../card";
import { CityForm } from "./city-form";
import { CityHeader } from "./city-header";

type CityEditorProps = {
  page: CityPageData;
  form: NonNullable<CityPageData["form"]>;
  formResult?: FormResult;
};

export function CityEditor({ page, form, formResult }: CityEditorProps) {
  return (
    <>
      <CityHeader page={page} isEditing />
      <Card title="City information">
        <CityForm
          form={form}
          provider={page.provider}
          formResult={formResult}
          action="?edit"
          submitLabel="Save changes"
          cancelTo={`/cities/${page.city.id}`}
        />
      </Card>
    </>
  );
}
