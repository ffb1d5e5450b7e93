import { Fragment } from "react";

/** Where a line is too short for an address, it breaks before its @ or a dot. */
export function EmailAddress({ email }: { email: string }) {
  return email.split(/(?=[.@])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address have no other name
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
