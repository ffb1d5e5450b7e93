import { Fragment } from "react";
import type { ApiDocs, DocumentedEndpoint, DocumentedField } from "~/api/api-docs.server";
import { queryOf } from "~/models/address";
import { Card, Fact, Facts } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";

const addressOf = (noun: string) => `/api/docs${queryOf({ noun })}`;

export function ApiDocsPage({ docs }: { docs: ApiDocs }) {
  return (
    <>
      <PageHeader
        title="API documentation"
        subtitle="Every endpoint. Programs can read /api/openapi.json instead."
      />
      <Card title="How to use it">
        <div className="stack">
          <p>
            Create a key on your <a href="/profile">profile</a> and send it with each request, as{" "}
            <code>Authorization: Bearer redline_…</code>. A program has your permissions; with a read-only
            key, it cannot change data. Requests from pages of other sites are refused.
          </p>
          <p>
            Request bodies are JSON of at most 1 MB, except where multipart parts are listed. Unknown fields
            are rejected. Lists are bare arrays with their total in <code>X-Total-Count</code>; empty
            parameters are ignored. Dates are <code>YYYY-MM-DD</code>, times UTC; amounts and hours are
            numbers.
          </p>
          <p>
            A refusal is <code>{'{ "message": "…", "fields": { "name": ["…"] } }'}</code> with 400, 401, 403,
            404, 405, 409, 410, 412, 413, 415, 416 or 429. Send the <code>updatedAt</code> that you read: if
            the row has changed since, the response is 409 and <code>current</code> holds the latest version;
            <code>If-Match</code> is refused with 412. A 500 has a <code>reference</code>, as in the log.
          </p>
          <p>Messages such as “Failed to update permit: 409” come from client programs, not from the API.</p>
        </div>
      </Card>
      {docs.map(({ noun, endpoints }) => (
        <Card key={noun} title={<a href={addressOf(noun)}>{noun}</a>} flush>
          <ul className="endpoints">
            {endpoints.map(({ method, address, summary }) => (
              <li key={`${method} ${address}`}>
                <code>
                  <b>{method}</b> {address}
                </code>
                <span className="secondary">{summary}</span>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </>
  );
}

/** The endpoints of one noun, with their fields. */
export function NounDocsPage({ noun, endpoints }: ApiDocs[number]) {
  return (
    <>
      <PageHeader
        back={{ to: "/api/docs", label: "All endpoints" }}
        title={noun}
        documentTitle={`${noun} · API documentation`}
      />
      <Card title="Endpoints" flush>
        <ul className="endpoints">
          {endpoints.map((endpoint) => (
            <li key={`${endpoint.method} ${endpoint.address}`}>
              <EndpointDetails endpoint={endpoint} />
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

function EndpointDetails({ endpoint }: { endpoint: DocumentedEndpoint }) {
  const { method, address, summary, details, who, query, bodies, parts, response, isList, status, refusals } =
    endpoint;
  return (
    <details open>
      <summary>
        <code>
          <b>{method}</b> {address}
        </code>
        <span className="secondary">{summary}</span>
      </summary>
      <div className="stack">
        {details && <p>{details}</p>}
        <Facts>
          <Fact label="Access">{who}</Fact>
          <Fact label="Status">{[status, ...refusals].join(", ")}</Fact>
        </Facts>
        <Fields title="Query" fields={query} />
        {bodies.map(({ title, fields }) => (
          <Fields key={title} title={title} fields={fields} />
        ))}
        <Fields title="Parts" fields={parts} />
        <Fields title={isList ? "Each row of the response" : "Response"} fields={response} isResponse />
      </div>
    </details>
  );
}

type FieldsProps = { title: string; fields: DocumentedField[]; isResponse?: boolean };

function Fields({ title, fields, isResponse }: FieldsProps) {
  if (fields.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <dl className="api-fields">
        {fields.map(({ name, type, isRequired, description }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              {[!isResponse && isRequired ? `${type}, required` : type, description]
                .filter(Boolean)
                .join(". ")}
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}
