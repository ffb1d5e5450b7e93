import { LetterDocument } from "~/ui/letters/letter-document";
import { approval, corrections, first } from "./gallery-letters-data";

export function GalleryLetters() {
  return (
    <>
      <LetterDocument
        letter={corrections}
        isDraft
        actions={{ editAddress: () => "#", returnPath: () => "#" }}
      />
      <LetterDocument letter={first} />
      <LetterDocument letter={approval} />
    </>
  );
}
