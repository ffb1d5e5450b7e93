import { type Address, visitedBy } from "./address-lists/address";
import { apiAddresses } from "./address-lists/api";
import { correctionAddresses, correctionPages } from "./address-lists/corrections";
import { letterAddresses } from "./address-lists/letters";
import { permitAddresses } from "./address-lists/permits";
import { portalAddresses } from "./address-lists/portal";
import { staffAddresses } from "./address-lists/staff";

const accountAddresses: Address[] = [
  ...visitedBy("administrator", ["/profile", "/api/docs", "/test-mail", "/test-ui", "/uploads/{picture}"]),
  ...visitedBy("reviewer", ["/profile"]),
  ...visitedBy("city", ["/profile"]),
  ...visitedBy("signedOut", ["/login", "/test-city", "/test-employee-login"]),
  { visitor: "signedOut", path: "/permits", status: 401 },
  { visitor: "signedOut", path: "/invite/unknown", status: 410 },
  { visitor: "signedOut", path: "/reset-password/unknown", status: 410 },
  { visitor: "administrator", path: "/unknown", status: 404 },
  { visitor: "administrator", path: "/api/unknown", status: 404 },
];

const all = [
  permitAddresses,
  correctionAddresses,
  correctionPages,
  letterAddresses,
  staffAddresses,
  portalAddresses,
  accountAddresses,
  apiAddresses,
].flat();

const keyOf = ({ visitor, path }: Address) => `${visitor} ${path}`;

/** Every page with its filters, sorts, searches and dialogs, and the API's lists, each once. */
export const addresses: Address[] = [
  ...new Map(all.map((address) => [keyOf(address), address] as const)).values(),
];
