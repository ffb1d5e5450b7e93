import { cellOf, placeQuery } from "../markups/markup";
import type { LetterItem, LetterPlace } from "./letter";

/** "A-101 D3" */
export const placeName = (place: LetterPlace): string => `${place.name} ${cellOf(place)}`;

/** The address of the sheet at a place, below the address of the permit. */
export const placeAddress = (permitAddress: string, place: LetterPlace, correctionId: number): string =>
  `${permitAddress}/sheets/${place.sheetId}?${placeQuery(place, correctionId)}`;

/** What is read instead of a cut-out: "Drawing A-101 at D3". */
export const cutOutText = (place: LetterPlace): string => `Drawing ${place.name} at ${cellOf(place)}`;

/** A place as a page shows it. */
export type ShownLetterPlace = {
  name: string;
  /** Of its sheet; null for an applicant, who has the file. */
  address: string | null;
  picture: { address: string; text: string } | null;
};
export const lettersPictures = (letterId: number): string => `/letter-pictures/${letterId}`;

/** By the ids of the corrections. */
export type PlacesOfItems = Record<number, ShownLetterPlace[]>;

/** `pictures` is the address of the cut-outs of a released letter. */
export function placesOfItems(
  items: LetterItem[],
  permitAddress: string | null,
  pictures?: string,
): PlacesOfItems {
  const placed = items.filter(({ places }) => places?.length);
  return Object.fromEntries(
    placed.map(({ id, places = [] }) => [
      id,
      places.map((place) => ({
        name: placeName(place),
        address: permitAddress && placeAddress(permitAddress, place, id),
        picture:
          pictures && place.cutOut
            ? { address: `${pictures}/${place.cutOut}`, text: cutOutText(place) }
            : null,
      })),
    ]),
  );
}
