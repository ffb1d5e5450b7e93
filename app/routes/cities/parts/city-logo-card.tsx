import { failures } from "~/models/failures";
import { acceptedPictures, pictureHint } from "~/models/files/picture";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { errorsIn } from "~/ui/error-summary";
import { FileField } from "~/ui/fields";
import { fieldOf } from "~/ui/form-field";
import { useFormResult } from "~/ui/form-result";
import { PostForm } from "~/ui/post-form";
import { CityLogo } from "./city-logo";

type CityLogoCardProps = { city: { cityName: string; logoUrl: string | null } };

export function CityLogoCard({ city }: CityLogoCardProps) {
  const formResult = useFormResult("logo");
  return (
    <Card title="Logo">
      <PostForm
        formResult={formResult}
        hasToast={false}
        errors={errorsIn(formResult)}
        failure={failures.uploadLogo}
        action=".?logo"
        encType="multipart/form-data"
        preventScrollReset
        className="stack"
      >
        <div className="flex flex-wrap gap-3">
          <CityLogo city={city} size={48} />
          <FileField
            // Clears the chosen file after it was uploaded.
            key={city.logoUrl}
            field={fieldOf("logo", formResult)}
            label={city.logoUrl ? "Replace the logo" : "Choose a logo"}
            hint={pictureHint}
            accept={acceptedPictures}
            required
            className="grow basis-60"
          />
        </div>
        <div className="actions">
          <Button>Upload logo</Button>
          {city.logoUrl && (
            <Button name="remove" value="yes">
              Remove logo
            </Button>
          )}
        </div>
      </PostForm>
    </Card>
  );
}
