import { failures } from "~/models/failures";
import type { CityPageData } from "~/pages/cities/city-page.server";
import { Badge } from "../badge";
import { Button, ButtonLink, DialogButton } from "../button";
import { PageHeader } from "../page-header";
import { PostForm } from "../post-form";
import { CityLogo } from "./city-logo";

export function CityHeader({ page: { city }, isEditing }: { page: CityPageData; isEditing?: boolean }) {
  const { id, cityName, urban37CityCode, isActive } = city;
  return (
    <PageHeader
      back={
        isEditing
          ? { to: `/cities/${id}`, label: "Back to the city" }
          : { to: "/cities", label: "Back to cities" }
      }
      title={
        <span className="flex items-center gap-3">
          <CityLogo city={city} />
          <span className="min-w-0">{cityName}</span>
        </span>
      }
      documentTitle={isEditing ? `Edit ${cityName}` : cityName}
      subtitle={`Code ${urban37CityCode}`}
      actions={
        <>
          <Badge tone={isActive ? "green" : "grey"}>{isActive ? "Active" : "Inactive"}</Badge>
          {!isEditing && (
            <>
              <DialogButton to="?dialog=delete" label="Delete" />
              <PostForm failure={failures.updateCity} action={isActive ? "?deactivate" : "?activate"}>
                <Button>{isActive ? "Deactivate" : "Activate"}</Button>
              </PostForm>
              <ButtonLink to="?edit" tone="primary">
                Edit city
              </ButtonLink>
            </>
          )}
        </>
      }
    />
  );
}
