type IdentityProviderLinkProps = {
  name: string;
  returnTo?: string;
  /** Lets the user choose another account at the identity provider. */
  chooseAccount?: boolean;
  label?: string;
  isSecondary?: boolean;
};

/** A link to the identity provider. Not a form, since the security policy blocks forms to other sites. */
export function IdentityProviderLink({
  name,
  returnTo = "/",
  chooseAccount,
  label,
  isSecondary,
}: IdentityProviderLinkProps) {
  const query = new URLSearchParams({ with: "provider" });
  if (returnTo !== "/") query.set("returnTo", returnTo);
  if (chooseAccount) query.set("choose", "1");
  return (
    <a className={isSecondary ? "button w-full" : "button primary w-full"} href={`/api/login?${query}`}>
      {label ?? `Continue with ${name}`}
    </a>
  );
}
