type ContinueLinkProps = {
  provider: string;
  returnTo?: string;
  /** Asks the provider to let the person choose another account than last time. */
  choose?: boolean;
  label?: string;
  /** Stands below another way in, which is the first. */
  isSecond?: boolean;
};

/** The way to the identity provider. A link: pages may not send their forms to another site. */
export function ContinueLink({ provider, returnTo = "/", choose, label, isSecond }: ContinueLinkProps) {
  const query = new URLSearchParams({ with: "provider" });
  if (returnTo !== "/") query.set("returnTo", returnTo);
  if (choose) query.set("choose", "1");
  return (
    <a className={isSecond ? "button w-full" : "button primary w-full"} href={`/api/login?${query}`}>
      {label ?? `Continue with ${provider}`}
    </a>
  );
}
