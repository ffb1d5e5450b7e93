import { LetterDocument } from "../../letters/parts/letter-document";
import { approval, corrections, first } from "./gallery-letters-data";

export function GalleryLetters() {
  return (
    <>
      <LetterDocument
        letter={corrections}
        level={2}
        isDraft
        actions={{ editAddress: () => "#", returnPath: () => "#" }}
      />
      <LetterDocument letter={first} level={2} />
      <LetterDocument letter={approval} level={2} />
    </>
  );
}
