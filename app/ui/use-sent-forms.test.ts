import { expect, test } from "vitest";
import { keepScroll } from "./link";
import { sentForm } from "./use-sent-forms";

const formWith = (dataset: object) => ({ dataset }) as unknown as HTMLFormElement;
const submission = { defaultPrevented: false, submitter: null };

test("a form of the application is sent, with the button that sends it", () => {
  const target = formWith({ form: "" });
  const options = { preventScrollReset: false };
  expect(sentForm({ ...submission, target })).toEqual({ target, options });
  const submitter = {} as HTMLButtonElement;
  expect(sentForm({ ...submission, target, submitter })?.target).toBe(submitter);
});

test("a form can leave the page where it is scrolled to", () => {
  const target = formWith({ form: keepScroll });
  expect(sentForm({ ...submission, target })?.options).toEqual({ preventScrollReset: true });
});

test("another form, and one that a component has handled, is left to them", () => {
  expect(sentForm({ ...submission, target: formWith({}) })).toBeUndefined();
  const target = formWith({ form: "" });
  expect(sentForm({ ...submission, target, defaultPrevented: true })).toBeUndefined();
});
