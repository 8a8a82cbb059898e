import { accountNotices } from '../../account/notice-rules.ts';
import { configNotices } from '../../config/notice-rules.ts';
import { exportNotices } from '../../exports/notice-rules.ts';
import { externalUserNotices } from '../../external-users/notice-rules.ts';
import { keyNotices } from '../../keys/notice-rules.ts';
import { organisationNotices } from '../../organisations/notice-rules.ts';
import { provisioningNotices } from '../../provisioning/notice-rules.ts';
import { securityNotices } from '../../security/notice-rules.ts';
import { sessionNotices } from '../../session/notice-rules.ts';
import { ssoNotices } from '../../sso/notice-rules.ts';
import { userNotices } from '../../users/notice-rules.ts';
import { webhookNotices } from '../../webhooks/notice-rules.ts';
import type { NoticeEmail, NoticeRules } from './notice-rule.ts';

/** Actions that are notified by email. No other action is. */
export const noticeRules: NoticeRules = {
  ...accountNotices,
  ...configNotices,
  ...exportNotices,
  ...externalUserNotices,
  ...keyNotices,
  ...organisationNotices,
  ...provisioningNotices,
  ...securityNotices,
  ...sessionNotices,
  ...ssoNotices,
  ...userNotices,
  ...webhookNotices,
};

const emails = new Map(Object.values(noticeRules).map(({ email }) => [email.kind, email]));

/** Throws for an unknown kind. */
export function noticeEmail(kind: string): NoticeEmail {
  const email = emails.get(kind);
  if (!email) throw new Error(`there is no email about ${kind}`);
  return email;
}
