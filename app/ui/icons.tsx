import {
  Archive as archive,
  ArrowDown as arrowDown,
  ArrowLeft as arrowLeft,
  ArrowUp as arrowUp,
  ChevronsUpDown as chevronsUpDown,
  CircleAlert as circleAlert,
  CircleCheck as circleCheck,
  CircleX as circleX,
  Clock as clock,
  Download as download,
  Eye as eye,
  FileQuestionMark as fileQuestionMark,
  FileSearch as fileSearch,
  type IconNode,
  Info as info,
  KeyRound as keyRound,
  Menu as menu,
  Pencil as pencil,
  Plus as plus,
  Power as power,
  Trash2 as trash,
  TriangleAlert as triangleAlert,
  Undo2 as undo,
  UserCheck as userCheck,
  UserPlus as userPlus,
  UserX as userX,
  X as x,
} from "lucide";
import { createContext, createElement, type ReactNode, use } from "react";

const drawing = (shape: IconNode): ReactNode =>
  shape.map(([element, attributes], index) => createElement(element, { key: index, ...attributes }));

/** An icon with its shape. The elements are created once for all pages. */
function drawn(shape: IconNode) {
  const icon = (
    <svg className="lucide" viewBox="0 0 24 24" aria-hidden="true">
      {drawing(shape)}
    </svg>
  );
  return () => icon;
}

/** The shapes of the icons that the rows of a list repeat: the page of a list has them once, in its sprite. */
const repeatedShapes = { chevronsUpDown, eye, pencil, trash, userPlus };

export const SpriteContext = createContext(false);

const addressOf = (name: string) => `icon-${name}`;

const symbols = Object.entries(repeatedShapes).map(([name, shape]) => (
  <symbol key={name} id={addressOf(name)} viewBox="0 0 24 24">
    {drawing(shape)}
  </symbol>
));

export function IconSprite() {
  return (
    <svg className="icon-sprite" aria-hidden="true">
      {symbols}
    </svg>
  );
}

function repeated(name: keyof typeof repeatedShapes) {
  const reference = (
    <svg className="lucide" aria-hidden="true">
      <use href={`#${addressOf(name)}`} />
    </svg>
  );
  const drawnIcon = drawn(repeatedShapes[name])();
  return () => (use(SpriteContext) ? reference : drawnIcon);
}

export const ChevronsUpDown = repeated("chevronsUpDown");
export const Eye = repeated("eye");
export const Pencil = repeated("pencil");
export const Trash = repeated("trash");
export const UserPlus = repeated("userPlus");

export const Archive = drawn(archive);
export const ArrowDown = drawn(arrowDown);
export const ArrowUp = drawn(arrowUp);
export const ArrowLeft = drawn(arrowLeft);
export const CircleAlert = drawn(circleAlert);
export const CircleCheck = drawn(circleCheck);
export const CircleX = drawn(circleX);
export const Clock = drawn(clock);
export const Download = drawn(download);
export const FileQuestionMark = drawn(fileQuestionMark);
export const FileSearch = drawn(fileSearch);
export const Info = drawn(info);
export const KeyRound = drawn(keyRound);
export const Menu = drawn(menu);
export const Plus = drawn(plus);
export const Power = drawn(power);
export const TriangleAlert = drawn(triangleAlert);
export const Undo = drawn(undo);
export const UserCheck = drawn(userCheck);
export const UserX = drawn(userX);
export const X = drawn(x);
