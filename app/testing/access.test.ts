import { createHash } from "node:crypto";
import { desc, eq, type SQL, sql } from "drizzle-orm";
import { matchPath, RouterContextProvider } from "react-router";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createApiKey } from "~/models/accounts/api-key.server";
import { signFormOwner } from "~/models/accounts/kept-form.server";
import { hashPassword } from "~/models/accounts/password.server";
import { startSession } from "~/models/accounts/session.server";
import { saveAnswers } from "~/models/answers/answer.server";
import { sendResubmittal } from "~/models/answers/resubmittal.server";
import { updateAssignment, versionOf } from "~/models/assignments/assignment.server";
import { updateCity } from "~/models/cities/city.server";
import { inviteCityUser } from "~/models/cities/city-user.server";
import { now, today } from "~/models/clock.server";
import { deleteComment } from "~/models/comments/comment.server";
import { decide } from "~/models/corrections/decision.server";
import { createEmployee } from "~/models/employees/employee.server";
import { createFee } from "~/models/fees/fee.server";
import { createPricing } from "~/models/fees/pricing.server";
import { storePicture } from "~/models/files/picture-store.server";
import { storeBytes } from "~/models/files/plan-file-store.server";
import { beginUpload } from "~/models/files/unfinished-upload.server";
import { addTimeEntry } from "~/models/hours/time-entry.server";
import { previewLetter } from "~/models/letters/letter-draft.server";
import type { Drawn } from "~/models/markups/markup";
import { addPlaces } from "~/models/markups/place.server";
import { navigationFor } from "~/models/navigation";
import type { Viewer } from "~/models/policy";
import { setLegalHold } from "~/models/records/legal-hold.server";
import { deletePermit } from "~/models/records/permit-bin.server";
import { contentHash } from "~/models/sheets/rendition";
import { comparisonName } from "~/models/sheets/sheet-comparison";
import { pictureOfView, wholeSheet } from "~/models/sheets/sheet-view";
import { createStandardComment } from "~/models/standard-comments/standard-comment.server";
import * as tables from "~/models/tables.server";
import { findUndo } from "~/models/undo.server";
import { db, write } from "~/platform/db/db.server";
import { isPostgres } from "~/platform/db/dialect.server";
import { env } from "~/platform/env.server";
import type { FormResult } from "~/platform/forms/form.server";
import { keptFormMiddleware, renderKeptForm, signedOutMessage } from "~/platform/forms/kept-form.server";
import { contentVersion, readOne } from "./database";
import { drawnSheets } from "./drawn-sheets";
import {
  addresses,
  closed,
  contextOf,
  cookieOf,
  type Handler,
  moduleOf,
  responseAt,
  signInCookie,
  statusOf,
} from "./test-addresses";
import { addLetterPicture, issueLetter } from "./test-letters";
import {
  assign,
  makeCity,
  makeComments,
  makeCorrections,
  makePeople,
  makePermit,
  makeViewer,
  type Person,
  people,
  permitFields,
  type SignedInPerson,
  switchCorrections,
} from "./test-rows";
import { addPlanSet } from "./test-sheets";

/**
 * The HTTP status that each person gets at each address and from each form of a page. The table is written by
 * hand from the rules (R1) and does not derive from the policy. `api/contract.test.ts` covers the API
 * endpoints that change data.
 *
 * The permit belongs to the city of `cityUser` and `noRole`; `reviewer` is assigned to the permit,
 * `otherReviewer` is not. Each form is valid and uses its own rows, so that a refusal depends only on the
 * person; 302 is success. The letters after a 403 are the roles that the page names: A administrators, E
 * employees, C city users. There are none if the person has one of the roles.
 */
const table = `
                                            administrator reviewer otherReviewer cityUser otherCitysUser  noRole signedOut
/
  GET                                                 200      200           200      200            200  403AEC    401
  GET ?cityId=:city                                   200      200           200      200            404  403AEC    401
/submit
  GET                                                 404    403AC         403AC      200            200   403AC    401
  POST                                                404    403AC         403AC      302            302   403AC    401
  POST ?cityId=:city                                  302    403AC         403AC      302            404   403AC    401
/delete-permit/:permit
  GET                                               200     403A          403A     403A            404  403AEC    401
  POST                                              302     403A          403A     403A            404  403AEC    401
/admin-dashboard
  GET                                                 200     403A          403A     403A           403A    403A    401
  GET /delete-permit/:permit                        200     403A          403A     403A            404  403AEC    401
  POST /delete-permit/:permit                       302     403A          403A     403A            404  403AEC    401
/permits
  GET                                                 200      200           200    403AE          403AE   403AE    401
  POST ?many                                          302     403A          403A     403A           403A    403A    401
  GET /delete-permit/:permit                        200     403A          403A     403A            404  403AEC    401
  POST /delete-permit/:permit                       302     403A          403A     403A            404  403AEC    401
  GET /views/new?view=late                           200      200           200    403AE          403AE   403AE    401
  POST /views/new?view=late                           302      302           302    403AE          403AE   403AE    401
  GET /views/:permitsView/rename                     200      404           404    403AE          403AE   403AE    401
  POST /views/:permitsView/rename                     302      302           302    403AE          403AE   403AE    401
  GET /views/:permitsView/delete                     200      404           404    403AE          403AE   403AE    401
  POST /views/:permitsView/delete                     302      302           302    403AE          403AE   403AE    401
/permits/new
  GET                                                 200     403A          403A     403A           403A    403A    401
  POST                                                302     403A          403A     403A           403A    403A    401
/permits/:permit
  GET                                               200      302           302      302            404  403AEC    401
  POST                                              400      307           307      307            307  403AEC    401
  POST ?upload                                      302      307           307      307            307  403AEC    401
  POST ?comment                                     302      307           307      307            307  403AEC    401
  POST ?comment=:internalComment                    302      307           307      307            307  403AEC    401
  POST ?comment=:sharedComment                      302      307           307      307            307  403AEC    401
  POST ?settle                                      302      307           307      307            307  403AEC    401
  POST ?hold                                        302      307           307      307            307  403AEC    401
  POST ?time&employeeId=:reviewer                   302      307           307      307            307  403AEC    401
  POST ?time                                        400      307           307      307            307  403AEC    401
  GET /delete                                       200      302           302      302            302  403AEC    401
  POST /delete                                      302      307           307      307            307  403AEC    401
  GET /next-cycle                                   200      302           302      302            302  403AEC    401
  POST /next-cycle                                  302      307           307      307            307  403AEC    401
  GET /dates                                        200      302           302      302            302  403AEC    401
  POST /dates                                       302      307           307      307            307  403AEC    401
  GET /files/:file/delete                           200      302           302      302            302  403AEC    401
  POST /files/:file/delete                          302      307           307      307            307  403AEC    401
  GET /files/:ownFile/delete                        200      302           302      302            302  403AEC    401
  POST /files/:ownFile/delete                       302      307           307      307            307  403AEC    401
  GET /files/:ownEarlierFile/delete                 200      302           302      302            302  403AEC    401
  POST /files/:ownEarlierFile/delete                302      307           307      307            307  403AEC    401
  GET /files/:asideFile/set-aside                   200      302           302      302            302  403AEC    401
  POST /files/:asideFile/set-aside                  302      307           307      307            307  403AEC    401
  GET /files/:asideFile/take-back                   200      302           302      302            302  403AEC    401
  POST /files/:asideFile/take-back                  302      307           307      307            307  403AEC    401
  GET /comments/:sharedComment/edit                 403      302           302      302            302  403AEC    401
  POST /comments/:sharedComment/edit                403      307           307      307            307  403AEC    401
  GET /comments/:ownComment/edit                    200      302           302      302            302  403AEC    401
  POST /comments/:ownComment/edit                   302      307           307      307            307  403AEC    401
  GET /comments/:sharedComment/delete               403      302           302      302            302  403AEC    401
  POST /comments/:sharedComment/delete              403      307           307      307            307  403AEC    401
  GET /comments/:ownComment/delete                  200      302           302      302            302  403AEC    401
  POST /comments/:ownComment/delete                 302      307           307      307            307  403AEC    401
  GET /time/:entry/edit                             200      302           302      302            302  403AEC    401
  POST /time/:entry/edit                            302      307           307      307            307  403AEC    401
  GET /time/:entry/delete                           200      302           302      302            302  403AEC    401
  POST /time/:entry/delete                          302      307           307      307            307  403AEC    401
  GET /assignments/:assignment/reviewer             200      302           302      302            302  403AEC    401
  POST /assignments/:assignment/reviewer            302      307           307      307            307  403AEC    401
/permits/:permit/edit
  GET                                               200     403A          403A     403A            404  403AEC    401
  POST                                              302     403A          403A     403A            404  403AEC    401
/permits/:permit/assignments
  GET                                                 200     403A          403A     403A           403A    403A    401
  POST                                                302     403A          403A     403A           403A    403A    401
/employee-dashboard
  GET                                                 200      200           200    403AE          403AE   403AE    401
/employee-dashboard/permits/:permit
  GET                                               200      200           200    403AE          403AE   403AE    401
  POST ?upload                                      302      302           403    403AE          403AE   403AE    401
  POST ?status&assignmentId=:assignment             302      302           403    403AE          403AE   403AE    401
  POST ?comment                                     302      302           302    403AE          403AE   403AE    401
  POST ?comment=:internalComment                    302      302           302    403AE          403AE   403AE    401
  POST ?comment=:sharedComment                      302      302           302    403AE          403AE   403AE    401
  POST ?settle                                      302      302           302    403AE          403AE   403AE    401
  POST ?time                                        400      302           400    403AE          403AE   403AE    401
  POST ?time&employeeId=:reviewer                   302      302           403    403AE          403AE   403AE    401
  GET /files/:file/delete                           200      403           403    403AE          403AE   403AE    401
  POST /files/:file/delete                          302      403           403    403AE          403AE   403AE    401
  GET /files/:ownFile/delete                        200      200           200    403AE          403AE   403AE    401
  POST /files/:ownFile/delete                       302      302           302    403AE          403AE   403AE    401
  GET /files/:ownEarlierFile/delete                 200      403           403    403AE          403AE   403AE    401
  POST /files/:ownEarlierFile/delete                302      403           403    403AE          403AE   403AE    401
  GET /files/:asideFile/set-aside                   200     403A          403A    403AE          403AE   403AE    401
  POST /files/:asideFile/set-aside                  302     403A          403A    403AE          403AE   403AE    401
  GET /files/:asideFile/take-back                   200     403A          403A    403AE          403AE   403AE    401
  POST /files/:asideFile/take-back                  302     403A          403A    403AE          403AE   403AE    401
  GET /comments/:sharedComment/edit                 403      403           403    403AE          403AE   403AE    401
  POST /comments/:sharedComment/edit                403      403           403    403AE          403AE   403AE    401
  GET /comments/:ownComment/edit                    200      200           200    403AE          403AE   403AE    401
  POST /comments/:ownComment/edit                   302      302           302    403AE          403AE   403AE    401
  GET /comments/:sharedComment/delete               403      403           403    403AE          403AE   403AE    401
  POST /comments/:sharedComment/delete              403      403           403    403AE          403AE   403AE    401
  GET /comments/:ownComment/delete                  200      200           200    403AE          403AE   403AE    401
  POST /comments/:ownComment/delete                 302      302           302    403AE          403AE   403AE    401
  GET /time/:entry/edit                             200      200           404    403AE          403AE   403AE    401
  POST /time/:entry/edit                            302      302           404    403AE          403AE   403AE    401
  GET /time/:entry/delete                           200      200           404    403AE          403AE   403AE    401
  POST /time/:entry/delete                          302      302           404    403AE          403AE   403AE    401
  GET /assignments/:assignment/notes                200      200           200    403AE          403AE   403AE    401
  POST /assignments/:assignment/notes               302      302           403    403AE          403AE   403AE    401
  GET /assignments/:assignment/decide               200      200           200    403AE          403AE   403AE    401
  POST /assignments/:assignment/decide              302      302           403    403AE          403AE   403AE    401
  GET /corrections/new                              200      200           200    403AE          403AE   403AE    401
  POST /corrections/new                             302      302           403    403AE          403AE   403AE    401
  GET /corrections/library                          200      200           403    403AE          403AE   403AE    401
  POST /corrections/library                         302      302           403    403AE          403AE   403AE    401
  GET /corrections/:draft/edit                      200      200           200    403AE          403AE   403AE    401
  POST /corrections/:draft/edit                     302      302           403    403AE          403AE   403AE    401
  GET /corrections/:draft/delete                    200      200           404    403AE          403AE   403AE    401
  POST /corrections/:draft/delete                   302      302           403    403AE          403AE   403AE    401
/employee-dashboard/permits/:backCheckPermit
  GET /corrections/:resolved/reopen                 200      200           200    403AE          403AE   403AE    401
  POST /corrections/:resolved/reopen                302      302           403    403AE          403AE   403AE    401
/employee-dashboard/permits/:permit/corrections/paste
  GET                                               200      200           200    403AE          403AE   403AE    401
  POST                                              302      302           403    403AE          403AE   403AE    401
/plan-check-calendar
  GET                                                 200      200           200    403AE          403AE   403AE    401
  GET ?print                                          200      200           200    403AE          403AE   403AE    401
  POST ?assignmentId=:assignment                      302      302           403    403AE          403AE   403AE    401
  POST ?many                                          302      302           409    403AE          403AE   403AE    401
  GET /views/new?view=open                           200      200           200    403AE          403AE   403AE    401
  POST /views/new?view=open                           302      302           302    403AE          403AE   403AE    401
  GET /views/:calendarView/rename                    200      404           404    403AE          403AE   403AE    401
  POST /views/:calendarView/rename                    302      302           302    403AE          403AE   403AE    401
  GET /views/:calendarView/delete                    200      404           404    403AE          403AE   403AE    401
  POST /views/:calendarView/delete                    302      302           302    403AE          403AE   403AE    401
/plan-checks
  GET                                                 200      200           200    403AE          403AE   403AE    401
  GET ?view=late&q=harbor                             200      200           200    403AE          403AE   403AE    401
/replies
  GET                                                 200      200           200      200            200  403AEC    401
  POST ?settle                                        302      302           302      302            404  403AEC    401
/hours
  GET                                                 200      200           200    403AE          403AE   403AE    401
  GET ?employeeId=:reviewer                           200      200           403    403AE          403AE   403AE    401
  POST ?employeeId=:reviewer                          302      302           403    403AE          403AE   403AE    401
/hours.csv
  GET                                                 200      200           200    403AE          403AE   403AE    401
  GET ?employeeId=:reviewer                           200      200           403    403AE          403AE   403AE    401
  POST                                                405      405           405      405            405     405    405
/permits/:sheetPermit/sheets
  GET                                                 200      200           200    403AE          403AE   403AE    401
  GET ?discipline=A                                   200      200           200    403AE          403AE   403AE    401
  POST ?confirm                                       302      302           403    403AE          403AE   403AE    401
  POST ?kind                                          302      302           403    403AE          403AE   403AE    401
/permits/:backCheckPermit/sheets/back-checks
  GET                                                 200      200           200    403AE          403AE   403AE    401
  POST                                                302      302           403    403AE          403AE   403AE    401
/permits/:sheetPermit/sheets/:sheet
  GET                                                 200      200           200    403AE          403AE   403AE    401
  POST ?edit                                          302      302           403    403AE          403AE   403AE    401
  POST ?remove-place                                  302      302           403    403AE          403AE   403AE    401
  POST ?remove-mark&markId=:ownMark                 302      302           302    403AE          403AE   403AE    401
  POST ?remove-mark&markId=:privateMark             404      302           404    403AE          403AE   403AE    401
/permits/:sheetPermit/sheets/:sheet/corrections/new
  GET                                                 200      200           200    403AE          403AE   403AE    401
  POST                                                302      302           403    403AE          403AE   403AE    401
/permits/:sheetPermit/sheets/:sheet/marks/new
  GET                                                 200      200           200    403AE          403AE   403AE    401
  POST ?correctionId=:draft                           302      302           403    403AE          403AE   403AE    401
  POST ?correctionId=private                          302      302           302    403AE          403AE   403AE    401
/permits/:sheetPermit/sheets/:sheet/strokes
  GET                                                 200      200           200    403AE          403AE   403AE    401
  POST                                                405      405           405      405            405     405    405
/permits/:sheetPermit/sheets/:sheet/compare
  GET                                                 200      200           200    403AE          403AE   403AE    401
  GET ?with=:comparedSheet                            200      200           200    403AE          403AE   403AE    401
/permits/:permit/corrections
  GET                                                 200      200           200    403AE          403AE   403AE    401
/permits/:permit/corrections.csv
  GET                                                 200      200           200    403AE          403AE   403AE    401
  POST                                                405      405           405      405            405     405    405
/permits/:readyPermit/letter
  GET                                                 200      200           200    403AE          403AE   403AE    401
  GET /release                                        200     403A          403A     403A           403A    403A    401
  POST /release                                       302     403A          403A     403A           403A    403A    401
  GET /cover-note                                     200     403A          403A     403A           403A    403A    401
  POST /cover-note                                    302     403A          403A     403A           403A    403A    401
  GET /assignments/:decided/return                    200     403A          403A     403A           403A    403A    401
  POST /assignments/:decided/return                   302     403A          403A     403A           403A    403A    401
/permits/:readyPermit/letter.pdf
  GET                                                 200      200           200    403AE          403AE   403AE    401
  POST                                                405      405           405      405            405     405    405
/permits/:releasedPermit/letters/:letter
  GET                                                 200      200           200    403AE          403AE   403AE    401
/permits/:releasedPermit
  GET /hand-over                                    200      302           302      302            302  403AEC    401
  POST /hand-over                                   302      307           307      307            307  403AEC    401
  GET /return-resubmittal                           200      302           302      302            302  403AEC    401
  GET /reopen                                       200      302           302      302            302  403AEC    401
  POST /reopen                                      302      307           307      307            307  403AEC    401
/permits/:resubmittedPermit
  POST /return-resubmittal                          302      307           307      307            307  403AEC    401
/permits/:permit/status-links
  GET                                               200    403AC         403AC    403AE          403AE   403AE    401
  POST ?make                                        302    403AC         403AC    403AE          403AE   403AE    401
  POST ?mail                                        302    403AC         403AC    403AE          403AE   403AE    401
  POST ?revoke                                      302    403AC         403AC    403AE          403AE   403AE    401
/plan-checks
  GET                                                 200      200           200    403AE          403AE   403AE    401
/search
  GET                                                 200      200           200      200            200  403AEC    401
  GET ?q=harbor                                       200      200           200      200            200  403AEC    401
/standard-comments
  GET                                                 200      200           200    403AE          403AE   403AE    401
  GET /new                                            200     403A          403A     403A           403A    403A    401
  POST /new                                           302     403A          403A     403A           403A    403A    401
  GET /import                                         200     403A          403A     403A           403A    403A    401
  POST /import                                        302     403A          403A     403A           403A    403A    401
  GET /:standardComment/edit                          200     403A          403A     403A           403A    403A    401
  POST /:standardComment/edit                         302     403A          403A     403A           403A    403A    401
  GET /:standardComment/delete                        200     403A          403A     403A           403A    403A    401
  POST /:standardComment/delete                       302     403A          403A     403A           403A    403A    401
/standard-comments.csv
  GET                                                 200      200           200    403AE          403AE   403AE    401
  POST                                                405      405           405      405            405     405    405
/cities
  GET                                                 200     403A          403A     403A           403A    403A    401
  GET /new                                            200     403A          403A     403A           403A    403A    401
  POST /new                                           302     403A          403A     403A           403A    403A    401
  GET /delete-city/:emptyCity                         200     403A          403A     403A           403A    403A    401
  POST /delete-city/:emptyCity                        302     403A          403A     403A           403A    403A    401
/cities/:city
  GET                                                 200     403A          403A     403A           403A    403A    401
  POST ?logo                                          302     403A          403A     403A           403A    403A    401
  POST ?many                                          302     403A          403A     403A           403A    403A    401
  POST ?pricing=:pricing                              302     403A          403A     403A           403A    403A    401
  GET /edit                                           200     403A          403A     403A           403A    403A    401
  POST /edit                                          302     403A          403A     403A           403A    403A    401
  GET /users/invite                                   200     403A          403A     403A           403A    403A    401
  POST /users/invite                                  302     403A          403A     403A           403A    403A    401
  GET /users/:clerk/edit                              200     403A          403A     403A           403A    403A    401
  POST /users/:clerk/edit                             302     403A          403A     403A           403A    403A    401
  GET /users/:clerk/delete                            200     403A          403A     403A           403A    403A    401
  POST /users/:clerk/delete                           302     403A          403A     403A           403A    403A    401
  GET /users/:clerk/sessions                          200     403A          403A     403A           403A    403A    401
  POST /users/:clerk/sessions                         302     403A          403A     403A           403A    403A    401
  GET /users/:clerk/reset-password                    200     403A          403A     403A           403A    403A    401
  POST /users/:clerk/reset-password                   302     403A          403A     403A           403A    403A    401
  GET /users/:clerk/two-factor                        200     403A          403A     403A           403A    403A    401
  POST /users/:clerk/two-factor                       409     403A          403A     403A           403A    403A    401
  GET /fees/new                                       200     403A          403A     403A           403A    403A    401
  POST /fees/new                                      302     403A          403A     403A           403A    403A    401
  GET /fees/:fee/edit                                 200     403A          403A     403A           403A    403A    401
  POST /fees/:fee/edit                                302     403A          403A     403A           403A    403A    401
  GET /fees/:fee/mark-paid                            200     403A          403A     403A           403A    403A    401
  POST /fees/:fee/mark-paid                           302     403A          403A     403A           403A    403A    401
  GET /pricing/new                                    200     403A          403A     403A           403A    403A    401
  POST /pricing/new                                   302     403A          403A     403A           403A    403A    401
  GET /pricing/:pricing/edit                          200     403A          403A     403A           403A    403A    401
  POST /pricing/:pricing/edit                         302     403A          403A     403A           403A    403A    401
  GET /pricing/:pricing/delete                        200     403A          403A     403A           403A    403A    401
  POST /pricing/:pricing/delete                       302     403A          403A     403A           403A    403A    401
/cities/:emptyCity
  POST ?deactivate                                    302     403A          403A     403A           403A    403A    401
  POST ?activate                                      302     403A          403A     403A           403A    403A    401
  GET /delete                                         200     403A          403A     403A           403A    403A    401
  POST /delete                                        302     403A          403A     403A           403A    403A    401
/cities/:city/fees.csv
  GET                                                 200     403A          403A     403A           403A    403A    401
  POST                                                405      405           405      405            405     405    405
/cities/:city/records.zip
  GET                                                 200     403A          403A     403A           403A    403A    401
  POST                                                405      405           405      405            405     405    405
/employees
  GET                                                 200     403A          403A     403A           403A    403A    401
  GET /new                                            200     403A          403A     403A           403A    403A    401
  POST /new?isAdministrator=on                        302     403A          403A     403A           403A    403A    401
  POST /new                                           302     403A          403A     403A           403A    403A    401
  GET /:employee/edit                                 200     403A          403A     403A           403A    403A    401
  POST /:employee/edit                                302     403A          403A     403A           403A    403A    401
  GET /:employee/activate                             200     403A          403A     403A           403A    403A    401
  POST /:employee/activate                            302     403A          403A     403A           403A    403A    401
  GET /:employee/deactivate                           200     403A          403A     403A           403A    403A    401
  POST /:employee/deactivate                          302     403A          403A     403A           403A    403A    401
  GET /:employee/reassign                             200     403A          403A     403A           403A    403A    401
  POST /:employee/reassign                            302     403A          403A     403A           403A    403A    401
  GET /:employee/reset-password                       200     403A          403A     403A           403A    403A    401
  POST /:employee/reset-password                      302     403A          403A     403A           403A    403A    401
  GET /:employee/sessions                             200     403A          403A     403A           403A    403A    401
  POST /:employee/sessions                            302     403A          403A     403A           403A    403A    401
  GET /:employee/two-factor                           200     403A          403A     403A           403A    403A    401
  POST /:employee/two-factor                          409     403A          403A     403A           403A    403A    401
  GET /:employee/delete                               200     403A          403A     403A           403A    403A    401
  POST /:employee/delete                              302     403A          403A     403A           403A    403A    401
/audit
  GET                                                 200     403A          403A     403A           403A    403A    401
  GET ?kind=permit&person=oak                         200     403A          403A     403A           403A    403A    401
/audit.csv
  GET                                                 200     403A          403A     403A           403A    403A    401
  POST                                                405      405           405      405            405     405    405
/mail
  GET                                                 200     403A          403A     403A           403A    403A    401
  GET ?view=failed                                    200     403A          403A     403A           403A    403A    401
  POST ?done                                          302     403A          403A     403A           403A    403A    401
/records/bin
  GET                                                 200     403A          403A     403A           403A    403A    401
  POST ?restore                                       302     403A          403A     403A           403A    403A    401
/records/legal-holds
  GET                                                 200     403A          403A     403A           403A    403A    401
  GET /new                                            200     403A          403A     403A           403A    403A    401
  POST /new                                           302     403A          403A     403A           403A    403A    401
  GET /:heldPermit/lift                               200     403A          403A     403A           403A    403A    401
  POST /:heldPermit/lift                              302     403A          403A     403A           403A    403A    401
/records/retention
  GET                                                 200     403A          403A     403A           403A    403A    401
/records/retention/:city
  GET                                                 200     403A          403A     403A           403A    403A    401
  GET /period                                         200     403A          403A     403A           403A    403A    401
  POST /period                                        302     403A          403A     403A           403A    403A    401
  GET /delete                                         200     403A          403A     403A           403A    403A    401
  POST /delete                                        409     403A          403A     403A           403A    403A    401
/oakvilles
  GET                                                 200    403AC         403AC      200            200   403AC    401
  GET ?cityId=:city                                   200    403AC         403AC      200            404   403AC    401
  GET /submit                                         404    403AC         403AC      200            200   403AC    401
  POST /submit                                        404    403AC         403AC      302            302   403AC    401
  POST /submit?cityId=:city                           302    403AC         403AC      302            404   403AC    401
/oakvilles/permits/:permit
  GET                                               200    403AC         403AC      200            404   403AC    401
  POST ?edit                                        400    403AC         403AC      400            400   403AC    401
  GET /upload                                       200    403AC         403AC      200            404   403AC    401
  POST /upload                                      302    403AC         403AC      302            404   403AC    401
  GET /files/:file/delete                           200    403AC         403AC      403            404   403AC    401
  POST /files/:file/delete                          302    403AC         403AC      403            404   403AC    401
  GET /files/:ownFile/delete                        200    403AC         403AC      200            404   403AC    401
  POST /files/:ownFile/delete                       302    403AC         403AC      302            404   403AC    401
  POST ?comment                                     302    403AC         403AC      302            404   403AC    401
  POST ?comment=:sharedComment                      302    403AC         403AC      302            404   403AC    401
  POST ?settle                                      302    403AC         403AC      302            404   403AC    401
  GET /comments/:sharedComment/edit                 403    403AC         403AC      403            404   403AC    401
  POST /comments/:sharedComment/edit                403    403AC         403AC      403            404   403AC    401
  GET /comments/:sharedComment/delete               403    403AC         403AC      403            404   403AC    401
  POST /comments/:sharedComment/delete              403    403AC         403AC      403            404   403AC    401
  GET /comments/:ownComment/edit                    200    403AC         403AC      200            404   403AC    401
  POST /comments/:ownComment/edit                   302    403AC         403AC      302            404   403AC    401
  GET /comments/:ownComment/delete                  200    403AC         403AC      200            404   403AC    401
  POST /comments/:ownComment/delete                 302    403AC         403AC      302            404   403AC    401
/oakvilles/permits/:numberlessPermit
  POST ?city-number                                 302    403AC         403AC      302            404   403AC    401
/oakvilles/permits/:releasedPermit
  GET                                               200    403AC         403AC      200            404   403AC    401
  GET /hand-over                                    200    403AC         403AC      200            404   403AC    401
  POST /hand-over                                   302    403AC         403AC      302            404   403AC    401
/oakvilles/permits/:permit/status-links
  GET                                               200    403AC         403AC      200            404   403AC    401
  POST ?make                                        302    403AC         403AC      302            404   403AC    401
  POST ?mail                                        302    403AC         403AC      302            404   403AC    401
  POST ?revoke                                      302    403AC         403AC      302            404   403AC    401
/oakvilles/permits/:releasedPermit/answers
  GET                                               200    403AC         403AC      200            404   403AC    401
  POST ?save                                        302    403AC         403AC      302            404   403AC    401
  POST ?table                                       302    403AC         403AC      302            404   403AC    401
/oakvilles/permits/:answeredPermit/answers
  GET /send                                         200    403AC         403AC      200            404   403AC    401
  POST /send                                        302    403AC         403AC      302            404   403AC    401
/oakvilles/permits/:releasedPermit/answers/one
  GET                                               405      405           405      405            405     405    405
  POST                                              415    403AC         403AC      415            404   403AC    401
/oakvilles/permits/:releasedPermit/answers.csv
  GET                                               200    403AC         403AC      200            404   403AC    401
  POST                                              405      405           405      405            405     405    405
/oakvilles/permits/:sheetPermit/sheets
  GET                                               200    403AC         403AC      200            404   403AC    401
  POST ?confirm                                     302    403AC         403AC      302            404   403AC    401
  POST ?kind                                        302    403AC         403AC      302            404   403AC    401
/oakvilles/permits/:sheetPermit/sheets/:sheet
  GET                                               200    403AC         403AC      200            404   403AC    401
  POST ?edit                                        302    403AC         403AC      302            404   403AC    401
  POST ?remove-place                                302    403AC         403AC      404            404   403AC    401
  POST ?remove-mark&markId=:privateMark           404    403AC         403AC      404            404   403AC    401
/oakvilles/permits/:sheetPermit/sheets/:sheet/strokes
  GET                                               200    403AC         403AC      200            404   403AC    401
  POST                                              405      405           405      405            405     405    405
/oakvilles/permits/:sheetPermit/sheets/:sheet/compare
  GET                                               200    403AC         403AC      200            404   403AC    401
  GET ?with=:comparedSheet                          200    403AC         403AC      200            404   403AC    401
/oakvilles/permits/:releasedPermit/letters/:letter
  GET                                                 200    403AC         403AC      200            404   403AC    401
  GET ?print                                          200    403AC         403AC      200            404   403AC    401
/staged-files
  GET                                                 405      405           405      405            405     405    405
  POST                                                415      415           415      415            415  403AEC    401
  POST ?discard                                       204      204           204      204            204  403AEC    401
/staged-files/:upload
  GET                                                 404      200           404      404            404     404    401
  POST                                                405      405           405      405            405     405    401
/sheet-pictures/:sheet/:sheetHash/:pictureName
  GET                                                 200      200           200      200            404     404    401
  POST                                                405      405           405      405            405     405    405
/sheet-pictures/:sheet/:sheetHash/:viewName
  GET                                                 200      200           200      200            404     404    401
/sheet-pictures/:sheet/:sheetHash/:comparisonPicture
  GET                                                 200      200           200      200            404     404    401
/letter-pictures/:letter/:cutOut
  GET                                                 200      200           200      200            404     404    401
  POST                                                405      405           405      405            405     405    405
/uploads/:logo
  GET                                                 200      200           200      200            404     404    401
  POST                                                405      405           405      405            405     405    405
/undo/:undo
  GET                                                 404      200           404      404            404     404    401
  POST                                                404      302           404      404            404     404    401
/undo/:cityUndo
  GET                                                 404      404           404      200            404     404    401
  POST                                                404      404           404      302            404     404    401
/profile/two-factor
  GET                                                 200      200           200      200            200  403AEC    401
  POST ?start                                         302      302           302      302            302  403AEC    401
  POST ?finish                                        410      410           410      410            410  403AEC    401
  POST ?recovery-codes                                409      409           409      409            409  403AEC    401
  POST ?off                                           409      409           409      409            409  403AEC    401
/profile
  GET                                                 200      200           200      200            200  403AEC    401
  POST ?name                                          302      302           302      302            302  403AEC    401
  POST ?picture                                       302      302           302      302            302  403AEC    401
  POST ?keyboard                                      302      302           302      302            302  403AEC    401
  POST ?password                                      302      302           302      302            302  403AEC    401
  POST ?session&sessionId=:ownSession                 302      302           302      302            302  403AEC    401
  POST ?other-sessions                                302      302           302      302            302  403AEC    401
  POST ?api-key                                       302      302           302      302            302  403AEC    401
  POST ?revoke&keyId=:ownApiKey                       302      302           302      302            302  403AEC    401
/help/:glossary
  GET                                                 200      200           200      200            200  403AEC    401
/help/:settings
  GET                                                 200     403A          403A     403A           403A  403AEC    401
/help/:unknown
  GET                                                 404      404           404      404            404  403AEC    401
/api/docs
  GET                                                 200      200           200      200            200  403AEC    401
/api/openapi.json
  GET                                                 200      200           200      200            200  403AEC    401
/api/auth/user
  GET                                                 200      200           200      200            200     200    401
  POST                                                405      405           405      405            405     405    405
/api/dashboard/stats
  GET                                                 200      200           200    403AE          403AE   403AE    401
/api/permits
  GET                                                 200      200           200      200            200  403AEC    401
/api/permits/:permit
  GET                                                 200      200           200      200            404     404    401
/api/permits/:permit/files
  GET                                                 200      200           200      200            404     404    401
/api/permits/:filePermit/files.zip
  GET                                                 200      200           200      200            404     404    401
  GET ?reviewCycle=PC9                                404      404           404      404            404     404    401
/api/permits/:permit/assignments
  GET                                                 200      200           200    403AE            404     404    401
/api/permits/:permit/history
  GET                                                 200      200           200    403AE            404     404    401
/api/permits/:permit/comments
  GET                                                 200      200           200      200            404     404    401
/api/permits/:permit/time-entries
  GET                                                 200      200           200    403AE            404     404    401
/api/permits/:releasedPermit/corrections
  GET                                                 200      200           200      200            404     404    401
/api/permits/:releasedPermit/plan-checks
  GET                                                 200      200           200      200            404     404    401
/api/permits/:releasedPermit/letters
  GET                                                 200      200           200      200            404     404    401
/api/permits/:readyPermit/plan-checks/:cycle/release
  GET                                                 200     403A          403A     403A            404     404    401
/api/letters/:letter
  GET                                                 200      200           200      200            404  403AEC    401
/api/letters/:letter/download
  GET                                                 200      200           200      200            404  403AEC    401
/api/plan-check-assignments
  GET                                                 200      200           200    403AE          403AE   403AE    401
/api/standard-comments
  GET                                                 200      200           200    403AE          403AE   403AE    401
/api/standard-comments/:standardComment
  GET                                                 200      200           200    403AE          403AE   403AE    401
/api/files/:file/download
  GET                                                 200      200           200      200            404     404    401
  GET ?inline                                         200      200           200      200            404     404    401
/api/files/download/:file
  GET                                                 200      200           200      200            404     404    401
/api/cities
  GET                                                 200      200           200      200            200  403AEC    401
/api/cities/:city
  GET                                                 200      200           200      200            404  403AEC    401
/api/cities/:city/users
  GET                                                 200     403A          403A     403A           403A    403A    401
/api/cities/:city/pricing
  GET                                                 200     403A          403A     403A           403A    403A    401
/api/city-fees
  GET ?cityId=:city                                   200     403A          403A     403A           403A    403A    401
/api/employees
  GET                                                 200      200           200    403AE          403AE   403AE    401
/api/employees/:employee
  GET                                                 200      200           200    403AE          403AE   403AE    401
/api/*
  GET                                                 404      404           404      404            404     404    401
  POST                                                404      404           404      404            404     404    401
/*
  GET                                                 404      404           404      404            404     404    401
  POST                                                404      404           404      404            404     404    401
/test-city
  GET                                                 404      404           404      404            404     404    404
  POST                                                404      404           404      404            404     404    404
/test-employee-login
  GET                                                 404      404           404      404            404     404    404
  POST ?userId=:reviewerUser                          404      404           404      404            404     404    404
/test-mail
  GET                                                 404      404           404      404            404     404    404
/test-ui
  GET                                                 404      404           404      404            404     404    404
`;

/** The demo's pages are open: they sign a user in. */
const demoTable = `
                                            administrator reviewer otherReviewer cityUser otherCitysUser  noRole signedOut
/test-city
  GET                                                 200      200           200      200            200     200    200
  POST                                                302      302           302      302            302     302    302
/test-employee-login
  GET                                                 200      200           200      200            200     200    200
  POST ?userId=:reviewerUser                          302      302           302      302            302     302    302
/test-mail
  GET                                                 200      200           200      200            200     200    200
/test-ui
  GET                                                 200      200           200      200            200     200    200
`;

type Row = { method: string; page: string; query: string; expected: Record<Person, string> };

/** Parses the rows of a table, each with the page above it, or the path of a dialog below that page. */
function rowsOf(text: string): Row[] {
  const [head = "", ...lines] = text.trim().split("\n");
  expect(head.trim().split(/ +/)).toEqual(people);
  let page = "";
  return lines.flatMap((line) => {
    if (line.startsWith("/")) page = line;
    if (line.startsWith("/")) return [];
    const [method = "", ...cells] = line.trim().split(/ +/);
    const [path = "", parameters] = /^[?/]/.test(cells[0] ?? "") ? (cells.shift() ?? "").split("?") : [];
    const query = parameters === undefined ? "" : `?${parameters}`;
    expect(cells, line).toHaveLength(people.length);
    const expected = Object.fromEntries(people.map((person, index) => [person, cells[index] ?? ""]));
    return { method, page: `${page}${path}`, query, expected: expected as Row["expected"] };
  });
}

const rows = rowsOf(table);
const shapeOf = (address: string) => address.replace(/:\w+\??/g, ":");
const leafOf = ({ page }: Pick<Row, "page">) =>
  addresses.find(({ address }) => shapeOf(address) === shapeOf(page));

let cityId: number;
let logo: string;
let picture: File;
let viewers: Record<SignedInPerson, Viewer>;
let contexts: Record<Person, RouterContextProvider>;
let count = 0;

const password = "a quiet harbor by the sea";
const plan = new File(["%PDF-1.7 access"], "plan.pdf");
const sheetBytes = drawnSheets([{ number: "A-101" }]);

beforeAll(async () => {
  const { default: sharp } = await import("sharp");
  const square = { width: 8, height: 8, channels: 3, background: "red" } as const;
  const bytes = await sharp({ create: square }).png().toBuffer();
  picture = new File([new Uint8Array(bytes)], "square.png");
  logo = await storePicture(bytes);
  cityId = (await makeCity("Oakville")).id;
  await switchCorrections(cityId, true);
  await updateCity(await makeViewer("admin"), cityId, { logoPath: logo });
  const { id: otherCityId } = await makeCity("Elsewhere");
  const passwordHash = await hashPassword(password);
  viewers = await makePeople(cityId, otherCityId, { passwordHash });
  await makeViewer("city", { cityId, email: "city@demo.test" });
  const entries = people.map(async (person) => {
    const context = person === "signedOut" ? new RouterContextProvider() : await contextOf(viewers[person]);
    return [person, context] as const;
  });
  contexts = Object.fromEntries(await Promise.all(entries)) as typeof contexts;
});

type Id = number | string;
/** Returns the id for a name of the table in one request, and creates the row at the first use. */
type IdOf = (name: string) => Promise<Id>;

const newEmail = () => `person-${++count}@access.test`;
const newCode = () => `Z${(++count % 1296).toString(36).padStart(2, "0")}`;

async function makeFile(idOf: IdOf, uploader: Viewer, reviewCycle: "PC1" | "PC2", isSetAside = false) {
  const stored = await storeBytes(Buffer.from(await plan.arrayBuffer()));
  const permitId = Number(await idOf("permit"));
  const values = { permitId, reviewCycle, uploadedById: uploader.id, uploadedAt: now(), ...stored };
  const fields = { ...values, fileName: plan.name, kind: "pdf", isSetAside } as const;
  const [file] = await write((tx) => tx.insert(tables.planFiles).values(fields).returning());
  return file?.id ?? 0;
}

async function makeComment(idOf: IdOf, author: Viewer, isShared: boolean) {
  const permit = { id: Number(await idOf("permit")) };
  const [id = 0] = await makeComments(permit, author, [{ reviewCycle: "PC2", isShared }]);
  return id;
}

const pin: Drawn = { shape: "pin", points: [[0.5, 0.5]] };
const places = JSON.stringify([pin]);

/** Also of who may draw none. */
async function makeMark(idOf: IdOf, owner: Viewer) {
  const sheetId = Number(await idOf("sheet"));
  const row = { ...pin, sheetId, ownerId: owner.id, pointCount: 1, updatedAt: now() };
  const [mark] = await write((tx) => tx.insert(tables.markups).values(row).returning());
  return mark?.id ?? 0;
}

/** Creates the rows that the table names, each for one request of `viewer`. */
const makers: Record<string, (idOf: IdOf, viewer: Viewer) => Id | Promise<Id>> = {
  city: () => cityId,
  cycle: () => "PC1",
  logo: () => logo,
  upload: async () => {
    const sent = { fileName: "set.pdf", byteSize: 9, isNew: true };
    const begun = await beginUpload(viewers.reviewer, sent);
    return "key" in begun ? begun.key : "";
  },
  reviewer: () => viewers.reviewer.employeeId ?? 0,
  reviewerUser: () => viewers.reviewer.id,
  permit: async () => {
    const fields = { reviewCycle: "PC2", applicantEmail: "ann@example.test" };
    const permit = await makePermit(viewers.administrator, cityId, fields);
    await assign(permit, viewers.reviewer, "Structural");
    return permit.id;
  },
  numberlessPermit: async (idOf) => {
    const id = Number(await idOf("permit"));
    await write((tx) =>
      tx.update(tables.permits).set({ cityPermitNumber: null }).where(eq(tables.permits.id, id)),
    );
    return id;
  },
  assignment: async (idOf) => (await assignmentsOf(idOf))[0]?.id ?? 0,
  file: (idOf) => makeFile(idOf, viewers.administrator, "PC2"),
  filePermit: async (idOf) => {
    await idOf("file");
    return idOf("permit");
  },
  sheet: async (idOf) => {
    const { sheetIds } = await addPlanSet({ id: Number(await idOf("permit")) }, ["A-101"], {
      bytes: await sheetBytes,
    });
    return sheetIds[0] ?? 0;
  },
  sheetPermit: async (idOf) => {
    await idOf("sheet");
    return idOf("permit");
  },
  sheetHash: async () =>
    contentHash(
      createHash("sha256")
        .update(await sheetBytes)
        .digest("hex"),
    ),
  pictureName: () => "thumbnail.webp",
  viewName: () => "view-2-4-4-8-8.webp",
  place: async (idOf) => {
    const correctionId = Number(await idOf("draft"));
    const places = { sheetId: Number(await idOf("sheet")), drawn: [pin] };
    await addPlaces(viewers.reviewer, correctionId, places);
    const ofCorrection = eq(tables.markups.correctionId, correctionId);
    const [place] = await db.select().from(tables.markups).where(ofCorrection);
    return place?.id ?? 0;
  },
  privateMark: (idOf) => makeMark(idOf, viewers.reviewer),
  ownMark: (idOf, viewer) => makeMark(idOf, viewer),
  comparedSheet: async (idOf) => {
    const permit = { id: Number(await idOf("permit")) };
    const { sheetIds } = await addPlanSet(permit, ["A-101"], { reviewCycle: "PC2", bytes: await sheetBytes });
    return sheetIds[0] ?? 0;
  },
  comparisonPicture: async (idOf) => {
    const earlier = { id: Number(await idOf("comparedSheet")), hash: String(await idOf("sheetHash")) };
    return `${comparisonName({ kind: "both", earlier, view: pictureOfView(wholeSheet) })}.webp`;
  },
  planSet: async (idOf) => {
    const id = Number(await idOf("sheet"));
    const [sheet] = await db.select().from(tables.sheets).where(eq(tables.sheets.id, id));
    return sheet?.planSetId ?? 0;
  },
  ownFile: (idOf, viewer) => makeFile(idOf, viewer, "PC2"),
  ownEarlierFile: (idOf, viewer) => makeFile(idOf, viewer, "PC1"),
  asideFile: (idOf) => makeFile(idOf, viewers.administrator, "PC1", true),
  internalComment: async (idOf) => makeComment(idOf, await makeViewer("employee"), false),
  sharedComment: async (idOf) => makeComment(idOf, await makeViewer("employee"), true),
  ownComment: (idOf, viewer) => makeComment(idOf, viewer, true),
  entry: async (idOf) => {
    const permitId = Number(await idOf("permit"));
    return (await addTimeEntry(viewers.reviewer, permitId, hours)).id;
  },
  undo: async (idOf) => {
    const assignmentId = Number(await idOf("assignment"));
    await updateAssignment(viewers.reviewer, assignmentId, { status: "completed" });
    return (await findUndo(viewers.reviewer, "assignment", assignmentId)) ?? 0;
  },
  cityUndo: async (idOf) => {
    const id = await makeComment(idOf, viewers.cityUser, true);
    await deleteComment(viewers.cityUser, id);
    return (await findUndo(viewers.cityUser, "comment", id)) ?? 0;
  },
  readyPermit: async () => {
    const fields = { requiredDisciplines: ["Structural"] };
    const { id } = await makePermit(viewers.administrator, cityId, fields);
    const assignment = await assign({ id }, viewers.reviewer, "Structural");
    await decide(viewers.reviewer, assignment?.id ?? 0, { decision: "approved" });
    return id;
  },
  decided: async (idOf) =>
    numberFrom(sql`SELECT id FROM assignments WHERE permit_id = ${await idOf("readyPermit")}`),
  releasedPermit: async () => {
    const permit = await makePermit(viewers.administrator, cityId);
    await assign(permit, viewers.reviewer, "Structural");
    await makeCorrections(permit, viewers.reviewer, [{ discipline: "Structural" }]);
    const stored = await storeBytes(Buffer.from(await plan.arrayBuffer()));
    await issueLetter(viewers.administrator, permit.id, stored);
    return permit.id;
  },
  /** Its one correction is answered, and its revised plans are added. */
  answeredPermit: async (idOf) => {
    const id = Number(await idOf("releasedPermit"));
    const correctionId = await numberFrom(sql`SELECT id FROM corrections WHERE permit_id = ${id}`);
    const answer = { correctionId, text: "Revised on S-101", sheet: "S-101" };
    await saveAnswers(viewers.administrator, id, "PC1", [answer]);
    const stored = await storeBytes(Buffer.from(await plan.arrayBuffer()));
    const fields = { permitId: id, reviewCycle: "PC2", fileName: plan.name, kind: "pdf" } as const;
    await write((tx) => tx.insert(tables.planFiles).values({ ...fields, uploadedAt: now(), ...stored }));
    return id;
  },
  resubmittedPermit: async (idOf) => {
    const id = Number(await idOf("answeredPermit"));
    await sendResubmittal(viewers.administrator, id, "PC1", { files: [] });
    return id;
  },
  draft: async (idOf) => {
    const permit = { id: Number(await idOf("permit")) };
    const row = { discipline: "Structural", reviewCycle: "PC2" } as const;
    return (await makeCorrections(permit, viewers.reviewer, [row]))[0] ?? 0;
  },
  offeredComment: async () =>
    (
      await createStandardComment(viewers.administrator, {
        ...newStandardComment(),
        discipline: "Structural",
        text: "Show the anchor bolts",
      })
    ).id,
  backCheckPermit: async (idOf) => {
    const id = Number(await idOf("releasedPermit"));
    await write((tx) =>
      tx.update(tables.permits).set({ reviewCycle: "PC2" }).where(eq(tables.permits.id, id)),
    );
    await assign({ id }, viewers.reviewer, "Structural");
    return id;
  },
  resolved: async (idOf) => {
    const isOfPermit = eq(tables.corrections.permitId, Number(await idOf("backCheckPermit")));
    return write(async (tx) => {
      const [row] = await tx
        .update(tables.corrections)
        .set({ status: "resolved" })
        .where(isOfPermit)
        .returning({ id: tables.corrections.id });
      const correctionId = row?.id ?? 0;
      const stamps = { createdAt: now(), updatedAt: now() };
      const by = { byId: viewers.reviewer.id, byName: "Rita Reviewer" };
      await tx
        .insert(tables.backChecks)
        .values({ correctionId, reviewCycle: "PC1", verdict: "resolved", ...by, ...stamps });
      return correctionId;
    });
  },
  letter: async (idOf) =>
    numberFrom(sql`SELECT id FROM letters WHERE permit_id = ${await idOf("releasedPermit")}`),
  cutOut: async (idOf) => (await addLetterPicture(Number(await idOf("letter")), "cut-out")).sha256,
  emptyCity: async () => (await makeCity()).id,
  clerk: async () => (await inviteCityUser(viewers.administrator, cityId, { email: newEmail() })).user.id,
  fee: async () => {
    const fields = { serviceType: "review", description: "Review", amount: 100, status: "pending" } as const;
    return (await createFee(viewers.administrator, cityId, fields)).id;
  },
  pricing: async () => {
    const fields = { serviceName: "Review", pricingType: "hourly", rate: 100, isActive: true } as const;
    return (await createPricing(viewers.administrator, cityId, fields)).id;
  },
  employee: async () => {
    const fields = { ...newEmployee(), disciplines: ["Fire" as const], isAdministrator: false };
    return (await createEmployee(viewers.administrator, fields)).employee.id;
  },
  standardComment: async () => (await createStandardComment(viewers.administrator, newStandardComment())).id,
  failedEmail: async () => {
    const text = { toAddress: newEmail(), subject: "Invitation", plainText: "", html: "" };
    const values = { ...text, status: "failed" as const, createdAt: now() };
    const [email] = await write((tx) => tx.insert(tables.mailOutbox).values(values).returning());
    return email?.id ?? 0;
  },
  binnedPermit: async () => {
    const { id } = await makePermit(viewers.administrator, cityId);
    await deletePermit(viewers.administrator, id);
    return id;
  },
  heldPermit: async () => {
    const { id, urban37PermitNumber } = await makePermit(viewers.administrator, cityId);
    await setLegalHold(viewers.administrator, { permitNumber: urban37PermitNumber, reason: "A case" });
    return id;
  },
  glossary: () => "glossary",
  settings: () => "settings",
  unknown: () => "unknown",
  permitsView: (_, { id }) => savedViewOf(id, "permits"),
  calendarView: (_, { id }) => savedViewOf(id, "calendar"),
  ownSession: async (_, { id }) => {
    await write((tx) => startSession(tx, id, "Another browser"));
    return numberFrom(sql`SELECT max(id) FROM sessions WHERE user_id = ${id}`);
  },
  ownApiKey: async (_, viewer) => (await createApiKey(viewer, { name: "Export", isReadOnly: false })).id,
};

async function savedViewOf(userId: number, list: "permits" | "calendar") {
  const fields = { userId, list, name: `View ${++count}`, query: "?status=hold" };
  const row = { ...fields, createdAt: now(), updatedAt: now() };
  return write(async (tx) => {
    const [view] = await tx.insert(tables.savedViews).values(row).returning({ id: tables.savedViews.id });
    return view?.id ?? 0;
  });
}

const numberFrom = async (query: SQL) => Number(await readOne(query));
const textOf = async (query: SQL) => String(await readOne(query));

const assignmentsOf = async (idOf: IdOf) =>
  db
    .select()
    .from(tables.assignments)
    .where(eq(tables.assignments.permitId, Number(await idOf("permit"))));

type Fields = Record<string, Id | boolean | File | readonly string[]>;
type Form = Fields | ((idOf: IdOf) => Fields | Promise<Fields>);

const submission = {
  projectName: "Garage",
  projectAddress: "1 Main Street",
  projectType: "other",
  projectDescription: "A garage for two cars",
};
const newEmployee = () => ({ name: "Nina New", email: newEmail(), disciplines: ["Fire"] });
const newCity = () => {
  const code = newCode();
  return { cityName: `New Town ${code}`, cityNumber: "12", urban37CityCode: code };
};
const newStandardComment = () => ({
  discipline: "Fire" as const,
  kind: "note" as const,
  title: `Title ${++count}`,
  text: "Provide ____ inches",
});
const library = () =>
  new File(
    [`discipline,kind,title,codeReference,text,city code\nFire,note,Imported ${++count},,A note,`],
    "library.csv",
  );
const hours = { discipline: "Structural" as const, hoursWorked: 0.25, workDate: today() };
const fee = { serviceType: "review", description: "Review", amount: "99.90", status: "pending" };
const service = { serviceName: "Review", pricingType: "hourly", rate: "130" };

const tickOfRow = async (sqlTable: string, id: Id) =>
  `${id}@${await textOf(sql`SELECT updated_at FROM ${sql.identifier(sqlTable)} WHERE id = ${id}`)}`;

/** Adds the version of the row to a form, as if it had been opened on that row. */
const edited =
  (sqlTable: string, name: string, fields: Form): Form =>
  async (idOf) => ({
    ...(typeof fields === "function" ? await fields(idOf) : fields),
    updatedAt: await textOf(
      sql`SELECT updated_at FROM ${sql.identifier(sqlTable)} WHERE id = ${await idOf(name)}`,
    ),
  });

const editedPermit = edited("permits", "permit", async (idOf) => ({
  ...permitFields,
  cityId,
  urban37PermitNumber: await textOf(
    sql`SELECT urban37_permit_number FROM permits WHERE id = ${await idOf("permit")}`,
  ),
}));
const correction = { discipline: "Structural", kind: "correction", text: "Show the anchor bolts" };

const settle: Form = async (idOf) => ({ commentId: await idOf("sharedComment") });

const ofPermit: Record<string, Form> = {
  "/delete": { confirmation: "delete" },
  "/next-cycle": { cycle: "PC3" },
  "/dates": { cycle: "PC2", receivedOn: "2026-11-05" },
  upload: () => ({ reviewCycle: "PC2", files: plan }),
  "/upload": () => ({ reviewCycle: "PC2", files: plan }),
  status: { status: "in_progress" },
  "/assignments/:assignment/reviewer": () => ({ employeeId: viewers.otherReviewer.employeeId ?? 0 }),
  "/assignments/:assignment/notes": { comment: "The framing is fine" },
  "/assignments/:assignment/decide": { decision: "approved" },
  "/corrections/new": correction,
  "/corrections/library": async (idOf) => ({
    discipline: "Structural",
    standardIds: await idOf("offeredComment"),
  }),
  "/corrections/:draft/edit": correction,
  comment: { text: "Which sheet?" },
  settle,
  hold: { status: "hold" },
  "/comments/:ownComment/edit": { text: "Which sheets?" },
  "/comments/:sharedComment/edit": { text: "Which sheets?" },
  time: hours,
  "/time/:entry/edit": edited("time_entries", "entry", { ...hours, hoursWorked: 0.5 }),
};

const confirmed = { reviewCycle: "PC1" };
const kind: Form = async (idOf) => ({ planSetId: await idOf("planSet"), kind: "document" });
const editedSheet: Form = edited("sheets", "sheet", { number: "A-102" });

const ofSheet: Record<string, Form> = {
  edit: editedSheet,
  "remove-place": async (idOf) => ({ placeId: await idOf("place") }),
};

const ofReleasedPermit: Record<string, Form> = {
  "/hand-over": () => ({ cycle: "PC1", handedOverOn: today() }),
  "/reopen": { cycle: "PC1", reason: "A sheet is missing" },
};

const ofSavedViews = (view: string): Record<string, Form> => ({
  "/views/new": () => ({ name: `New ${++count}` }),
  [`/views/:${view}/rename`]: () => ({ name: `Renamed ${++count}` }),
});

/** The fields of each page's forms, by the query of their address; a missing form is empty. */
const forms: Record<string, Record<string, Form>> = {
  "/submit": { "": submission },
  "/oakvilles": { "/submit": submission },
  "/replies": { settle },
  "/mail": { done: async (idOf) => ({ ids: await idOf("failedEmail") }) },
  "/records/bin": { restore: async (idOf) => ({ id: await idOf("binnedPermit") }) },
  "/records/legal-holds": {
    "/new": async () => {
      const { urban37PermitNumber } = await makePermit(viewers.administrator, cityId);
      return { permitNumber: urban37PermitNumber, reason: "A case" };
    },
  },
  "/records/retention/:city": {
    "/period": { years: 7 },
    "/delete": async (idOf) => ({ confirmation: "delete", ids: await idOf("permit") }),
  },
  "/permits/new": { "": () => ({ ...permitFields, cityId }) },
  "/delete-permit/:permit": { "": { confirmation: "delete" } },
  "/admin-dashboard": { "/delete-permit/:permit": { confirmation: "delete" } },
  "/permits": {
    many: async (idOf) => ({ ticked: await tickOfRow("permits", await idOf("permit")), change: "hold" }),
    "/delete-permit/:permit": { confirmation: "delete" },
    ...ofSavedViews("permitsView"),
  },
  "/plan-check-calendar": {
    many: async (idOf) => ({
      ticked: await tickOfRow("assignments", await idOf("assignment")),
      change: "complete",
    }),
    ...ofSavedViews("calendarView"),
  },
  "/permits/:permit": ofPermit,
  "/permits/:permit/edit": { "": editedPermit },
  "/employee-dashboard/permits/:backCheckPermit": {
    "/corrections/:resolved/reopen": async (idOf) => ({
      correctionId: await idOf("resolved"),
      cycle: "PC2",
      verdict: "reopened",
      remark: "It is not there",
    }),
  },
  "/permits/:backCheckPermit/sheets/back-checks": {
    "": async (idOf) => ({
      correctionId: await idOf("resolved"),
      cycle: "PC2",
      verdict: "reopened",
      remark: "It is not there",
    }),
  },
  "/employee-dashboard/permits/:permit": ofPermit,
  "/oakvilles/permits/:permit": ofPermit,
  "/oakvilles/permits/:numberlessPermit": { "city-number": { cityPermitNumber: "B26-77" } },
  "/permits/:readyPermit/letter": {
    "/release": async (idOf) => {
      const { version } = await previewLetter(viewers.administrator, Number(await idOf("readyPermit")));
      return { cycle: "PC1", seen: version };
    },
    "/cover-note": { cycle: "PC1", coverNote: "Please call first" },
    "/assignments/:decided/return": { remark: "Look at the stairs" },
  },
  "/permits/:releasedPermit": ofReleasedPermit,
  "/oakvilles/permits/:releasedPermit": ofReleasedPermit,
  "/oakvilles/permits/:permit/status-links": { revoke: { confirm: "on" } },
  "/permits/:permit/status-links": { revoke: { confirm: "on" } },
  "/oakvilles/permits/:releasedPermit/answers": {
    save: async (idOf) => ({
      cycle: "PC1",
      "answers[0].correctionId": await numberFrom(
        sql`SELECT id FROM corrections WHERE permit_id = ${await idOf("releasedPermit")}`,
      ),
      "answers[0].text": "Revised",
    }),
    table: () => ({ file: new File(["Number,Your answer\nS-1,Revised"], "answers.csv") }),
  },
  "/oakvilles/permits/:answeredPermit/answers": { "/send": { cycle: "PC1", complete: "on" } },
  "/permits/:resubmittedPermit": {
    "/return-resubmittal": { cycle: "PC1", remark: "Sheet S-101 is missing" },
  },
  "/employee-dashboard/permits/:permit/corrections/paste": {
    "": { discipline: "Structural", "rows[0].kind": "correction", "rows[0].text": "Show the anchor bolts" },
  },
  "/permits/:sheetPermit/sheets": { confirm: confirmed, kind },
  "/permits/:sheetPermit/sheets/:sheet": ofSheet,
  "/permits/:sheetPermit/sheets/:sheet/corrections/new": { "": { ...correction, places } },
  "/permits/:sheetPermit/sheets/:sheet/marks/new": { correctionId: { places } },
  "/oakvilles/permits/:sheetPermit/sheets": { confirm: confirmed, kind },
  "/oakvilles/permits/:sheetPermit/sheets/:sheet": ofSheet,
  "/permits/:permit/assignments": {
    "": async (idOf) => ({
      "assignments[0].discipline": "Structural",
      "assignments[0].employeeId": viewers.otherReviewer.employeeId ?? 0,
      seen: versionOf(await assignmentsOf(idOf)),
    }),
  },
  "/cities": { "/new": newCity, "/delete-city/:emptyCity": { confirmation: "delete" } },
  "/cities/:city": {
    logo: () => ({ logo: picture }),
    many: async (idOf) => ({ ticked: await tickOfRow("city_fees", await idOf("fee")), change: "paid" }),
    "/edit": edited("cities", "city", () => ({
      ...newCity(),
      submissionStatus: "approved",
      approvalWording: "approved",
      resubmittalSets: "changed",
      letterRecipients: "city",
      usesCorrections: "on",
    })),
    "/users/invite": () => ({ email: newEmail() }),
    "/users/:clerk/sessions": { session: "all", revokeApiKeys: "on" },
    "/users/:clerk/edit": edited("users", "clerk", () => ({ email: newEmail() })),
    "/fees/new": fee,
    "/fees/:fee/edit": edited("city_fees", "fee", { ...fee, dateCharged: today() }),
    "/pricing/new": service,
    "/pricing/:pricing/edit": edited("city_pricing", "pricing", service),
  },
  "/cities/:emptyCity": { "/delete": { confirmation: "delete" } },
  "/employees": {
    "/new": newEmployee,
    "/:employee/edit": async (idOf) => ({
      ...newEmployee(),
      isActive: "on",
      updatedAt: await textOf(
        sql`SELECT users.updated_at FROM users JOIN employees ON user_id = users.id WHERE employees.id = ${await idOf("employee")}`,
      ),
    }),
    "/:employee/sessions": { session: "all" },
    "/:employee/reassign": () => ({
      "moves[0].discipline": "Structural",
      "moves[0].employeeId": viewers.otherReviewer.employeeId ?? 0,
    }),
  },
  "/standard-comments": {
    "/new": newStandardComment,
    "/:standardComment/edit": edited("standard_comments", "standardComment", newStandardComment),
    "/import": () => ({ file: library() }),
  },
  "/staged-files": { "": {}, discard: { keptFiles: "token" } },
  "/staged-files/:upload": { "": {} },
  "/profile": {
    name: { firstName: "Nora" },
    picture: () => ({ picture }),
    password: { currentPassword: password, password: "another harbor by the sea" },
    "api-key": { name: "Export" },
  },
  "/profile/two-factor": {
    start: { currentPassword: password },
    finish: { oneTimeCode: "123456" },
    "recovery-codes": { currentPassword: password, oneTimeCode: "123456" },
    off: { currentPassword: password, oneTimeCode: "123456" },
  },
};

function formOfDialog(path: string): Form | undefined {
  const found = Object.entries(forms).find(
    ([page, ofPage]) => ofPage[path.slice(page.length)] && path.startsWith(page),
  );
  return found?.[1][path.slice(found[0].length)];
}

/** Returns a filled form. The query parameters of its address are fields too, because some forms have them. */
async function bodyOf({ page, query }: Row, parameters: URLSearchParams, idOf: IdOf): Promise<FormData> {
  const [name = ""] = new URLSearchParams(query).keys();
  const form = forms[page]?.[name] ?? formOfDialog(page) ?? {};
  const fields = typeof form === "function" ? await form(idOf) : form;
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...Object.fromEntries(parameters), ...fields })) {
    for (const entry of [value].flat()) body.append(name, entry instanceof File ? entry : String(entry));
  }
  return body;
}

/** The rows of one or more requests, by the names of the table. */
type Scene = Map<string, Promise<Id>>;

/** Returns the ids of a scene's rows. A row whose name begins with `own` is created for each person. */
function idsIn(scene: Scene, viewer: Viewer): IdOf {
  const idOf: IdOf = (name) => {
    const key = name.startsWith("own") ? `${name} of ${viewer.id}` : name;
    const maker = makers[name];
    if (!maker) throw new Error(`No row for :${name}`);
    const id = scene.get(key) ?? Promise.resolve(maker(idOf, viewer));
    scene.set(key, id);
    return id;
  };
  return idOf;
}

async function filledIn(text: string, idOf: IdOf): Promise<string> {
  const parts = text.split(/(:\w+)/).map((part) => (part.startsWith(":") ? idOf(part.slice(1)) : part));
  return (await Promise.all(parts)).join("");
}

/** Sends a row of the table as a person, and returns the status, and for a 403 the roles that the page names. */
async function responseTo(person: Person, row: Row, scene: Scene): Promise<string> {
  const idOf = idsIn(scene, person === "signedOut" ? viewers.administrator : viewers[person]);
  const { address, handler } = await handlerOf(row);
  const query = await filledIn(row.query, idOf);
  const response = await responseAt(handler, address, {
    method: row.method,
    query,
    params: matchPath(address, await filledIn(row.page, idOf))?.params as Record<string, string>,
    context: contexts[person],
    body: row.method === "GET" ? undefined : await bodyOf(row, new URLSearchParams(query), idOf),
  });
  const status = statusOf(response);
  // A file that is made while it is read ends before the next request.
  if (status === 200 && response instanceof Response) await response.arrayBuffer();
  if (status !== 403) return String(status);
  const { requiredRoles = [] } = (await (response as Response).json()) as { requiredRoles?: string[] };
  return `403${requiredRoles.map((label) => label[0]).join("")}`;
}

async function handlerOf({ page, method }: Pick<Row, "page" | "method">) {
  const leaf = leafOf({ page });
  if (!leaf) throw new Error(`No page at ${page}`);
  const { loader, action } = await moduleOf(leaf.file);
  const handler = method === "GET" ? loader : action;
  if (!handler) throw new Error(`No ${method} at ${page}`);
  return { ...leaf, handler };
}

async function expectStatuses(row: Row) {
  const unchanged: Scene = new Map();
  const statuses: Partial<Row["expected"]> = {};
  for (const person of people) {
    const isChange = row.method !== "GET" && row.expected[person] === "302";
    statuses[person] = await responseTo(person, row, isChange ? new Map() : unchanged);
  }
  expect(statuses).toEqual(row.expected);
}

/** Sends a row of the table without a session, from a page that this person opened. */
async function sendSignedOut(person: SignedInPerson, row: Row) {
  const idOf = idsIn(new Map(), viewers[person]);
  const { address, handler } = await handlerOf(row);
  const query = await filledIn(row.query, idOf);
  const params = matchPath(address, await filledIn(row.page, idOf))?.params as Record<string, string>;
  const fields = await bodyOf(row, new URLSearchParams(query), idOf);
  const body = new FormData();
  body.append("owner-0", signFormOwner(viewers[person]));
  for (const [name, value] of fields) body.append(name, value);
  const context = new RouterContextProvider();
  const send: Handler = (args) =>
    keptFormMiddleware(args, async () => {
      try {
        return (await handler(args)) as Response;
      } catch (thrown) {
        return thrown as Response;
      }
    });
  const sent = { method: "POST", query, params, body, context };
  return { handler, fields, params, response: (await responseAt(send, address, sent)) as Response };
}

const titled = (all: Row[]) => all.map((row) => [`${row.method} ${row.page}${row.query}`, row] as const);

test.each(titled(rows))("%s", (_, row) => expectStatuses(row));

describe("in the demo", () => {
  test.each(titled(rowsOf(demoTable)))("%s", async (_, row) => {
    vi.spyOn(env, "DEMO", "get").mockReturnValue(true);
    await expectStatuses(row).finally(() => vi.restoreAllMocks());
  });
});

const pages = closed.filter(({ file }) => file !== "routes/api.ts");

test.each(pages)("the table has $address with its methods", async ({ file, address }) => {
  const { loader, action } = await moduleOf(file);
  const methods = rows.filter(({ page }) => shapeOf(page) === shapeOf(address)).map(({ method }) => method);
  const own = [loader && "GET", action && "POST"].filter((method) => method !== undefined);
  expect(new Set(methods)).toEqual(new Set(own));
});

const posts = rows.filter(
  ({ method, expected }) => method === "POST" && Number(expected.administrator) < 404,
);

const sendable = rows.filter(
  ({ method, expected }) => method === "POST" && Object.values(expected).includes("302"),
);

// The database makes no difference.
test.skipIf(isPostgres).each(titled(sendable))(
  "%s is kept without a session, and rendered again without being sent",
  async (_, row) => {
    const person = people.find((candidate) => row.expected[candidate] === "302") as SignedInPerson;
    // There are more forms than one network may send within a minute.
    await write((tx) => tx.delete(tables.signInFailures));
    const { handler, fields, params, response } = await sendSignedOut(person, row);
    expect(response.status).toBe(401);
    const kept = cookieOf(response.headers.get("Set-Cookie"));
    const [form] = await db.select().from(tables.keptForms).orderBy(desc(tables.keptForms.id)).limit(1);
    const texts = [...fields].filter(([name, value]) => typeof value === "string" && !/password/i.test(name));
    const files = [...fields].map(([, value]) => value).filter((value) => value instanceof File);
    expect(form).toMatchObject({
      userId: viewers[person].id,
      fields: texts,
      fileNames: files.map(({ name }) => name),
    });

    const url = new URL(form?.address ?? "", "http://localhost:3000");
    const cookie = `${kept}; ${await signInCookie(viewers[person])}`;
    const before = await contentVersion();
    let rendered: unknown;
    await renderKeptForm(new Request(url, { headers: { cookie } }), async (request) => {
      rendered = await handler({ request, url, params, context: contexts[person] });
      return new Response();
    });
    expect(statusOf(rendered)).toBe(200);
    const { failure, submission } = (rendered as { data: FormResult }).data;
    expect(failure).toBe(signedOutMessage);
    expect(submission.error?.[""]).toEqual(
      files.length > 0
        ? [signedOutMessage, `Choose these files again: ${files.map(({ name }) => name).join(", ")}`]
        : [signedOutMessage],
    );
    expect(await contentVersion()).toBe(before);
  },
);

test.each(titled(posts))("%s accepts only POST", async (_, { page, query }) => {
  const { address, handler } = await handlerOf({ page, method: "POST" });
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const context = contexts.administrator;
    const refused = await responseAt(handler, address, { method, query, context, body: new FormData() });
    expect(statusOf(refused), method).toBe(405);
    expect((refused as Response).headers.get("Allow"), method).toContain("POST");
  }
});

test.each(closed)("$address refuses signed-out requests of every method", async ({ file, address }) => {
  const { loader, action, default: page } = await moduleOf(file);
  const statuses: Record<string, number> = {};
  const context = new RouterContextProvider();
  if (loader) statuses.GET = statusOf(await responseAt(loader, address, { context }));
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    if (action) statuses[method] = statusOf(await responseAt(action, address, { method, context }));
  // The test pages do not exist outside the demo.
  const refused = address.includes("/test-") ? 404 : 401;
  if (page) expect(statuses.GET).toBe(refused);
  expect(Object.values(statuses)).toContain(refused);
  for (const [method, status] of Object.entries(statuses)) expect([refused, 405], method).toContain(status);
});

/** The links of the navigation (R1.6). */
const links = {
  administrator: ["/", "/permits", "/employee-dashboard", "/plan-check-calendar", "/cities", "/employees"],
  reviewer: ["/", "/employee-dashboard", "/plan-check-calendar"],
  cityUser: ["/"],
  noRole: ["/", "/permits", "/employee-dashboard", "/plan-check-calendar", "/cities", "/employees"],
} as const;

test.each(Object.entries(links))("the navigation of %s has its links", (person, expected) => {
  const { role } = viewers[person as keyof typeof links];
  expect(navigationFor({ role }).map(({ to }) => to)).toEqual(expected);
});
