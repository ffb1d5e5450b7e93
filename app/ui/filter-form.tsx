import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useId,
  useRef,
} from "react";
import { Form, Link, useNavigate, useNavigationType, useSearchParams } from "react-router";
import { Button } from "./button";
import { SelectField, TextField } from "./fields";
import { X } from "./icons";

const typingPause = 200;

type Values = Record<string, unknown>;

const FilterValues = createContext<Values>({});

export const useFilterField = (name: string) => ({
  id: useId(),
  name,
  initialValue: use(FilterValues)[name],
});

/** A form whose fields are the query of the page. It has no page number, so that every change returns to page 1. */
export function FilterForm({ values, children }: { values: Values; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const requested = useRef<string>(undefined);
  const navigate = useNavigate();
  const [address] = useSearchParams();

  useEffect(() => () => clearTimeout(timer.current), []);
  useFieldsFromAddress(form, address.toString(), requested);

  function apply() {
    clearTimeout(timer.current);
    if (!form.current) return;
    const search = searchOf(form.current).toString();
    // Reads the browser's address, since the rendered page may lag behind it on a slow machine.
    const current = new URLSearchParams(window.location.search);
    const replace = filterFields(form.current).some(({ name }) => current.get(name));
    requested.current = search;
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
      <FilterValues value={values}>{children}</FilterValues>
      {typeof values.rows === "number" && <input type="hidden" name="rows" value={values.rows} />}
      <Button>Filter</Button>
    </Form>
  );
}

type SearchFieldProps = {
  name?: string;
  placeholder: string;
  /** What the rows have and the search does not find. */
  notSearched: string;
};

export function SearchField({ name = "search", placeholder, notSearched }: SearchFieldProps) {
  return (
    <TextField
      field={useFilterField(name)}
      label="Search"
      hint={`Not searched: ${notSearched}.`}
      type="search"
      placeholder={placeholder}
    />
  );
}

type FilterSelectProps = Omit<ComponentProps<typeof SelectField>, "field"> & { name: string };

export const FilterSelect = ({ name, ...select }: FilterSelectProps) => (
  <SelectField field={useFilterField(name)} {...select} />
);

/** Returns the query without empty fields, and without a select's first option, which means all. */
function searchOf(form: HTMLFormElement): URLSearchParams {
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

/** Follows "Clear all" and the back button, but not the addresses that the form itself requested: it may be ahead. */
function useFieldsFromAddress(
  form: RefObject<HTMLFormElement | null>,
  address: string,
  requested: RefObject<string | undefined>,
) {
  const previous = useRef(address);
  const isHistoryStep = useNavigationType() === "POP";

  useEffect(() => {
    if (!form.current || previous.current === address) return;
    previous.current = address;
    if (address === requested.current && !isHistoryStep) return;
    requested.current = undefined;
    const parameters = new URLSearchParams(address);
    for (const field of filterFields(form.current)) {
      if (field === document.activeElement && !isHistoryStep) continue;
      const fallback = field instanceof HTMLSelectElement ? (field.options[0]?.value ?? "") : "";
      field.value = parameters.get(field.name) ?? fallback;
    }
  }, [form, address, requested, isHistoryStep]);
}

type Chip = { label: string; removeTo: string };

/** Returns a chip for each filter that is set, which has a label. */
export const chipsOf = <Filter extends object>(
  filter: Filter,
  queryOf: (filter: Filter) => string,
  labels: Partial<Record<keyof Filter, string | 0 | undefined>>,
): Chip[] =>
  Object.entries<string | 0 | undefined>(labels).flatMap(([name, label]) =>
    label ? { label, removeTo: queryOf({ ...filter, page: undefined, [name]: undefined }) } : [],
  );

export function FilterChips({ count, chips, clearTo }: { count: string; chips: Chip[]; clearTo: string }) {
  return (
    <div className="chips">
      <ResultCount className="secondary">{count}</ResultCount>
      {chips.map(({ label, removeTo }) => (
        <Link
          key={label}
          to={removeTo}
          className="chip"
          aria-label={`Remove filter ${label}`}
          preventScrollReset
        >
          {label}
          <X />
        </Link>
      ))}
      {chips.length > 0 && (
        <Link to={clearTo} preventScrollReset>
          Clear all
        </Link>
      )}
    </div>
  );
}

export const cappedNote = "Only the newest 1,000 permits that match are looked at.";

export function withNotes(count: string, notes: (string | false | undefined)[]): string {
  const shown = notes.filter(Boolean);
  return shown.length === 0 ? count : [`${count}.`, ...shown].join(" ");
}

type ResultCountProps = { className?: string; children: ReactNode };

/** How many rows a list has. Screen readers say it when a filter changes it. */
export const ResultCount = ({ className = "small", children }: ResultCountProps) => (
  <span role="status" className={className}>
    {children}
  </span>
);
