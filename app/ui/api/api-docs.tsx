import type { ApiDocs, DocumentedCall, DocumentedField } from "~/api/api-docs.server";
import { Card, Fact, Facts } from "../card";
import { PageHeader } from "../page-header";
import { Cell, Row, Table } from "../table";

const idOf = (noun: string) => noun.toLowerCase().replaceAll(" ", "-");

export function ApiDocsPage({ docs }: { docs: ApiDocs }) {
  return (
    <>
      <PageHeader title="API" subtitle="What programs can call, as /api/openapi.json describes it to them" />
      <Card title="How to call it">
        <div className="stack">
          <p>
            Make a key on your <a href="/profile">profile</a> and send it with each call, as{" "}
            <code>Authorization: Bearer redline_…</code>. A program has your rights, or reads only. Pages of
            other sites cannot call.
          </p>
          <p>
            Bodies are JSON unless parts are named, at most 1 MB, and a field that nobody knows is refused.
            Lists are bare arrays with their total in <code>X-Total-Count</code>; parameters without a value
            are passed over. Dates are <code>YYYY-MM-DD</code>, moments UTC; money and hours are numbers.
          </p>
          <p>
            A refusal is <code>{'{ "message": "…", "fields": { "name": ["…"] } }'}</code> with 400, 401, 403,
            404, 405, 409, 413, 415, 416 or 429. Send the <code>updatedAt</code> that you read, and a row that
            somebody changed since is refused with 409 and stands in <code>current</code>. 500 has a{" "}
            <code>reference</code> that the log has too.
          </p>
          <p>
            Client programs of the specification word some failures themselves, such as “Server returned
            invalid response format” or “Failed to update permit: 409”: none of those comes from here.
          </p>
          <p className="row">
            {docs.map(({ noun }) => (
              <a key={noun} href={`#${idOf(noun)}`}>
                {noun}
              </a>
            ))}
          </p>
        </div>
      </Card>
      {docs.map(({ noun, calls }) => (
        <Card key={noun} id={idOf(noun)} title={noun} flush>
          <ul className="calls">
            {calls.map((call) => (
              <li key={`${call.method} ${call.address}`}>
                <CallDetails call={call} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </>
  );
}

function CallDetails({ call }: { call: DocumentedCall }) {
  const { method, address, summary, details, who, query, bodies, parts, answer, isList, status, refusals } =
    call;
  return (
    <details>
      <summary>
        <code>
          <b>{method}</b> {address}
        </code>
        <span className="secondary">{summary}</span>
      </summary>
      <div className="stack">
        {details && <p>{details}</p>}
        <Facts>
          <Fact label="For">{who}</Fact>
          <Fact label="Answers">{[status, ...refusals].join(", ")}</Fact>
        </Facts>
        <Fields title="Query" fields={query} />
        {bodies.map(({ title, fields }) => (
          <Fields key={title} title={title} fields={fields} />
        ))}
        <Fields title="Parts" fields={parts} />
        <Fields title={isList ? "Each row of the answer" : "Answer"} fields={answer} isAnswer />
      </div>
    </details>
  );
}

type FieldsProps = { title: string; fields: DocumentedField[]; isAnswer?: boolean };

function Fields({ title, fields, isAnswer }: FieldsProps) {
  if (fields.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <Table
        caption={title}
        columns={[
          { key: "name", label: "Name" },
          { key: "meaning", label: "Meaning" },
        ]}
      >
        {fields.map(({ name, type, isRequired, description }) => (
          <Row key={name}>
            <Cell label="Name">
              <code>{name}</code>
            </Cell>
            <Cell label="Meaning">
              {[!isAnswer && isRequired ? `${type}, required` : type, description].filter(Boolean).join(". ")}
            </Cell>
          </Row>
        ))}
      </Table>
    </div>
  );
}
