import type { ReactNode } from 'react';
import { useUnsentEmails } from './useUnsentEmails.ts';

interface EmailPromiseProps {
  /** Shown instead while email is not set up. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** A text that promises an email. While email is not set up, it is left out. */
export const EmailPromise = ({ otherwise = null, children }: EmailPromiseProps) =>
  useUnsentEmails()?.sending === false ? otherwise : children;

/** Notice in confirmations of changes to an organisation's settings. */
export const OrganisersNotified = () => <EmailPromise>All Organisers are notified by email.</EmailPromise>;
