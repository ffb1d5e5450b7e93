import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { rendered } from "~/testing/rendered";
import * as icons from "./icons";

const { IconSprite, SpriteContext, ...components } = icons;

const inPage = (hasSprite: boolean, part: ReactNode) =>
  rendered(<SpriteContext value={hasSprite}>{part}</SpriteContext>);

test("in a page with the sprite, every icon has its shape, or refers to one in the sprite", () => {
  const symbols = rendered(<IconSprite />).matchAll(/<symbol id="([^"]+)"[^>]*><[a-z]/g);
  const shapes = [...symbols].map(([, id]) => id);
  const references = Object.values(components).flatMap((Icon) => {
    const html = inPage(true, <Icon />);
    expect(html).toMatch(/^<svg class="lucide"[^>]* aria-hidden="true"><[a-z]/);
    return [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  });
  expect(references.toSorted()).toEqual(shapes.toSorted());
  expect(shapes).toContain("icon-eye");
});

test("in a page without it, every icon has its shape", () => {
  for (const Icon of Object.values(components)) {
    expect(inPage(false, <Icon />)).toMatch(
      /^<svg class="lucide" viewBox="0 0 24 24" aria-hidden="true"><(?!use)[a-z]/,
    );
  }
});
