import { data, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { permitReader } from "../../../twins/permit-data";
import { PermitPage } from "../../../twins/permit-tree";
import { database } from "../database";

const readPermit = permitReader(database);

export function meta() {
  return [{ title: "Permit" }];
}

export function loader({ params }: LoaderFunctionArgs) {
  const permit = readPermit(Number(params.id));
  if (!permit) throw data(null, { status: 404 });
  return permit;
}

export default function Permit() {
  return <PermitPage permit={useLoaderData<typeof loader>()} />;
}
