import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Form, useNavigate, useNavigationType, useSearchParams } from "react-router";
import { Button } from "./button";
import { TextField } from "./text-field";

const typingPause = 200;

/** Filters are an address. The page number is not among the fields, so that every change starts at page 1. */
export function FilterForm({ children }: { children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef<string>(undefined);
  const navigate = useNavigate();
  const [address] = useSearchParams();

  useEffect(() => () => clearTimeout(timer.current), []);
  useFieldsFollowing(form, address.toString(), asked);

  function apply() {
    clearTimeout(timer.current);
    if (!form.current) return;
    const search = chosen(form.current).toString();
    // The browser's own address: what is drawn may be a step behind it on a slow machine.
    const current = new URLSearchParams(window.location.search);
    const replace = filterFields(form.current).some(({ name }) => current.get(name));
    asked.current = search;
    navigate({ search }, { replace, preventScrollReset: true });
  }

  function applySoon(event: FormEvent) {
    clearTimeout(timer.current);
    const isTyping = event.target instanceof HTMLInputElement;
    timer.current = setTimeout(apply, isTyping ? typingPause : 0);
  }

  return (
    <Form
      ref={form}
      className="filters"
      role="search"
      autoComplete="off"
      preventScrollReset
      onInput={applySoon}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {children}
      <Button>Filter</Button>
    </Form>
  );
}

type SearchFieldProps = { id: string; value?: string; placeholder: string };

/** The search of a filter. */
export function SearchField({ id, value, placeholder }: SearchFieldProps) {
  return (
    <TextField
      field={{ id, name: "search", initialValue: value }}
      label="Search"
      type="search"
      placeholder={placeholder}
    />
  );
}

/** What is empty stays out of the address, and so does a select's first option, which stands for all. */
function chosen(form: HTMLFormElement): URLSearchParams {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  const search = new URLSearchParams(entries.filter(([, value]) => value !== ""));
  for (const field of filterFields(form)) {
    if (field instanceof HTMLSelectElement && field.selectedIndex === 0) search.delete(field.name);
  }
  return search;
}

function filterFields(form: HTMLFormElement) {
  return [...form.elements].filter(
    (element) =>
      element instanceof HTMLSelectElement ||
      (element instanceof HTMLInputElement && element.type !== "hidden"),
  ) as (HTMLSelectElement | HTMLInputElement)[];
}

/**
 * "Clear all" and the browser's back button change the address: the fields follow, except where one types.
 * What the form itself asked for tells them nothing: they may hold the next choice by now.
 */
function useFieldsFollowing(
  form: RefObject<HTMLFormElement | null>,
  address: string,
  asked: RefObject<string | undefined>,
) {
  const seen = useRef(address);
  const cameBack = useNavigationType() === "POP";

  useEffect(() => {
    if (!form.current || seen.current === address) return;
    seen.current = address;
    if (address === asked.current && !cameBack) return;
    asked.current = undefined;
    const parameters = new URLSearchParams(address);
    for (const field of filterFields(form.current)) {
      if (field === document.activeElement && !cameBack) continue;
      const fallback = field instanceof HTMLSelectElement ? (field.options[0]?.value ?? "") : "";
      field.value = parameters.get(field.name) ?? fallback;
    }
  }, [form, address, asked, cameBack]);
}
