import { isDeepStrictEqual } from 'node:util';
import type { Call, CallResponse, ExtensionCall } from '@console/contract/call';
import type { FieldProblem } from '@console/contract/errors';
import {
  type OrganisationSetting,
  type SettingMutation,
  settingAuditName,
  settingRows,
} from '@console/contract/organisation-settings';
import { sessionLengthProblem } from '@console/contract/session-length';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import { parsedAddresses } from '../access/allowed-address.ts';
import type { Caller } from '../access/caller.ts';
import { type LockedOrganisation, lockAllowedOrganisation } from '../access/locks.ts';
import { consumeReauthentication } from '../access/reauthentication.ts';
import type { Services } from '../access/services.ts';
import { type FieldProblems, invalidFields } from '../base/failure.ts';
import { parseId } from '../base/parse-id.ts';
import type { PlatformSettings } from '../base/settings.ts';
import type { Database } from '../database/schema.ts';
import { runCommand } from '../database/transaction.ts';
import { route } from './route.ts';

type Value = number | boolean | readonly string[] | null;
/** Values by column. */
type Values = Readonly<Record<string, Value>>;

/** A change of settings in its transaction, which has locked the organisation. */
export interface SettingChange {
  trx: Transaction<Database>;
  caller: Caller;
  organisation: LockedOrganisation;
  body: Readonly<Record<string, unknown>>;
  /** All given values; `effect` gets only the changed ones. */
  values: Values;
}

interface SettingArea<C extends Call> {
  /** Problems by field, before anything is changed. */
  check?(change: SettingChange): Promise<FieldProblems>;
  effect?(change: SettingChange): Promise<void>;
  answer(trx: Transaction<Database>, caller: Caller, id: number): Promise<CallResponse<C>>;
}

type SettingCall = ExtensionCall & { name: SettingMutation; access: 'user' };

/** Longest session that the operator allows. */
export const maxSessionMinutes = ({ sessionHours }: PlatformSettings): number => sessionHours * 60;

/** Value to compare and record. Throws 422 for an invalid one. */
function parseValue(row: OrganisationSetting, given: unknown, settings: PlatformSettings): Value {
  if (row.kind === 'networks') return parsedAddresses(given as string[]);
  if (row.kind === 'since') return given as boolean;
  if (given === null && !('default' in row)) return null;
  const { kind, input, min } = row;
  const max = kind === 'minutes' ? maxSessionMinutes(settings) : row.max;
  const value = Number(given);
  if (given !== null && value >= min && value <= max) return value;
  const problem: FieldProblem = { code: 'FORMAT', message: `must be a whole number from ${min} to ${max}` };
  throw invalidFields({ [input]: [kind === 'minutes' ? sessionLengthProblem(max) : problem] });
}

/** Given values with the old ones. Missing ones do not change. */
const givenValues = (
  rows: readonly OrganisationSetting[],
  organisation: LockedOrganisation,
  body: SettingChange['body'],
  settings: PlatformSettings,
) =>
  rows.flatMap((row) => {
    const given = body[row.input];
    if (given === undefined || (given === null && row.kind === 'since')) return [];
    const stored = organisation[row.column as keyof LockedOrganisation] as Value;
    const before = row.kind === 'since' ? stored !== null : stored;
    return { row, before, value: parseValue(row, given, settings) };
  });
type Given = ReturnType<typeof givenValues>;

/** Null is kept as long as the activity. */
const isShorter = ({ before, value }: Given[number]) => Number(value ?? Infinity) < Number(before ?? Infinity);

const byColumn = (given: Given): Values => Object.fromEntries(given.map(({ row, value }) => [row.column, value]));

const storedColumns = (given: Given, now: Date) =>
  Object.fromEntries(
    given.map(({ row: { kind, column }, value }) => [column, kind === 'since' ? (value ? now : null) : value]),
  );

/** Registers a mutation's settings call. Throws 403 by role and with an API key, 404, 422 by field, WRONG_PASSWORD if confirmed, or for a shorter time. */
export function settingRoute<C extends SettingCall>(
  app: FastifyInstance,
  services: Services,
  call: C,
  { check, effect, answer }: SettingArea<C>,
): void {
  const { clock, settings } = services;
  const rows = settingRows.filter(({ mutation }) => mutation === call.name);
  const [first] = rows;
  if (!first) throw new Error(`no setting is changed by ${call.name}`);
  const { change: action, event, isConfirmed } = first;
  // Only settings with these texts are part of an organisation in `org_detail`.
  const isPart = 'words' in first;

  const change = (caller: Caller, body: SettingChange['body']) =>
    runCommand(services, caller, async (trx) => {
      const organisationId = parseId(body.organisationId as string | number);
      const organisation = await lockAllowedOrganisation(trx, caller, action, organisationId);
      const { id } = organisation;
      const given = givenValues(rows, organisation, body, settings);
      const of = { trx, caller, organisation, body };
      const problems = await check?.({ ...of, values: byColumn(given) });
      if (problems && Object.keys(problems).length > 0) throw invalidFields(problems);
      const changed = given.filter(({ before, value }) => !isDeepStrictEqual(before, value));
      const isNeeded = changed.length > 0;
      if (isConfirmed) await consumeReauthentication(trx, clock, caller, { isNeeded, settingsOf: id });
      else await consumeReauthentication(trx, clock, caller, { isNeeded: changed.some(isShorter), isLasting: true });
      if (!isNeeded) return { answer: await answer(trx, caller, id), audit: null };
      await trx
        .updateTable('ent_org')
        .set({ ...storedColumns(changed, clock()), ...(isPart && { updated_at: clock() }) })
        .where('id', '=', id)
        .execute();
      await effect?.({ ...of, values: byColumn(changed) });
      const audit = {
        action: event,
        target: { type: 'ent_org', id },
        before: Object.fromEntries(changed.map(({ row, before }) => [settingAuditName(row), before])),
        after: Object.fromEntries(changed.map(({ row, value }) => [settingAuditName(row), value])),
      };
      return { answer: await answer(trx, caller, id), audit };
    });
  route(app, call, { action, refusedAs: event }, ({ caller, body }) => change(caller as Caller, body as never));
}
