import type { RouterContextProvider } from "react-router";
import { pageQuery } from "~/models/address";
import { notFound } from "~/models/refusal";
import { idOf } from "~/platform/api/api.server";
import { viewerOf } from "~/platform/http/viewer.server";

type DialogArguments = { params: { id: string }; url: URL; context: Readonly<RouterContextProvider> };

/** Returns who opens or sends a dialog of an employee, and the address of the page under it. */
export const employeeDialogOf = ({ params, url, context }: DialogArguments) => ({
  viewer: viewerOf(context, "employee.manage"),
  id: idOf(params.id, notFound("Employee")),
  page: `/employees${pageQuery(url.search)}`,
});
