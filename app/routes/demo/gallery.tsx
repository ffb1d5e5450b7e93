import { PageHeader } from "~/ui/page-header";
import type { Route } from "./+types/gallery";
import { refuseOutsideDemo } from "./parts/demo.server";
import { GalleryButtons } from "./parts/gallery-buttons";
import { GalleryCorrections } from "./parts/gallery-corrections";
import { GalleryFields } from "./parts/gallery-fields";
import { GalleryLetters } from "./parts/gallery-letters";
import { GalleryMessages } from "./parts/gallery-messages";
import { GalleryNavigation } from "./parts/gallery-navigation";
import { GalleryPermit } from "./parts/gallery-permit";
import { GalleryPictures } from "./parts/gallery-pictures";
import { GalleryReviewers } from "./parts/gallery-reviewers";
import { GalleryTables } from "./parts/gallery-tables";

export function loader(_: Route.LoaderArgs) {
  refuseOutsideDemo();
  return null;
}

/** Every component in every state on one page; compare screenshots of it to review a change to `ui/`. */
export default function TestUi() {
  return (
    <main className="page">
      <PageHeader title="Gallery" subtitle="Every component, in every state" />
      <GalleryNavigation />
      <GalleryButtons />
      <GalleryPictures />
      <GalleryTables />
      <GalleryPermit />
      <GalleryCorrections />
      <GalleryLetters />
      <GalleryFields />
      <GalleryReviewers />
      <GalleryMessages />
    </main>
  );
}
