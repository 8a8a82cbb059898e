import { Alert } from '@mantine/core';
import { isEmailLike } from '../ui/form/fieldChecks.ts';

interface EmailDomainNoticeProps {
  email: string;
  /** Of the organisation; with none of them nothing is outside. */
  domains: readonly string[];
}

/** A warning and no error: an organisation may have people elsewhere (CHECKLIST OPEN-24). */
export function EmailDomainNotice({ email, domains }: EmailDomainNoticeProps) {
  const typed = email.trim().toLowerCase();
  const domain = typed.slice(typed.lastIndexOf('@') + 1);
  const outside =
    isEmailLike(typed) && domains.length > 0 && !domains.some((own) => own.trim().toLowerCase() === domain);
  return (
    <div role="status">
      {outside && (
        <Alert color="yellow" role="presentation">
          {`${domain} is not among the organisation’s email domains (${domains.join(', ')}).`}
        </Alert>
      )}
    </div>
  );
}
