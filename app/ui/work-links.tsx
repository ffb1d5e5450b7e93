import { ButtonLink } from "./button";

/** The same row on a reviewer's and an administrator's pages of work. */
export const WorkLinks = () => (
  <>
    <ButtonLink size="small" to="/plan-checks">
      Plan checks
    </ButtonLink>
    <ButtonLink size="small" to="/hours">
      Hours
    </ButtonLink>
    <ButtonLink size="small" to="/standard-comments">
      Standard comments
    </ButtonLink>
  </>
);
