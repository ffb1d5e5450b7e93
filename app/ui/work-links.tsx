import { ButtonLink } from "./button";

/** The same row on a reviewer's and an administrator's pages of work. */
export const WorkLinks = () => (
  <>
    <ButtonLink to="/plan-checks">Plan checks</ButtonLink>
    <ButtonLink to="/hours">Hours</ButtonLink>
    <ButtonLink to="/standard-comments">Standard comments</ButtonLink>
  </>
);
