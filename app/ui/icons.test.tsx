import { expect, test } from "vitest";
import { rendered } from "~/testing/rendered";
import * as icons from "./icons";

const { IconSprite, ...components } = icons;

test("every icon has its shape, or refers to one in the sprite", () => {
  const shapes = [...rendered(<IconSprite />).matchAll(/<symbol id="([^"]+)"[^>]*><[a-z]/g)].map(
    ([, id]) => id,
  );
  const references = Object.values(components).flatMap((Icon) => {
    const html = rendered(<Icon />);
    expect(html).toMatch(/^<svg class="lucide"[^>]* aria-hidden="true"><[a-z]/);
    return [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  });
  expect(references.toSorted()).toEqual(shapes.toSorted());
  expect(shapes).toContain("icon-eye");
});
