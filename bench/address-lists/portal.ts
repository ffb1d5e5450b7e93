import { cityStatuses } from "~/models/permits/city-status";
import { at, searches, visitedBy, withEach, withMoreRows } from "./address";

/** The filters of a portal's list, its searches, and more rows. */
const lists = [
  "",
  ...Object.keys(cityStatuses).map((status) => `status=${status}`),
  "holder=city",
  "holder=applicant&status=in_review",
  "holder=city&search=26-",
  ...searches.map((search) => `search=${search}`),
  ...searches.map((search) => `search=${search}&status=in_review`),
  "show=500",
  "show=500&before={permit}",
  "status=in_review&before={permit}",
  "search=2026&show=500",
  "dialog=submit",
];

/** A city has fewer than 500 permits in review among 10,000. */
const longList = "status=in_review&show=500";

const parts = [
  "",
  "dialog=upload",
  "dialog=delete-file&fileId={file}",
  "dialog=edit-comment&commentId={comment}",
  "dialog=delete-comment&commentId={comment}",
  "before={earlierComment}",
  "comment={comment}",
];

const ofLargestCity = at("/oakvilles", "cityId={largestCity}");

/** The portal of a city, opened by its users, and by an administrator for the largest city. */
export const portalAddresses = [
  visitedBy("city", withEach("/oakvilles", lists), withEach("/", ["", "status=in_review", "search=26-"])),
  visitedBy("city", ["/oakvilles/permits/{permitOfCityUser}"]),
  visitedBy("administrator", ["/oakvilles"], withEach(ofLargestCity, lists)),
  withMoreRows(visitedBy("city", [at("/oakvilles", longList)])),
  withMoreRows(visitedBy("administrator", [at(ofLargestCity, longList)])),
  visitedBy("administrator", withEach("/oakvilles/permits/{permit}", parts)),
].flat();
