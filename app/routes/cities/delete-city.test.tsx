import { expect, test } from "vitest";
import { rendered, textOf } from "~/testing/rendered";
import DeleteCity from "./dialogs/delete-city";

test.each([
  [0, "with its users, pricing and logo."],
  [1, "with its users, pricing, logo and 1 standard comment."],
  [1200, "with its users, pricing, logo and 1,200 standard comments."],
])("names what is deleted with a city that has %i standard comments", (standardComments, text) => {
  const city = { id: 1, cityName: "Oakville", isActive: true, deletionBlocker: null, standardComments };
  const dialog = { loaderData: city } as unknown as Parameters<typeof DeleteCity>[0];
  expect(textOf(rendered(<DeleteCity {...dialog} />))).toContain(text);
});
