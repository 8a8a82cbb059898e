import { StartError } from '@console/server-base/settings';
import { lockOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { systemActor } from '../core/base/audit-entry.ts';
import { emailIs } from '../core/database/email-spelling.ts';
import { runCommand } from '../core/database/transaction.ts';

/** Turns passcodes off for a user's organisation. Returns the text to print. Throws StartError for an unknown user. */
export const switchPasscodesOff = (services: Pick<Services, 'db' | 'clock'>, email: string): Promise<string> =>
  runCommand({ ...services, notices: null }, systemActor, async (trx) => {
    const user = await trx.selectFrom('ent_usr').select('ent_org_id').where(emailIs(email)).executeTakeFirst();
    if (!user) throw new StartError(`No user has the email address ${email}.`);
    const organisation = await lockOrganisation(trx, user.ent_org_id);
    if (!organisation?.otp_required)
      return { answer: `The organisation of ${email} does not require passcodes. Nothing was changed.`, audit: null };
    const { id, brandname } = organisation;
    await trx
      .updateTable('ent_org')
      .set({ otp_required: false, updated_at: services.clock() })
      .where('id', '=', id)
      .execute();
    return {
      answer: `Passcodes are off for ${brandname}. Its users sign in with their passwords.`,
      audit: {
        action: 'config:edit',
        target: { type: 'ent_org', id },
        before: { otp_required: true },
        after: { otp_required: false },
      },
    };
  });
