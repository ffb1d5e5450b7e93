import type { APIRequestContext, Locator } from "@playwright/test";
import type { TestServer } from "../scripts/test-server";
import { createPermit, formOf, openDatabase, plans, reviewers } from "./journey";
import {
  call,
  cityId,
  makeLink,
  numberOf,
  permitOf,
  releaseLetter,
  startNextCycle,
  write,
} from "./plan-check";
import { turnOnTwoFactor } from "./two-factor";

/** What a row creates its data with: programs of these users, and a text that no other row has. */
export type Seed = {
  admin: APIRequestContext;
  reviewer: APIRequestContext;
  /** A user of the city with corrections. */
  clerk: APIRequestContext;
  server: TestServer;
  name: string;
};

export type User = Exclude<keyof Seed, "server" | "name">;

/** The page under a dialog with its query, what is in the dialog's address, and what differs from the row. */
export type Scene = {
  page: string;
  params?: Record<string, string | number>;
  /** The dialog's own part of the query. */
  query?: string;
  /** Whether the page has a dialog itself, which is open again after this one. */
  hasDialog?: boolean;
} & Partial<Row>;

type Fill = (dialog: Locator, text: string) => Promise<unknown>;

export type Row = {
  user?: User;
  scene: (seed: Seed) => Promise<Scene>;
  link: string | RegExp;
  title: string;
  documentTitle?: string;
  button: string;
  /** Fills in valid values; each text makes other ones. */
  fill?: Fill;
  /** Fills in what is refused with 400, and the message. */
  wrong?: {
    fill: Fill;
    says: string | RegExp;
    /** Whether scripts disable the button instead. */
    disablesButton?: boolean;
  };
  /** How a second user is refused who has the same dialog open and sends it after the first. */
  second: {
    status: 400 | 404 | 409;
    says: string | RegExp;
    /** Whether they fill in the same as the first, which is taken then. */
    isSame?: boolean;
    /** The field whose choice is no longer offered. */
    loses?: string;
    /** Whether the page under the dialog is gone too. Without scripts, that page says so. */
    losesPage?: boolean;
    /** What another user does before that, and takes back after it. */
    meanwhile?: (seed: Seed, scene: Scene) => Promise<unknown>;
    afterwards?: (seed: Seed) => Promise<unknown>;
  };
  toast: string | RegExp;
  /** The address after the dialog is sent, unless it is the page under it. */
  after?: string;
};

/** A field by its label, whether required or not. */
const field = (dialog: Locator, label: string) =>
  dialog.getByLabel(new RegExp(`^${label}( \\(required\\))?$`));

/** Fills a field with a text, or with what is given. */
const text =
  (label: string, value?: string): Fill =>
  (dialog, typed) =>
    field(dialog, label).fill(value ?? typed);
const choose =
  (label: string, option: string): Fill =>
  (dialog) =>
    field(dialog, label).selectOption({ label: option });
const all =
  (...fills: Fill[]): Fill =>
  async (dialog, typed) => {
    for (const fill of fills) await fill(dialog, typed);
  };
const nothing: Fill = async () => {};
const emailOf = (name: string) => `${name.toLowerCase().replaceAll(" ", "-")}@journey.test`;

const remove = (request: APIRequestContext, address: string) =>
  request.delete(address).then((response) => {
    if (!response.ok()) throw new Error(`DELETE ${address}: ${response.status()}`);
  });

const create = (request: APIRequestContext, address: string, data: object) =>
  call<{ id: number }>(request, "POST", address, data);

const permit = ({ admin }: Seed) => permitOf({ request: admin });

const numberedPermit = async (seed: Seed) => {
  const { id } = await permit(seed);
  const number = await numberOf(seed.admin, id);
  return { id, number };
};

const createCity = async ({ admin, name }: Seed) => {
  const code = codeOf(name);
  return create(admin, "/api/cities", { cityName: name, cityNumber: code, urban37CityCode: code });
};

/** Three letters and digits: which user types the name, none for a scene, and the number of the row. */
const codeOf = (name: string) => {
  const [, row, user = 0] = /(\d+)(?:-(\d))?$/.exec(name) ?? [];
  return `${"ZYX"[Number(user)]}${Number(row).toString(36).toUpperCase().padStart(2, "0")}`;
};

const createEmployee = ({ admin, name }: Seed) =>
  create(admin, "/api/employees", { name, email: emailOf(name), disciplines: ["Fire"] });

const typedWord = {
  fill: text("Type delete to confirm", "delete"),
  wrong: {
    fill: text("Type delete to confirm", "Delete"),
    says: "Type only the word delete, in lowercase letters, to confirm",
    disablesButton: true,
  },
};

const deletedPermit = {
  ...typedWord,
  title: "Delete Permit",
  button: "Delete",
  toast: "Permit deleted successfully",
  second: { status: 404, says: /Permit not found/i },
} as const;

/** The dialog that deletes a permit, over a list that shows it. */
const deletePermitOver = (list: string): Row => ({
  ...deletedPermit,
  link: "",
  scene: async (seed) => {
    const { id, number } = await numberedPermit(seed);
    const page = `${list}?search=${number}&sort=-due`;
    return { page, params: { id }, link: `Delete ${number}`, documentTitle: `Delete ${number}` };
  },
});

type PermitPage = { at: string; user: User };

const upload = async (request: APIRequestContext, id: string, name: string) => {
  const multipart = formOf({ reviewCycle: "PC1" }, [plans.pdf(`${name}.pdf`)]);
  const response = await request.post(`/api/permits/${id}/files`, { multipart });
  const [file] = (await response.json()) as { id: number }[];
  return Number(file?.id);
};

/** A permit with a file that its letter lists. */
async function releasedFile(seed: Seed, isSetAside: boolean) {
  const { id } = await permit(seed);
  const multipart = formOf({ reviewCycle: "PC1", origin: "submitted" }, [plans.pdf(`${seed.name}.pdf`)]);
  const response = await seed.admin.post(`/api/permits/${id}/files`, { multipart });
  const [file] = (await response.json()) as { id: number }[];
  await releaseLetter({ request: seed.admin }, id);
  if (isSetAside) await call(seed.admin, "PATCH", `/api/files/${file?.id}`, { isSetAside });
  return { id, fileId: Number(file?.id) };
}

const deleteFileOver = ({ at, user }: PermitPage): Row => ({
  user,
  scene: async (seed) => {
    const { id } = await permit(seed);
    const fileId = await upload(seed[user], id, seed.name);
    return { page: `${at}/${id}?reviewCycle=PC1`, params: { id, fileId }, link: `Delete ${seed.name}.pdf` };
  },
  link: "",
  title: "Delete file",
  button: "Delete",
  toast: "File deleted successfully",
  second: { status: 404, says: "File not found" },
});

const setAsideOver = (at: string, isTakingBack: boolean): Row => {
  const act = isTakingBack ? "Take back" : "Set aside";
  return {
    scene: async (seed) => {
      const { id, fileId } = await releasedFile(seed, isTakingBack);
      return { page: `${at}/${id}?reviewCycle=PC1`, params: { id, fileId }, link: `${act} ${seed.name}.pdf` };
    },
    link: "",
    title: `${act} file`,
    button: act,
    toast: isTakingBack ? "File taken back" : "File set aside",
    // A file that is set aside already may be set aside again.
    second: {
      status: 404,
      says: /(File|Permit) not found/i,
      losesPage: true,
      meanwhile: ({ admin }, { params }) => remove(admin, `/api/permits/${params?.id}`),
    },
  };
};

const commentOn =
  ({ at, user }: PermitPage): Row["scene"] =>
  async (seed) => {
    const { id } = await permit(seed);
    const { id: commentId } = await create(seed[user], `/api/permits/${id}/comments`, { text: seed.name });
    return { page: `${at}/${id}?reviewCycle=PC1`, params: { id, commentId } };
  };

const editCommentOver = (page: PermitPage): Row => ({
  user: page.user,
  scene: commentOn(page),
  link: /^Edit comment of/,
  title: "Edit comment",
  button: "Save",
  fill: text("Comment"),
  wrong: { fill: text("Comment", ""), says: "Comment is required" },
  toast: "Comment updated",
  second: { status: 409, says: "This comment was changed after you opened it" },
});

const deleteCommentOver = (page: PermitPage): Row => ({
  user: page.user,
  scene: commentOn(page),
  link: /^Delete comment of/,
  title: "Delete comment",
  button: "Delete",
  toast: "Comment deleted",
  second: { status: 404, says: "Comment not found" },
});

const timeOn =
  ({ at, user }: PermitPage): Row["scene"] =>
  async (seed) => {
    const { id } = await permit(seed);
    const { id: entryId } = await create(seed[user], `/api/permits/${id}/time-entries`, {
      ...{ discipline: "Structural", hoursWorked: 0.25, workDate: "2020-01-02" },
      ...(user === "admin" && { employeeId: Number(reviewers.maria.id) }),
    });
    return { page: `${at}/${id}?reviewCycle=PC1`, params: { id, entryId } };
  };

const editTimeOver = (page: PermitPage): Row => ({
  user: page.user,
  scene: timeOn(page),
  link: /^Edit 0\.25 h of/,
  title: "Edit time entry",
  button: "Save",
  fill: all(text("Hours", "0.5"), text("Description \\(optional\\)")),
  wrong: { fill: text("Hours", ""), says: "Hours" },
  toast: "Time entry updated",
  second: { status: 409, says: "Another user changed this entry after you opened it" },
});

const deleteTimeOver = (page: PermitPage): Row => ({
  user: page.user,
  scene: timeOn(page),
  link: /^Delete 0\.25 h of/,
  title: "Delete time entry",
  button: "Delete",
  toast: "Time entry deleted",
  second: { status: 404, says: "Time entry not found" },
});

const reopen = ({ admin }: Seed, { params }: Scene) =>
  call(admin, "POST", `/api/permits/${params?.id}/plan-checks/PC1/reopen`, { reason: "A wrong sheet" });

const handOverOver = ({ at, user }: PermitPage): Row => ({
  user,
  scene: async (seed) => {
    const { id } = await permit(seed);
    await releaseLetter({ request: seed.admin }, id);
    return { page: `${at}/${id}?reviewCycle=PC1`, params: { id } };
  },
  link: "Hand over to applicant",
  title: "Hand over to applicant",
  button: "Hand over to applicant",
  wrong: { fill: text("I have handed it over on", ""), says: "Choose the day on which it was handed over" },
  fill: (dialog) =>
    field(dialog, "I have handed it over on")
      .evaluate((input: HTMLInputElement) => input.max)
      .then((day) => field(dialog, "I have handed it over on").fill(day)),
  toast: "Handed over to the applicant",
  second: { status: 409, says: "A corrected letter is being prepared", meanwhile: reopen },
});

const switchCity = async ({ admin }: Seed, isActive: boolean) =>
  call(admin, "PATCH", `/api/cities/${await cityId(admin)}`, { isActive });

const submission = all(
  text("Project name"),
  text("Project address"),
  choose("Project type", "Residential"),
  text("Project description"),
  text("Applicant name"),
);

const submitOver = (page: string): Row => ({
  user: "clerk",
  scene: async () => ({ page: `${page}?search=J-&status=in_review` }),
  link: "Submit New Permit",
  title: "Submit New Building Permit",
  button: "Submit permit",
  wrong: { fill: text("Project address"), says: "Project name is required" },
  fill: submission,
  toast: "Permit submitted successfully",
  after: "/oakvilles/permits/:number",
  second: {
    status: 409,
    says: "is not active: no permits can be submitted for it",
    meanwhile: (seed) => switchCity(seed, false),
    afterwards: (seed) => switchCity(seed, true),
  },
});

/** A permit that Maria reviews, with a correction, and what is done with it first. */
async function correctionOn(
  seed: Seed,
  prepare: (id: string, correctionId: number) => Promise<unknown> = async () => {},
) {
  const { id, review } = await permit(seed);
  const { id: correctionId } = await write(seed.reviewer, id, seed.name);
  await prepare(id, correctionId);
  const page = `${review}?discipline=Structural`;
  return { page, params: { id, correctionId }, after: `${page}&correction=:number` };
}

async function assignmentOn(seed: Seed) {
  const { id, review } = await permit(seed);
  const [assignment] = await call<{ id: number }[]>(seed.admin, "GET", `/api/permits/${id}/assignments`);
  return { page: `${review}?discipline=Structural`, params: { id, assignmentId: Number(assignment?.id) } };
}

const cancelPermit = ({ admin }: Seed, { params }: Scene) =>
  call(admin, "PATCH", `/api/permits/${params?.id}`, { status: "cancelled" });

const cancelled = { status: 409, says: /cancelled/i, meanwhile: cancelPermit } as const;
const correctionText: Fill = (dialog, typed) =>
  dialog.getByRole("textbox", { name: /^Correction/ }).fill(typed);
const noCorrection = {
  fill: (dialog: Locator) => correctionText(dialog, ""),
  says: "Write what must be corrected",
};

const ofReview: Record<string, Omit<Row, "user">> = {
  "assignments/:assignmentId/notes": {
    scene: assignmentOn,
    link: "Add review notes",
    title: "Add Review Notes",
    button: "Save Notes",
    fill: text("Review notes"),
    wrong: { fill: text("Review notes", ""), says: "Review notes" },
    toast: "Assignment marked as completed",
    second: { status: 409, says: "Saved in the meantime" },
  },
  "assignments/:assignmentId/decide": {
    scene: assignmentOn,
    link: "Decide Structural",
    title: "Decide Structural",
    button: "Decide and complete",
    fill: all(
      (dialog) => dialog.getByRole("radio", { name: "Approved", exact: true }).check(),
      text("Hours of this work", "0.25"),
    ),
    wrong: { fill: text("Hours of this work", "1.1"), says: "There is a problem" },
    toast: "Structural: Approved, 0.25 h logged",
    second: {
      status: 409,
      says: /S-1 was added/,
      loses: "decision",
      meanwhile: ({ reviewer, name }, { params }) => write(reviewer, String(params?.id), name),
    },
  },
  "corrections/new": {
    scene: correctionOn,
    link: "Add correction",
    title: "Add correction",
    button: "Save correction",
    fill: correctionText,
    wrong: noCorrection,
    toast: "S-2 added",
    second: cancelled,
  },
  "corrections/library": {
    scene: async (seed) => {
      await create(seed.admin, "/api/standard-comments", { ...standardComment, title: seed.name });
      return { ...(await correctionOn(seed)), after: undefined };
    },
    link: "From the library",
    title: "Standard comments",
    button: "Add chosen corrections",
    fill: (dialog) =>
      dialog
        .getByRole("checkbox", { name: /^Dialog/ })
        .first()
        .check(),
    wrong: { fill: nothing, says: "Choose at least one standard comment" },
    toast: "1 correction added",
    second: cancelled,
  },
  "corrections/:correctionId/edit": {
    scene: correctionOn,
    link: "Edit Correction Structural 1",
    title: "Edit Correction S-1",
    documentTitle: "Edit S-1",
    button: "Save correction",
    fill: correctionText,
    wrong: noCorrection,
    toast: "S-1 saved",
    second: { status: 409, says: /changed/ },
  },
  "corrections/:correctionId/delete": {
    scene: async (seed) => ({ ...(await correctionOn(seed)), after: undefined }),
    link: "Delete Correction Structural 1",
    title: "Delete correction",
    button: "Delete correction",
    toast: "S-1 deleted",
    second: { status: 404, says: /not found/ },
  },
  "corrections/:correctionId/reopen": {
    scene: async (seed) => {
      const { page, params } = await correctionOn(seed, async (id, correctionId) => {
        const check = (correction: number, verdict: object) =>
          call(seed.reviewer, "PUT", `/api/corrections/${correction}/back-check`, verdict);
        // The open one brings the discipline into the next cycle.
        const { id: openId } = await write(seed.reviewer, id, "Show the ridge beam.");
        await startNextCycle({ request: seed.admin }, id);
        await check(correctionId, { verdict: "resolved" });
        await check(openId, { verdict: "not_resolved", remark: "It is not shown." });
        await releaseLetter({ request: seed.admin }, id, "PC2");
        await call(seed.admin, "POST", `/api/permits/${id}/next-cycle`, {});
      });
      return { page: `${page}&closed=1`, params, after: `${page}&closed=1&correction=:number` };
    },
    link: "Reopen Correction Structural 1",
    title: "Reopen Correction S-1",
    documentTitle: "Reopen S-1",
    button: "Reopen",
    fill: text("Remark"),
    wrong: { fill: text("Remark", ""), says: "There is a problem" },
    toast: "S-1 reopened",
    second: { status: 409, says: /changed/ },
  },
};

const standardComment = { discipline: "Structural", kind: "correction", text: "Show the header." };

const standardCommentOn = async ({ admin, name }: Seed) => {
  const { id } = await create(admin, "/api/standard-comments", { ...standardComment, title: name });
  return { page: `/standard-comments?q=${name}`, params: { id } };
};

const standardCommentFields = (title: Fill) =>
  all(title, choose("Discipline", "Fire"), text("Text", "Show the alarm."));

const ofStandardComments: Record<string, Row> = {
  "/standard-comments/new": {
    scene: standardCommentOn,
    link: "Add standard comment",
    title: "Add standard comment",
    button: "Add standard comment",
    fill: standardCommentFields(text("Title")),
    wrong: { fill: text("Title"), says: "Please select a discipline" },
    toast: "Standard comment added",
    second: { status: 409, says: "There is a standard comment of this title", isSame: true },
  },
  "/standard-comments/import": {
    scene: standardCommentOn,
    link: "Import CSV",
    title: "Import standard comments",
    button: "Import",
    fill: (dialog, title) =>
      dialog.getByLabel(/^CSV file/).setInputFiles({
        name: "comments.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(
          `discipline,kind,title,codeReference,text,city code\r\nFire,correction,${title},CFC 907,Show it.,\r\n`,
        ),
      }),
    wrong: { fill: nothing, says: "There is a problem" },
    toast: "1 standard comment added",
    second: { status: 400, says: "Row 2: There is a standard comment of this title", isSame: true },
  },
  "/standard-comments/:id/edit": {
    scene: async (seed) => ({ ...(await standardCommentOn(seed)), link: `Edit ${seed.name}` }),
    link: "",
    title: "Edit standard comment",
    button: "Save changes",
    fill: all(text("Title"), text("Code reference")),
    wrong: { fill: text("Title", ""), says: "There is a problem" },
    toast: "Standard comment updated",
    second: { status: 409, says: /changed/ },
  },
  "/standard-comments/:id/delete": {
    scene: async (seed) => ({ ...(await standardCommentOn(seed)), link: `Delete ${seed.name}` }),
    link: "",
    title: "Delete standard comment",
    button: "Delete",
    toast: "Standard comment deleted",
    second: { status: 404, says: "Standard comment not found" },
  },
};

let savedViews = 0;

/** A query of a list that no other row has. */
const newQueryOf: Record<string, () => string> = {
  "/permits": () => `search=View-${++savedViews}&sort=-due`,
  "/plan-check-calendar": () => `day=2031-01-${String((++savedViews % 31) + 1).padStart(2, "0")}`,
};

const savedViewsOver = (list: string): Record<string, Row> => {
  const query = () => newQueryOf[list]?.() ?? "";
  const saved = async ({ admin, name }: Seed) => {
    const page = `${list}?${query()}`;
    await admin.post(page.replace("?", "/views/new?"), { form: { name }, maxRedirects: 0 });
    const [, viewId = ""] = /views\/(\d+)\/rename/.exec(await (await admin.get(page)).text()) ?? [];
    return { page, params: { viewId } };
  };
  return {
    [`${list}/views/new`]: {
      scene: async () => ({ page: `${list}?${query()}` }),
      link: "Save this view",
      title: "Save this view",
      button: "Save view",
      fill: text("Name"),
      wrong: { fill: text("Name", ""), says: "Name is required" },
      toast: "View saved",
      second: { status: 409, says: "You have a view of this name", isSame: true },
    },
    [`${list}/views/:viewId/rename`]: {
      scene: saved,
      link: /^Rename/,
      title: "Rename view",
      button: "Rename",
      fill: text("Name"),
      wrong: { fill: text("Name", ""), says: "Name is required" },
      toast: "View renamed",
      second: { status: 409, says: /changed/ },
    },
    [`${list}/views/:viewId/delete`]: {
      scene: async (seed) => ({ ...(await saved(seed)), link: `Delete ${seed.name}` }),
      link: "",
      title: "Delete view",
      button: "Delete",
      toast: "View deleted",
      second: { status: 404, says: "View not found" },
    },
  };
};

const cityPage = async (seed: Seed) => {
  const { id } = await createCity(seed);
  return { page: `/cities/${id}?feePage=1`, params: { id } };
};

const cityUser = async (seed: Seed) => {
  const { page, params } = await cityPage(seed);
  const user = { email: emailOf(seed.name), firstName: "Ann", lastName: seed.name };
  const { id: userId } = await create(seed.admin, `/api/cities/${params.id}/users`, user);
  return { page, params: { ...params, userId } };
};

const fee = async (seed: Seed) => {
  const { page, params } = await cityPage(seed);
  const { id: feeId } = await create(seed.admin, "/api/city-fees", {
    ...{
      cityId: params.id,
      serviceType: "other",
      description: seed.name,
      amount: 12.5,
      status: "pending",
    },
  });
  return { page, params: { ...params, feeId } };
};

const pricing = async (seed: Seed) => {
  const { page, params } = await cityPage(seed);
  const service = { serviceName: seed.name, pricingType: "hourly", rate: 125, isActive: true };
  const { id: pricingId } = await create(seed.admin, `/api/cities/${params.id}/pricing`, service);
  return { page, params: { ...params, pricingId } };
};

const newCity = all(
  text("City name"),
  (dialog, typed) => field(dialog, "City number").fill(codeOf(typed)),
  (dialog, typed) => field(dialog, "Urban37 city code").fill(codeOf(typed)),
);
const email: Fill = (dialog, typed) => field(dialog, "Email").fill(emailOf(typed));
const emailTaken = { status: 409, says: "This email address already has an account", isSame: true } as const;
const deletedCity = {
  ...typedWord,
  title: "Delete city",
  button: "Delete",
  toast: "City deleted successfully",
  second: { status: 404, says: "City Not Found" },
} as const;

const ofCities: Record<string, Row> = {
  "/cities/new": {
    scene: async () => ({ page: "/cities?search=Oak" }),
    link: "Add City",
    title: "Add City",
    button: "Add City",
    fill: newCity,
    wrong: { fill: text("City name"), says: "City number must be at least 2 characters" },
    toast: "City created successfully",
    after: "/cities/:number",
    second: { status: 409, says: "already uses this code", isSame: true },
  },
  "/cities/delete-city/:id": {
    ...deletedCity,
    scene: async (seed) => ({
      page: `/cities?search=${seed.name}`,
      params: { id: (await createCity(seed)).id },
      link: `Delete ${seed.name}`,
    }),
    link: "",
  },
  "/cities/:id/delete": {
    ...deletedCity,
    scene: cityPage,
    link: "Delete",
    after: "/cities",
    second: { ...deletedCity.second, losesPage: true },
  },
  "/cities/:id/users/invite": {
    scene: cityPage,
    link: "Invite user",
    title: "Invite user",
    button: "Create invitation",
    fill: email,
    wrong: { fill: text("First name"), says: "Valid email is required" },
    toast: /An account for .* was created/,
    second: emailTaken,
  },
  "/cities/:id/users/:userId/edit": {
    scene: cityUser,
    link: /^Edit Ann/,
    title: "Edit user",
    button: "Save changes",
    fill: all(email, text("First name")),
    wrong: { fill: text("Email", ""), says: "Valid email is required" },
    toast: "User updated successfully",
    second: { status: 409, says: /changed/ },
  },
  "/cities/:id/users/:userId/delete": {
    scene: cityUser,
    link: /^Delete Ann/,
    title: "Delete user",
    button: "Delete",
    toast: "User deleted successfully",
    second: { status: 404, says: "User not found" },
  },
  "/cities/:id/users/:userId/sessions": {
    scene: cityUser,
    link: /^Sessions of Ann/,
    title: "Sessions",
    button: "Sign out",
    fill: (dialog) => dialog.getByLabel("All sessions").check(),
    wrong: { fill: nothing, says: "Choose what to sign out" },
    toast: /was not signed in/,
    second: {
      status: 404,
      says: "User not found",
      meanwhile: ({ admin }, { params }) => remove(admin, `/api/users/${params?.userId}`),
    },
  },
  "/cities/:id/users/:userId/reset-password": {
    scene: cityUser,
    link: /^Reset the password of Ann/,
    title: "New invitation",
    button: "Create link",
    toast: "A new link was created",
    second: {
      status: 404,
      says: "User not found",
      meanwhile: ({ admin }, { params }) => remove(admin, `/api/users/${params?.userId}`),
    },
  },
  "/cities/:id/users/:userId/two-factor": {
    scene: async (seed) => {
      const scene = await cityUser(seed);
      await turnOnTwoFactor(seed.admin, `/api/users/${scene.params.userId}`);
      return scene;
    },
    link: /^Turn off the two-factor sign-in of Ann/,
    title: "Turn off two-factor sign-in",
    button: "Turn off",
    toast: /is off/,
    second: { status: 409, says: "does not use two-factor sign-in" },
  },
  "/cities/:id/fees/new": {
    scene: cityPage,
    link: "Add fee",
    title: "Add fee",
    button: "Add fee",
    fill: all(
      choose("Service type", "Other"),
      text("Description"),
      text("Amount", "1.10"),
      text("Invoice number"),
    ),
    wrong: { fill: text("Description"), says: "Service type is required" },
    toast: "Fee created",
    after: "/cities/:number",
    second: { status: 409, says: "This invoice number belongs to", isSame: true },
  },
  "/cities/:id/fees/:feeId/edit": {
    scene: fee,
    link: /^Edit Dialog/,
    title: "Edit fee",
    button: "Save changes",
    fill: all(text("Description"), text("Amount", "1.10")),
    wrong: { fill: text("Amount", ""), says: "Amount is required" },
    toast: "Fee updated",
    second: { status: 409, says: /changed/ },
  },
  "/cities/:id/fees/:feeId/mark-paid": {
    scene: fee,
    link: /^Mark Paid/,
    title: "Mark as paid",
    button: "Mark Paid",
    toast: "Fee marked as paid",
    second: { status: 409, says: "This fee was already marked as paid on" },
  },
  "/cities/:id/pricing/new": {
    scene: cityPage,
    link: "Add pricing",
    title: "Add pricing",
    button: "Add pricing",
    fill: all(text("Service name"), choose("Pricing type", "Percentage"), text("Rate", "5.50")),
    wrong: { fill: text("Service name"), says: "Rate is required" },
    toast: "Pricing configuration created",
    second: {
      status: 404,
      says: "City Not Found",
      losesPage: true,
      meanwhile: ({ admin }, { params }) => remove(admin, `/api/cities/${params?.id}`),
    },
  },
  "/cities/:id/pricing/:pricingId/edit": {
    scene: pricing,
    link: /^Edit Dialog/,
    title: "Edit pricing",
    button: "Save changes",
    fill: all(text("Description"), text("Rate", "5.50")),
    wrong: { fill: text("Rate", ""), says: "Rate is required" },
    toast: "Pricing configuration updated",
    second: { status: 409, says: /changed/ },
  },
  "/cities/:id/pricing/:pricingId/delete": {
    scene: pricing,
    link: /^Delete Dialog/,
    title: "Delete pricing",
    button: "Delete",
    toast: "Pricing configuration deleted",
    second: { status: 404, says: "Pricing configuration not found" },
  },
};

/** A new employee in the list, and the name of the link. */
const employee =
  (link: string, prepare: (seed: Seed, id: number) => Promise<unknown> = async () => {}): Row["scene"] =>
  async (seed) => {
    const { id } = await createEmployee(seed);
    await prepare(seed, id);
    const page = `/employees?search=${seed.name}`;
    return { page, params: { id }, link: `${link} ${seed.name}` };
  };

const employeeDeleted = {
  status: 404,
  says: "Employee not found",
  loses: "moves[0].employeeId",
  meanwhile: ({ admin }: Seed, { params }: Scene) => remove(admin, `/api/employees/${params?.id}`),
} as const;

const deactivated = ({ admin }: Seed, id: number) =>
  call(admin, "PATCH", `/api/employees/${id}`, { isActive: false });

const ofEmployees: Record<string, Row> = {
  "/employees/new": {
    scene: async () => ({ page: "/employees?search=Lopez" }),
    link: "Add Employee",
    title: "Add Employee",
    button: "Add Employee",
    fill: all(text("Employee name"), email, (dialog) => dialog.getByLabel("Fire", { exact: true }).check()),
    wrong: { fill: text("Employee name"), says: "Please enter a valid email" },
    toast: "Employee created successfully",
    second: emailTaken,
  },
  "/employees/:id/edit": {
    scene: employee("Edit"),
    link: "",
    title: "Edit employee",
    button: "Save changes",
    fill: all(text("Employee name"), email),
    wrong: { fill: text("Email", ""), says: "Please enter a valid email" },
    toast: "Employee updated successfully",
    second: { status: 409, says: /changed/ },
  },
  "/employees/:id/activate": {
    scene: employee("Activate", deactivated),
    link: "",
    title: "Activate employee",
    button: "Activate",
    toast: /is active again/,
    second: employeeDeleted,
  },
  "/employees/:id/deactivate": {
    scene: employee("Deactivate"),
    link: "",
    title: "Deactivate employee",
    button: "Deactivate",
    toast: /is now inactive/,
    second: employeeDeleted,
  },
  "/employees/:id/reassign": {
    scene: async (seed) => {
      const { id } = await createEmployee(seed);
      await permitOf({ request: seed.admin }, [{ employeeId: String(id), discipline: "Fire" }]);
      const page = `/employees/${id}/deactivate?search=${seed.name}`;
      return { page, params: { id }, query: "next=deactivate", hasDialog: true };
    },
    link: "Reassign to…",
    title: "Reassign open assignments",
    button: "Reassign",
    fill: (dialog) => dialog.getByLabel(/^Fire/).selectOption(reviewers.daniel.id),
    wrong: { fill: nothing, says: "There is a problem" },
    toast: /reassigned/,
    second: employeeDeleted,
  },
  "/employees/:id/reset-password": {
    scene: employee("Reset the password of"),
    link: "",
    title: "New invitation",
    button: "Create link",
    toast: /A link to set a password was/,
    second: employeeDeleted,
  },
  "/employees/:id/sessions": {
    scene: employee("Sessions of"),
    link: "",
    title: "Sessions",
    button: "Sign out",
    fill: (dialog) => dialog.getByLabel("All sessions").check(),
    wrong: { fill: nothing, says: "Choose what to sign out" },
    toast: /was not signed in/,
    second: employeeDeleted,
  },
  "/employees/:id/two-factor": {
    scene: employee("Turn off the two-factor sign-in of", ({ admin }, id) =>
      turnOnTwoFactor(admin, `/api/employees/${id}`),
    ),
    link: "",
    title: "Turn off two-factor sign-in",
    button: "Turn off",
    toast: /is off/,
    second: { status: 409, says: "does not use two-factor sign-in" },
  },
  "/employees/:id/delete": {
    scene: employee("Delete"),
    link: "",
    title: "Delete employee",
    button: "Delete",
    toast: "Employee deleted successfully",
    second: { status: 404, says: "Employee not found" },
  },
};

const releasedPermit = async (seed: Seed) => {
  const { id } = await permit(seed);
  await releaseLetter({ request: seed.admin }, id);
  return { page: `/permits/${id}?reviewCycle=PC1`, params: { id } };
};

/** A permit whose letter was handed over, with an answer to its correction. */
async function answeredPermit(seed: Seed) {
  const { id } = await permit(seed);
  const { id: correctionId } = await write(seed.reviewer, id, "Show the header over the opening.");
  await releaseLetter({ request: seed.admin }, id);
  const planCheck = `/api/permits/${id}/plan-checks/PC1`;
  await call(seed.clerk, "POST", `${planCheck}/hand-over`, {});
  const answers = [{ correctionId, text: "Shown on S-101." }];
  await call(seed.clerk, "PUT", `/api/permits/${id}/answers`, answers);
  return { id, planCheck };
}

const resubmittedPermit = async (seed: Seed) => {
  const { id, planCheck } = await answeredPermit(seed);
  const multipart = formOf({ reviewCycle: "PC2" }, [plans.pdf("S-101 revised.pdf")]);
  const upload = await seed.clerk.post(`/api/permits/${id}/files`, { multipart });
  if (!upload.ok()) throw new Error(`The upload is ${upload.status()}: ${await upload.text()}`);
  await call(seed.clerk, "POST", `${planCheck}/resubmittal`, { complete: true });
  return { page: `/permits/${id}?reviewCycle=PC1`, params: { id } };
};

const sendResubmittal = {
  user: "clerk",
  link: "Send resubmittal",
  title: "Send resubmittal",
  button: "Send resubmittal",
  wrong: { fill: nothing, says: "Only complete sets are taken in" },
  toast: "Your resubmittal was sent",
  second: { status: 409, says: "This plan check was resubmitted already" },
} satisfies Partial<Row>;

const fillResubmittal: Fill = async (dialog, name) => {
  await dialog.locator("input[type=file]").setInputFiles(plans.pdf(`${name}.pdf`));
  await dialog.getByRole("checkbox", { name: /^This is the complete/ }).check();
};

const ofResubmittals: Record<string, Row> = {
  "/oakvilles/permits/:id/answers/send": {
    ...sendResubmittal,
    scene: async (seed) => {
      const { id } = await answeredPermit(seed);
      const page = `/oakvilles/permits/${id}/answers?discipline=Structural`;
      return { page, params: { id }, after: `/oakvilles/permits/${id}` };
    },
    fill: fillResubmittal,
  },
  "/status/:token/answers/send": {
    ...sendResubmittal,
    scene: async (seed) => {
      const { id } = await answeredPermit(seed);
      const { pathname } = new URL(await makeLink(seed.clerk, id));
      const params = { token: pathname.split("/")[2] ?? "" };
      return { page: `${pathname}/answers?discipline=Structural`, params, after: pathname };
    },
    fill: async (dialog, name) => {
      await fillResubmittal(dialog, name);
      await field(dialog, "Your name").fill(name);
    },
  },
};

const ofPermits: Record<string, Row> = {
  "/permits/:id/return-resubmittal": {
    scene: resubmittedPermit,
    link: "Return as incomplete",
    title: "Return as incomplete",
    button: "Return as incomplete",
    fill: text("What is missing"),
    wrong: { fill: text("What is missing", ""), says: "Say what is missing" },
    toast: "The resubmittal was returned",
    second: { status: 409, says: "There is no resubmittal to return" },
  },
  "/permits/:id/delete": {
    ...deletedPermit,
    scene: async (seed) => {
      const { id } = await permit(seed);
      const number = await numberOf(seed.admin, id);
      return { page: `/permits/${id}?reviewCycle=PC1`, params: { id }, documentTitle: `Delete ${number}` };
    },
    link: "Delete",
    after: "/permits",
    second: { ...deletedPermit.second, losesPage: true },
  },
  "/permits/:id/next-cycle": {
    scene: releasedPermit,
    link: "Start next review cycle",
    title: "Start next review cycle",
    button: "Start PC2",
    fill: text("Due date", "2030-01-02"),
    wrong: { fill: text("Due date", ""), says: "Due date" },
    toast: "PC2 has started",
    second: { status: 409, says: "PC2 has already started" },
  },
  "/permits/:id/dates": {
    scene: async (seed) => {
      const { id } = await permit(seed);
      return { page: `/permits/${id}?reviewCycle=PC1`, params: { id } };
    },
    link: "Dates",
    title: "Dates",
    button: "Save",
    fill: (dialog, typed) => field(dialog, "Plans received on").fill(`2026-03-0${typed.at(-1)}`),
    wrong: { fill: text("Plans received on", ""), says: "There is a problem" },
    toast: "Dates saved",
    second: { status: 409, says: /changed/ },
  },
  "/permits/:id/assignments/:assignmentId/reviewer": {
    scene: async (seed) => {
      const { params } = await assignmentOn(seed);
      return { page: `/permits/${params.id}?reviewCycle=PC1`, params };
    },
    link: "Give Structural to another",
    title: "Give Structural to another plan reviewer",
    button: "Save",
    fill: (dialog, typed) =>
      dialog
        .getByRole("radio")
        .nth(Number(typed.at(-1)) - 1)
        .check(),
    wrong: { fill: nothing, says: "Choose a plan reviewer" },
    toast: /^Structural given to/,
    second: { status: 409, says: /changed/ },
  },
  "/permits/:id/hand-over": handOverOver({ at: "/permits", user: "admin" }),
  "/permits/:id/reopen": {
    scene: releasedPermit,
    link: "Reopen",
    title: "Reopen PC1",
    button: "Reopen PC1",
    fill: text("Reason"),
    wrong: { fill: text("Reason", ""), says: "Say why it is opened again" },
    toast: "PC1 is open again",
    second: { status: 409, says: "PC1 is open already" },
  },
};

/** The letter of a permit that Maria has decided. */
async function letterOn(seed: Seed) {
  const { id } = await permit(seed);
  const [assignment] = await call<{ id: number }[]>(seed.admin, "GET", `/api/permits/${id}/assignments`);
  const assignmentId = Number(assignment?.id);
  await call(seed.admin, "PATCH", `/api/assignments/${assignmentId}/decision`, { decision: "approved" });
  const { number } = await call<{ number: string }>(
    seed.admin,
    "GET",
    `/api/permits/${id}/plan-checks/PC1/release`,
  );
  return { page: `/permits/${id}/letter?more=1`, params: { id, assignmentId }, number };
}

const ofLetters: Record<string, Row> = {
  "/permits/:id/letter/release": {
    scene: async (seed) => {
      const { number, ...scene } = await letterOn(seed);
      return {
        ...scene,
        title: `Release ${number}`,
        toast: `${number} was released`,
        after: `/permits/${scene.params.id}`,
      };
    },
    link: "Release letter",
    title: "",
    button: "Release letter",
    fill: text("Cover note"),
    wrong: { fill: text("Cover note", "Call \u{1F4DE} first."), says: "Is this right?" },
    toast: "",
    second: { status: 409, says: /was released/, loses: "setsStatus" },
  },
  "/permits/:id/letter/cover-note": {
    scene: letterOn,
    link: "Cover note",
    title: "Cover note",
    button: "Save cover note",
    fill: text("Cover note"),
    wrong: { fill: text("Cover note", "long ".repeat(3000)), says: "There is a problem" },
    toast: "Cover note saved",
    second: { status: 409, says: /changed/ },
  },
  "/permits/:id/letter/assignments/:assignmentId/return": {
    scene: letterOn,
    link: /^Return to reviewer/,
    title: "Return Structural to reviewer",
    button: "Return to reviewer",
    fill: text("Remark"),
    wrong: { fill: text("Remark", ""), says: "Say what must change" },
    toast: `Returned to ${reviewers.maria.name}`,
    second: { status: 409, says: "Structural has no decision to return" },
  },
};

const below = (page: string, dialogs: Record<string, Row>) =>
  Object.fromEntries(Object.entries(dialogs).map(([path, row]) => [`${page}/${path}`, row]));

const ofComments = (page: PermitPage) => ({
  "comments/:commentId/edit": editCommentOver(page),
  "comments/:commentId/delete": deleteCommentOver(page),
});

const ofFilesCommentsAndTime = (page: PermitPage) => ({
  "files/:fileId/delete": deleteFileOver(page),
  "files/:fileId/set-aside": setAsideOver(page.at, false),
  "files/:fileId/take-back": setAsideOver(page.at, true),
  ...ofComments(page),
  "time/:entryId/edit": editTimeOver(page),
  "time/:entryId/delete": deleteTimeOver(page),
});

const review = { at: "/employee-dashboard/permits", user: "reviewer" } as const;
const portal = { at: "/oakvilles/permits", user: "clerk" } as const;

const asReviewer = (dialogs: Record<string, Omit<Row, "user">>): Record<string, Row> =>
  Object.fromEntries(Object.entries(dialogs).map(([path, row]) => [path, { user: "reviewer", ...row }]));

/** Every dialog by the address of its route. */
const retention = async (seed: Seed) => {
  const { id } = await createCity(seed);
  return { page: `/records/retention/${id}?page=1`, params: { id } };
};

/** With a permit that nobody has changed for longer than the period. */
const overRetention = async (seed: Seed) => {
  const { page, params } = await retention(seed);
  const fields = { cityId: String(params.id), status: "approved" };
  const address = await createPermit({ request: seed.admin }, fields);
  const database = openDatabase(seed.server);
  const age = "update permits set updated_at = '2020-01-01T00:00:00.000Z' where id = ?";
  database.prepare(age).run(address.split("/").at(-1));
  database.close();
  await seed.admin.post(`/records/retention/${params.id}/period`, { form: { years: "5" } });
  return { page, params };
};

const ofRecords: Record<string, Row> = {
  "/records/legal-holds/new": {
    scene: async (seed) => {
      const { number } = await numberedPermit(seed);
      return {
        page: "/records/legal-holds?rows=25",
        fill: all(text("Permit number", number), text("Reason")),
      };
    },
    link: "Set a legal hold",
    title: "Set a legal hold",
    button: "Set the hold",
    wrong: { fill: text("Reason"), says: "Permit number is required" },
    toast: /is under a legal hold/,
    second: { status: 409, says: /is under a legal hold/ },
  },
  "/records/legal-holds/:id/lift": {
    scene: async (seed) => {
      const { id, number } = await numberedPermit(seed);
      const form = { permitNumber: number, reason: "A case" };
      await seed.admin.post("/records/legal-holds/new", { form });
      return { page: "/records/legal-holds?rows=25", params: { id }, link: `Lift the hold of ${number}` };
    },
    link: "",
    title: "Lift the legal hold",
    button: "Lift the hold",
    toast: /is lifted/,
    second: { status: 404, says: "Legal hold not found" },
  },
  "/records/retention/:id/period": {
    scene: retention,
    link: "Change the period",
    title: "Change the retention period",
    button: "Save changes",
    fill: text("Years", "7"),
    wrong: { fill: text("Years", "x"), says: "Enter whole years" },
    toast: "Retention period saved",
    second: {
      status: 404,
      says: "City not found",
      losesPage: true,
      meanwhile: ({ admin }, { params }) => remove(admin, `/api/cities/${params?.id}`),
    },
  },
  "/records/retention/:id/delete": {
    ...typedWord,
    scene: overRetention,
    link: "Move 1 permit to the bin",
    title: "Delete permits past the period",
    button: "Delete",
    toast: "1 permit moved to the bin",
    second: { status: 409, says: "None of these permits is past the period now" },
  },
};

export const rows: Record<string, Row> = {
  "/permits/delete-permit/:id": deletePermitOver("/permits"),
  "/delete-permit/:id": deletePermitOver("/"),
  "/admin-dashboard/delete-permit/:id": deletePermitOver("/admin-dashboard"),
  ...savedViewsOver("/permits"),
  ...savedViewsOver("/plan-check-calendar"),
  ...ofPermits,
  ...below("/permits/:id", ofFilesCommentsAndTime({ at: "/permits", user: "admin" })),
  ...ofLetters,
  ...below("/employee-dashboard/permits/:id", { ...asReviewer(ofReview), ...ofFilesCommentsAndTime(review) }),
  ...ofStandardComments,
  ...ofCities,
  ...ofEmployees,
  ...ofRecords,
  "/submit": submitOver("/"),
  "/oakvilles/submit": submitOver("/oakvilles"),
  "/oakvilles/permits/:id/hand-over": handOverOver(portal),
  ...ofResubmittals,
  ...below("/oakvilles/permits/:id", {
    upload: {
      user: "clerk",
      scene: async (seed) => {
        const { id } = await permit(seed);
        return { page: `/oakvilles/permits/${id}?reviewCycle=PC1`, params: { id } };
      },
      link: "Upload Files",
      title: "Upload Plan Files",
      button: "Upload",
      fill: (dialog, name) => dialog.getByLabel(/^Add files/).setInputFiles(plans.pdf(`${name}.pdf`)),
      wrong: { fill: nothing, says: "Choose at least one file.", disablesButton: true },
      toast: "Files uploaded successfully",
      second: {
        status: 409,
        says: "PC1 is over since you opened this form: choose PC2",
        loses: "reviewCycle",
        meanwhile: ({ admin }, { params }) => startNextCycle({ request: admin }, String(params?.id)),
      },
    },
    "files/:fileId/delete": deleteFileOver(portal),
    ...ofComments(portal),
  }),
};
