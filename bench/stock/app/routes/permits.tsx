import { ChevronsUpDown, Eye, Pencil, Trash2, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Form, Link, useLoaderData } from "react-router";
import { type Permit, readPermits } from "../permits";

const statuses: Record<string, { label: string; color: string }> = {
  approved: { label: "Approved", color: "bg-green-100 text-green-800" },
  in_process: { label: "In Process", color: "bg-blue-100 text-blue-800" },
  resubmittal_required: { label: "Resubmittal Required", color: "bg-yellow-100 text-yellow-800" },
  hold: { label: "Hold", color: "bg-orange-100 text-orange-800" },
  cancelled: { label: "Cancelled", color: "bg-red-100 text-red-800" },
};

const controlClass = "w-full rounded-md border border-gray-300 px-3 py-2 dark:border-gray-700";
const cellClass = "px-4 py-3 align-top";
const iconClass = "inline-block p-2";

export function meta() {
  return [{ title: "Permits" }];
}

export function loader() {
  return readPermits();
}

/** A list as Redline's, written as in React Router's documentation: ten rows, 44 icons and 60 links. */
export default function Permits() {
  const { permits, total, cities } = useLoaderData<typeof loader>();
  return (
    <main className="container mx-auto p-4 pt-16">
      <header className="mb-6">
        <h1 className="text-2xl font-semibold">Permits</h1>
        <p className="text-gray-500">Track and manage building permits across all municipalities</p>
      </header>
      <div className="rounded-xl border border-gray-200 dark:border-gray-800">
        <Filters cities={cities} />
        <p className="px-4 pb-3 text-sm text-gray-500">{total.toLocaleString("en-US")} results</p>
        <table className="w-full text-left text-sm">
          <thead className="border-y border-gray-200 dark:border-gray-800">
            <tr>
              <Heading sort="number">Permit Details</Heading>
              <Heading sort="city">City</Heading>
              <Heading sort="status">Status</Heading>
              <th className="px-4 py-2 font-medium">Assigned To</th>
              <Heading sort="due">Due Date</Heading>
              <th className="px-4 py-2 text-right font-medium">Actions</th>
            </tr>
          </thead>
          <tbody>
            {permits.map((permit) => (
              <Row key={permit.id} permit={permit} />
            ))}
          </tbody>
        </table>
        <Pager rows={permits.length} total={total} />
      </div>
    </main>
  );
}

function Filters({ cities }: { cities: { id: number; name: string }[] }) {
  return (
    <Form className="flex flex-wrap items-end gap-4 p-4" role="search">
      <label className="grid gap-1 text-sm font-medium">
        Search
        <input name="search" type="search" className={controlClass} />
      </label>
      <label className="grid gap-1 text-sm font-medium">
        Status
        <select name="status" className={controlClass}>
          <option value="all">All Status</option>
          {Object.entries(statuses).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1 text-sm font-medium">
        City
        <select name="cityId" className={controlClass}>
          <option value="">All Cities</option>
          {cities.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="rounded-md border border-gray-300 px-4 py-2 dark:border-gray-700">
        Filter
      </button>
    </Form>
  );
}

function Heading({ sort, children }: { sort: string; children: ReactNode }) {
  return (
    <th scope="col" className="px-4 py-2 font-medium">
      <Link to={`/permits?sort=${sort}`} className="inline-flex items-center gap-1">
        {children}
        <ChevronsUpDown className="size-4" />
      </Link>
    </th>
  );
}

function Row({ permit: { id, number, revision, reviewers, ...permit } }: { permit: Permit }) {
  const status = statuses[permit.status];
  return (
    <tr className="border-b border-gray-200 dark:border-gray-800">
      <td className={cellClass}>
        <Link to={`/permits/${id}`} className="font-medium">
          {number}
          {revision && <span className="text-gray-500"> {revision}</span>}
        </Link>
        <div className="text-xs text-gray-500">
          {[permit.cityNumber, permit.project].filter(Boolean).join(" · ")}
        </div>
      </td>
      <td className={cellClass}>{permit.city}</td>
      <td className={cellClass}>
        <span className={`rounded-full px-2 py-1 text-xs ${status?.color}`}>{status?.label}</span>
      </td>
      <td className={cellClass}>
        {reviewers[0] ?? <span className="text-xs text-gray-500">Unassigned</span>}
        {reviewers.length > 1 && <span className="text-xs text-gray-500"> +{reviewers.length - 1} more</span>}
      </td>
      <td className={cellClass}>
        {new Date(permit.dueDate).toLocaleDateString("en-US", { timeZone: "UTC" })}
      </td>
      <td className="px-4 py-3 text-right whitespace-nowrap">
        <Link to={`/permits/${id}`} className={iconClass} aria-label={`View ${number}`}>
          <Eye className="size-4" />
        </Link>
        <Link to={`/permits/${id}/edit`} className={iconClass} aria-label={`Edit ${number}`}>
          <Pencil className="size-4" />
        </Link>
        <Link to={`/permits/${id}/assignments`} className={iconClass} aria-label={`Assign ${number}`}>
          <UserPlus className="size-4" />
        </Link>
        <Link to={`/permits/${id}/delete`} className={iconClass} aria-label={`Delete ${number}`}>
          <Trash2 className="size-4" />
        </Link>
      </td>
    </tr>
  );
}

function Pager({ rows, total }: { rows: number; total: number }) {
  return (
    <nav className="flex flex-wrap justify-between gap-4 p-4 text-sm" aria-label="Pages of results">
      <p>
        Showing 1 to {rows} of {total.toLocaleString("en-US")} results
      </p>
      <ul className="flex gap-2">
        {[1, 2, 3, 4, 5].map((number) => (
          <li key={number}>
            <Link to={`/permits?page=${number}`}>{number}</Link>
          </li>
        ))}
        <li>
          <Link to="/permits?page=2">Next</Link>
        </li>
      </ul>
    </nav>
  );
}
