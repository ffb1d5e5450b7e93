import { ChevronsUpDown, Eye, Pencil, Trash2, UserPlus } from "lucide-react";
import type { ComponentType, ElementType, ReactNode } from "react";
import {
  buttonClass,
  cellClass,
  controlClass,
  Field,
  formatNumber,
  iconClass,
  type LinkProps,
  Pager,
  toneClasses,
} from "./elements";
import type { PageData, PermitRow } from "./permits-data";

type FormProps = { className: string; role: "search"; autoComplete: "off"; children: ReactNode };

/** The elements that a router replaces by its own. */
type RouterElements = { Link: ComponentType<LinkProps>; Form: ElementType<FormProps> };

type PermitsPageProps = RouterElements & { page: PageData };

/** The list of permits of Redline's page: ten rows, 44 icons and 60 links. */
export function PermitsPage({ page, Link, Form }: PermitsPageProps) {
  return (
    <main className="container mx-auto p-4 pt-16">
      <header className="mb-6">
        <h1 className="text-2xl font-semibold">Permits</h1>
        <p className="text-gray-500">Track and manage building permits across all municipalities</p>
      </header>
      <div className="rounded-xl border border-gray-200 dark:border-gray-800">
        <PermitTable address="/permits" page={page} Link={Link} Form={Form} />
      </div>
    </main>
  );
}

/** The table of permits with its filters, on the page with this address. */
export function PermitTable({ address, page, Link, Form }: PermitsPageProps & { address: string }) {
  return (
    <>
      <Filters page={page} Form={Form} />
      <div className="px-4 pb-3 text-sm text-gray-500">
        <span role="status">{formatNumber(page.total)} results</span>
      </div>
      <div className="overflow-x-auto">
        <table className="w-full text-left text-sm">
          <caption className="sr-only">Permits</caption>
          <thead className="border-y border-gray-200 dark:border-gray-800">
            <tr>
              <Heading to={`${address}?sort=number`} label="Permit Details" Link={Link} />
              <Heading to={`${address}?sort=city`} label="City" Link={Link} />
              <Heading to={`${address}?sort=status`} label="Status" Link={Link} />
              <th scope="col" className="px-4 py-2 font-medium">
                Assigned To
              </th>
              <Heading to={`${address}?sort=due`} label="Due Date" Link={Link} />
              <th scope="col" className="px-4 py-2 text-right font-medium">
                Actions
              </th>
            </tr>
          </thead>
          <tbody>
            {page.rows.map((permit) => (
              <Row key={permit.id} address={address} permit={permit} Link={Link} />
            ))}
          </tbody>
        </table>
      </div>
      <Pager address={address} rows={page.rows.length} total={page.total} Link={Link} />
    </>
  );
}

function Filters({ page: { cities, statuses }, Form }: Pick<PermitsPageProps, "page" | "Form">) {
  return (
    <Form className="flex flex-wrap items-end gap-4 p-4" role="search" autoComplete="off">
      <Field id="permit-search" label="Search">
        <input
          id="permit-search"
          name="search"
          type="search"
          placeholder="Search by provider reference or city permit number..."
          className={controlClass}
        />
      </Field>
      <Field id="permit-status" label="Status">
        <select id="permit-status" name="status" className={controlClass}>
          <option value="all">All Status</option>
          {statuses.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field id="permit-city" label="City">
        <select id="permit-city" name="cityId" className={controlClass}>
          <option value="">All Cities</option>
          {cities.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <button type="submit" className={buttonClass}>
        Filter
      </button>
    </Form>
  );
}

function Heading({ to, label, Link }: { to: string; label: string; Link: RouterElements["Link"] }) {
  return (
    <th scope="col" className="px-4 py-2 font-medium">
      <Link to={to} className="inline-flex items-center gap-1">
        {label}
        <ChevronsUpDown className="size-4" />
      </Link>
    </th>
  );
}

type RowProps = { address: string; permit: PermitRow; Link: RouterElements["Link"] };

function Row({ address, permit, Link }: RowProps) {
  const { id, number, revision, details, city, status, reviewer, moreReviewers, due } = permit;
  return (
    <tr className="border-b border-gray-200 dark:border-gray-800">
      <td className={cellClass}>
        <Link to={`/permits/${id}`} className="font-medium">
          {number}
          {revision && <span className="text-gray-500"> {revision}</span>}
        </Link>
        <div className="text-xs text-gray-500">{details}</div>
      </td>
      <td className={cellClass}>{city}</td>
      <td className={cellClass}>
        <span className={`rounded-full px-2 py-1 text-xs ${toneClasses[status.tone]}`}>{status.label}</span>
      </td>
      <td className={cellClass}>
        {reviewer ?? <span className="text-xs text-gray-500">Unassigned</span>}
        {moreReviewers > 0 && <span className="text-xs text-gray-500"> +{moreReviewers} more</span>}
      </td>
      <td className={cellClass}>
        <span className={due.isLate ? "text-red-700" : undefined}>{due.date}</span>
        {due.note && <div className="text-xs text-gray-500">{due.note}</div>}
      </td>
      <td className="px-4 py-3 text-right whitespace-nowrap">
        <Link to={`/permits/${id}`} className={iconClass} aria-label={`View ${number}`}>
          <Eye className="size-4" />
        </Link>
        <Link to={`/permits/${id}?edit`} className={iconClass} aria-label={`Edit ${number}`}>
          <Pencil className="size-4" />
        </Link>
        <Link
          to={`/permits/${id}/assignments`}
          className={iconClass}
          aria-label={`Assign reviewers to ${number}`}
        >
          <UserPlus className="size-4" />
        </Link>
        <Link to={`${address}?dialog=delete&id=${id}`} className={iconClass} aria-label={`Delete ${number}`}>
          <Trash2 className="size-4" />
        </Link>
      </td>
    </tr>
  );
}
