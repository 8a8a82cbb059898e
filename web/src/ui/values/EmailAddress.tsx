import { shownEmail } from '@console/contract/fields/shown-domain';

/** An email address as it is shown, that breaks before its `@` if it does not fit in one line. */
export function EmailAddress({ email: stored }: { email: string }) {
  const email = shownEmail(stored);
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
