import type { IconNode } from "lucide";
import { createElement, type ReactNode } from "react";

export const drawing = (shape: IconNode): ReactNode =>
  shape.map(([element, attributes], index) => createElement(element, { key: index, ...attributes }));

/** An icon of one page is drawn there: those in `icons.tsx` are loaded with every page. */
export function drawn(shape: IconNode) {
  const icon = (
    <svg className="lucide" viewBox="0 0 24 24" aria-hidden="true">
      {drawing(shape)}
    </svg>
  );
  return () => icon;
}
