import { formatWhen } from "~/models/clock.server";
import { pathInDataFolder } from "~/models/files/file-key.server";
import { contentProblems } from "~/models/files/plan-file";
import { allItemsOf, type LetterContent, withChangedItems } from "~/models/letters/letter";
import { contentOf } from "~/models/letters/letter.server";
import { damageOf } from "~/models/letters/letter-check.server";
import { fileIdsOf } from "~/models/letters/letter-file";
import { type LetterPage, pageOfLetter } from "~/models/letters/letter-pages";
import { lettersPictures, placesOfItems } from "~/models/letters/letter-place";
import { isPortal, permitAddress, portalAddressOf } from "~/models/permits/permit-address";
import { lettersFor, type Permit, type PermitLetter } from "~/models/permits/permit-scope.server";
import { listPlanFiles } from "~/models/permits/plan-file.server";
import { type Actor, isApplicant, may } from "~/models/policy";
import { notFound } from "~/models/refusal";
import { isReviewOpen } from "~/models/review-cycles/plan-check";
import { pick } from "~/models/shown-fields";

type ShownLetter = {
  permit: Permit;
  content: LetterContent;
  released?: PermitLetter;
  url: URL;
  /** Of a status link. */
  statusPage?: string;
};

export async function loadLetter(actor: Actor, { permit, content, released, url, statusPage }: ShownLetter) {
  const { shown, ...letter } = pageOfLetter(content, url.searchParams);
  const address = isPortal(url) ? portalAddressOf(permit.id) : `/permits/${permit.id}`;
  const pictures = released && picturesOf(released, statusPage);
  return {
    permit: pick(permit, "id", "urban37PermitNumber", "revisionNumber", "projectName", "status"),
    back: isApplicant(actor) ? (statusPage ?? "") : permitAddress(actor, permit.id),
    // The points of a stroke would be most of a page.
    letter: {
      ...letter,
      shown: withChangedItems(shown, ({ places: _, ...item }) => item),
    },
    places: placesOfItems(shown.flatMap(allItemsOf), statusPage ? null : address, pictures),
    fileIds: await openableFiles(actor, permit, letter, released),
  };
}

export const picturesOf = ({ id }: PermitLetter, statusPage?: string): string =>
  statusPage ? `${statusPage}/letters/${id}/pictures` : lettersPictures(id);

async function openableFiles(
  viewer: Actor,
  permit: Permit,
  { cycle, files }: Pick<LetterPage, "cycle" | "files">,
  letter?: PermitLetter,
) {
  const { reviewed, markedUp, current } = files;
  if (reviewed.length + markedUp.length + (current?.length ?? 0) === 0) return { reviewed: [], markedUp: [] };
  const newestFirst = await listPlanFiles(viewer, permit);
  const openable = newestFirst.toReversed();
  const idsOfCycle = permit.letters.filter(({ reviewCycle }) => reviewCycle === cycle).map(({ id }) => id);
  const naming = { id: letter?.id ?? null, releasedAt: letter?.createdAt ?? null, cycle, idsOfCycle };
  const inCycle = reviewed.map((name) => ({ name, cycle }));
  const marked = markedUp.map((name) => ({ name }));
  return {
    // An approval names the latest file of each name.
    reviewed: current
      ? fileIdsOf(current, "submitted", newestFirst, naming)
      : fileIdsOf(inCycle, "submitted", openable, naming),
    markedUp: fileIdsOf(marked, "marked_up", openable, naming),
  };
}

export type ReleasedLetter = Awaited<ReturnType<typeof loadReleasedLetter>>;

export async function loadReleasedLetter(
  viewer: Actor,
  permit: Permit,
  letterId: number,
  url: URL,
  statusPage?: string,
) {
  const letters = lettersFor(viewer, permit);
  const released = letters.find(({ id }) => id === letterId);
  if (!released) throw notFound("Letter");
  const content = await contentOf(released);
  const successor = letters.find(({ id }) => id === released.supersededById);
  return {
    ...(await loadLetter(viewer, { permit, content, released, url, statusPage })),
    pdf: statusPage ? `${statusPage}/letters/${letterId}/pdf` : `/api/letters/${letterId}/download`,
    supersededBy: successor?.number ?? null,
    isBeingCorrected: !successor && content.cycle === permit.reviewCycle && isReviewOpen(permit),
    damage: may(viewer, "letter.release", permit) ? await shownDamage(letterId) : null,
  };
}

async function shownDamage(letterId: number) {
  const damage = await damageOf(letterId);
  if (!damage) return null;
  const { problem, foundAt, fileKey } = damage;
  return {
    what: contentProblems[problem].label,
    found: formatWhen(foundAt),
    path: pathInDataFolder(fileKey),
  };
}
