import { parseAllowedAddresses } from '@console/contract/allowed-addresses';
import { StartError } from '@console/server-base/settings';
import { z } from 'zod';
import type { Services } from '../core/access/services.ts';
import { systemActor } from '../core/base/audit-entry.ts';
import { operatorName } from '../core/base/operator-name.ts';
import { runCommand } from '../core/database/transaction.ts';

const commandSchema = z.strictObject({
  address: z.string().max(100),
  removes: z.boolean(),
  operator: operatorName,
});
type AllowAddress = z.infer<typeof commandSchema>;

export const parseAllowAddress = (request: unknown): AllowAddress => commandSchema.parse(request);

/** Largest number of entries: no one maintains a longer list. */
const mostAddresses = 100;

/** Lets Administrators in from an IP address or network, or stops that. Returns the text to print. Throws StartError for an invalid one. */
export const allowAddress = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { address: entered, removes, operator }: AllowAddress,
): Promise<string> =>
  runCommand({ db, clock, notices: null }, systemActor, async (trx) => {
    const parsed = parseAllowedAddresses([entered]);
    const [address] = ('list' in parsed && parsed.list) || [];
    if (address === undefined) {
      const [problem] = 'problems' in parsed ? parsed.problems : [];
      throw new StartError(`The list ${problem?.message ?? 'must have an address'}. Nothing was changed.`);
    }
    const audit = {
      action: 'network:allowForAdministrators',
      target: { type: 'many', id: null },
      after: { [removes ? 'removed' : 'added']: address, operator },
    };
    if (removes) {
      const deleted = trx.deleteFrom('operator_address').where('address', '=', address);
      const { numDeletedRows } = await deleted.executeTakeFirst();
      return numDeletedRows > 0n
        ? {
            answer: `Administrators are no longer allowed from ${address} if their organisation does not allow it.`,
            audit,
          }
        : { answer: `${address} was not allowed. Nothing was changed.`, audit: null };
    }
    const { count } = await trx
      .selectFrom('operator_address')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostAddresses)
      throw new StartError(`At most ${mostAddresses} addresses can be allowed. Remove one first.`);
    const added = await trx
      .insertInto('operator_address')
      .values({ address, created_at: clock() })
      .onConflict((of) => of.column('address').doNothing())
      .returning('id')
      .executeTakeFirst();
    return added
      ? { answer: `Administrators can sign in from ${address}, whatever their organisation allows.`, audit }
      : { answer: `${address} is already allowed. Nothing was changed.`, audit: null };
  });
