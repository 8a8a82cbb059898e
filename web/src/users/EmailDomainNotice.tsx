import { isEmailLike } from '../ui/form/fieldChecks.ts';
import { HintNotice } from './HintNotice.tsx';

interface EmailDomainNoticeProps {
  email: string;
  /** The domains of the organisation; without any, every email is accepted. */
  domains: readonly string[];
}

/** A warning, not an error: an organisation may have users with other domains (CHECKLIST OPEN-24). */
export function EmailDomainNotice({ email, domains }: EmailDomainNoticeProps) {
  const typed = email.trim().toLowerCase();
  const domain = typed.slice(typed.lastIndexOf('@') + 1);
  const outside =
    isEmailLike(typed) && domains.length > 0 && !domains.some((own) => own.trim().toLowerCase() === domain);
  const hint = `${domain} is not among the organisation’s email domains (${domains.join(', ')}).`;
  return <HintNotice hint={outside ? hint : null} />;
}
