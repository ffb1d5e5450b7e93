import { Fragment } from "react";

/** An email address that can break before its @ and its dots. */
export function EmailAddress({ email }: { email: string }) {
  return email.split(/(?=[.@])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address have no other key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
