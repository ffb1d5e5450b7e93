import * as shapes from "lucide";
import { createContext, use } from "react";
import { drawing, drawn } from "./icon";

/** The shapes of the icons that the rows of a list repeat: the page of a list has them once, in its sprite. */
const repeatedShapes = {
  chevronsUpDown: shapes.ChevronsUpDown,
  eye: shapes.Eye,
  pencil: shapes.Pencil,
  trash: shapes.Trash2,
  userPlus: shapes.UserPlus,
};

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

export const Archive = drawn(shapes.Archive);
export const ArrowDown = drawn(shapes.ArrowDown);
export const ArrowUp = drawn(shapes.ArrowUp);
export const ArrowLeft = drawn(shapes.ArrowLeft);
export const CircleAlert = drawn(shapes.CircleAlert);
export const CircleCheck = drawn(shapes.CircleCheck);
export const Download = drawn(shapes.Download);
export const Menu = drawn(shapes.Menu);
export const Search = drawn(shapes.Search);
export const Undo = drawn(shapes.Undo2);
export const X = drawn(shapes.X);
