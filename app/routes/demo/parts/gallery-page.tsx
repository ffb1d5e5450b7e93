import type { ReactNode } from "react";
import { PageHeader } from "~/ui/page-header";
import { GalleryButtons } from "./gallery-buttons";
import { GalleryCorrections } from "./gallery-corrections";
import { GalleryFields } from "./gallery-fields";
import { GalleryLetters } from "./gallery-letters";
import { GalleryMessages } from "./gallery-messages";
import { GalleryNavigation } from "./gallery-navigation";
import { GalleryPermit } from "./gallery-permit";
import { GalleryPictures } from "./gallery-pictures";
import { GalleryReviewers } from "./gallery-reviewers";
import { GalleryTables } from "./gallery-tables";

/** Every component in every state on one page; compare screenshots of it to review a change to `ui/`. */
export function Gallery(): ReactNode {
  return (
    <>
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
    </>
  );
}
