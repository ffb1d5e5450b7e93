import { describe, expect, test } from "vitest";
import { accountEmail, readEmail, storedEmail } from "./email.server";
import { mailLink } from "./person";

describe("an address is read", () => {
  test.each([
    ["as it is", "jane@x.gov", "jane@x.gov"],
    ["with signs that mail servers take", "o&m@city.gov", "o&m@city.gov"],
    ["with a slash", "a/b@x.org", "a/b@x.org"],
    ["of a guest", "user_x#EXT#@tenant.onmicrosoft.com", "user_x#EXT#@tenant.onmicrosoft.com"],
    ["with a plus and an apostrophe", "o'neil+plans@x.gov", "o'neil+plans@x.gov"],
    ["with a domain in capital letters", "Jane@X.GOV", "Jane@x.gov"],
    ["with a domain of other letters", "info@bücher.test", "info@xn--bcher-kva.test"],
    ["with such a domain in capital letters", "info@BÜCHER.test", "info@xn--bcher-kva.test"],
    ["with letters and accents that are apart", "info@bu\u0308cher.test", "info@xn--bcher-kva.test"],
    ["with the domain as mail servers write it", "info@XN--bcher-kva.test", "info@xn--bcher-kva.test"],
    ["of a link", "mailto:jane@x.gov?subject=Plans", "jane@x.gov"],
    ["of a link whose signs are encoded", "MAILTO:o%26m@city.gov", "o&m@city.gov"],
    ["with a name and brackets", '"Doe, Jane" <jane@x.gov>', "jane@x.gov"],
    ["with a name without quotes", "Jane Doe <jane@x.gov>;", "jane@x.gov"],
    ["with a name that has an @", '"jane@work" <jane@x.gov>', "jane@x.gov"],
    ["in brackets alone", "<jane@x.gov>", "jane@x.gov"],
    ["as a link in brackets", "Jane <mailto:jane@x.gov>", "jane@x.gov"],
    ["with a name after it", "jane@x.gov (Jane Doe)", "jane@x.gov"],
    ["at the end of a sentence", "jane@x.gov.", "jane@x.gov"],
    ["in quotes", '"jane@x.gov"', "jane@x.gov"],
    ["between blanks and invisible signs", "\u00a0\u202ajane\u200b@x.\u00adgov\u202c\u2060 ", "jane@x.gov"],
  ])("%s", (_, typed, email) => {
    expect(readEmail(typed)).toEqual({ email });
    expect(storedEmail(email)).toBe(email);
  });
});

describe("another text is refused", () => {
  test.each([
    ["several addresses", "jane@x.gov, lee@x.gov", "one address only"],
    ["several in brackets", "Jane <jane@x.gov>; Lee <lee@x.gov>", "one address only"],
    ["a space", "jane doe@x.gov", "it has no spaces"],
    [
      "other letters before the @",
      "jörg@x.org",
      "before the @ it has only letters from a to z, digits and signs such as . _ - + &",
    ],
    ["no @", "jane", undefined],
    ["nothing before the @", "@x.gov", undefined],
    ["nothing after it", "jane@", undefined],
    ["a domain without a dot", "jane@city", undefined],
    ["an address of a network", "jane@10.0.0.1", undefined],
    ["a port", "jane@x.gov:25", undefined],
    ["a path", "jane@x.gov/plans", undefined],
    ["an encoded sign in the domain", "jane@x%2egov", undefined],
    ["an underscore in the domain", "jane@x_y.gov", undefined],
    ["a domain that no server can have", "jane@-x.gov", undefined],
    ["65 characters before the @", `${"a".repeat(65)}@x.gov`, "before the @ it has at most 64 characters"],
    ["a dot at the beginning", ".jane@x.gov", "before the @ no dot is first, last or next to another"],
    ["two dots together", "jane..doe@x.gov", "before the @ no dot is first, last or next to another"],
    ["another address as the name", "jane@x.gov <bob@x.gov>", "one address only"],
    ["an address before a name", "jane@x.gov, Bob <bob@x.gov>", "one address only"],
    ["an address in brackets after it", "jane@x.gov (bob@x.gov)", "one address only"],
    ["more than 254 characters", `jane@${`${"a".repeat(60)}.`.repeat(5)}gov`, undefined],
    ["a very long text", `${"(".repeat(200_000)}@x.gov`, undefined],
    ["blanks", " \u200b ", undefined],
  ])("with %s", (_, typed, problem) => {
    expect(readEmail(typed)).toEqual({ problem });
  });
});

test("an account is found by each of the spellings", () => {
  for (const typed of [
    "User_X#ext#@Tenant.onmicrosoft.com",
    "mailto:user_x%23EXT%23@tenant.onmicrosoft.com",
  ]) {
    expect(accountEmail(typed)).toBe("user_x#ext#@tenant.onmicrosoft.com");
  }
  expect(accountEmail("Info@Bücher.test")).toBe(accountEmail("info@xn--bcher-kva.test"));
});

test("a letter that only looks like another one is not read as it", () => {
  expect(accountEmail("j\u0430ne@x.gov")).toBeUndefined();
  expect(accountEmail("jane@\u0445.gov")).toBe("jane@xn--u1a.gov");
});

test.each(["o&m@city.gov", "user_x#EXT#@tenant.test", "a/b?c@x.org", "100%@x.org"])(
  "the link to write to %s has the whole address",
  (email) => {
    const link = new URL(mailLink(email));
    expect([decodeURIComponent(link.pathname), link.search, link.hash]).toEqual([email, "", ""]);
  },
);
