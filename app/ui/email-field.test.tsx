import { expect, test } from "vitest";
import { rendered } from "~/testing/rendered";
import { sources } from "~/testing/sources";
import { EmailField } from "./fields";

test("no field lets the browser judge an email, which the server reads in more forms", () => {
  const html = rendered(<EmailField field={{ id: "email", name: "email" }} label="Email" />);
  expect(html).toContain('type="text"');
  expect(html).toContain('inputMode="email"');
  const others = sources.filter(({ text }) => /type="email"/.test(text)).map(({ path }) => path);
  expect(others).toEqual([]);
});
