import type { authenticatorApp } from '@console/contract/authenticator-app';
import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import type { Services } from '../core/access/services.ts';
import type { Database } from '../core/database/schema.ts';
import { hashRecoveryCode, normaliseRecoveryCode } from './recovery-codes.ts';
import { appSecretCipher, normaliseAppCode, stepOfCode } from './totp.ts';

/** A right code: one of the app, with its step, or a recovery code. */
export type CodeMatch = { step: number } | { recoveryCodeHash: string };

export function appFactorStore({ clock, settings }: Pick<Services, 'clock' | 'settings'>, userId: number) {
  return {
    /** Matches the typed code without using it up. Null if it is wrong or used. */
    async match(db: Kysely<Database>, typed: string): Promise<CodeMatch | null> {
      const app = await db
        .selectFrom('app_factor')
        .select(['secret_sealed', 'last_step'])
        .where('ent_usr_id', '=', userId)
        .executeTakeFirst();
      const secret = app && appSecretCipher(settings.secrets).decrypt(app.secret_sealed, String(userId));
      const step = secret ? stepOfCode(secret, normaliseAppCode(typed), clock()) : null;
      if (step !== null) return app && step > app.last_step ? { step } : null;
      const code_hash = hashRecoveryCode(userId, normaliseRecoveryCode(typed));
      const row = await db
        .selectFrom('recovery_code')
        .select('code_hash')
        .where('ent_usr_id', '=', userId)
        .where('code_hash', '=', code_hash)
        .executeTakeFirst();
      return row ? { recoveryCodeHash: code_hash } : null;
    },

    /** Uses a code up, in one statement; false if another sign-in did so first. */
    async consume(trx: Transaction<Database>, match: CodeMatch): Promise<boolean> {
      if ('step' in match) {
        const { numUpdatedRows } = await trx
          .updateTable('app_factor')
          .set({ last_step: match.step })
          .where('ent_usr_id', '=', userId)
          .where('last_step', '<', match.step)
          .executeTakeFirst();
        return numUpdatedRows > 0;
      }
      const { numDeletedRows } = await trx
        .deleteFrom('recovery_code')
        .where('ent_usr_id', '=', userId)
        .where('code_hash', '=', match.recoveryCodeHash)
        .executeTakeFirst();
      return numDeletedRows > 0;
    },

    /** The app in the REST shape; null without one. */
    async read(db: Kysely<Database>): Promise<z.input<typeof authenticatorApp> | null> {
      const row = await db
        .selectFrom('app_factor')
        .select((of) => [
          'created_at',
          of
            .selectFrom('recovery_code')
            .select(({ fn }) => fn.countAll<string>().as('count'))
            .whereRef('recovery_code.ent_usr_id', '=', 'app_factor.ent_usr_id')
            .as('codes'),
        ])
        .where('ent_usr_id', '=', userId)
        .executeTakeFirst();
      return row ? { created_at: row.created_at.toISOString(), recovery_codes_left: Number(row.codes) } : null;
    },

    /** Removes the app with its recovery codes; false without one. The caller has locked the user. */
    async remove(trx: Transaction<Database>): Promise<boolean> {
      const removed = await trx
        .deleteFrom('app_factor')
        .where('ent_usr_id', '=', userId)
        .returning('ent_usr_id')
        .executeTakeFirst();
      return removed !== undefined;
    },
  };
}
