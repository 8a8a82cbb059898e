import { isDeepStrictEqual } from 'node:util';
import { organiserRole, type RoleKey } from '@console/contract/access';
import type { FieldProblem } from '@console/contract/errors';
import { storedEmail } from '@console/contract/fields/domain-rules';
import { requiredProblem, tooLongProblem } from '@console/contract/fields/field-problem';
import { validateUser } from '@console/contract/fields/user-rules';
import type {
  Provisioning,
  SetProvisioningInput,
  UpdateProvisioningInput,
} from '@console/contract/generated/schema-types';
import { maxLength, maxProvisioningRoles } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { type FieldProblems, invalidFields } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { isSeniorPost } from '../users/designations.ts';
import { findActiveOrganisers, findPause, readProvisioning } from './provisioning.store.ts';
import { endOutsideDomain } from './provisioning-causes.ts';
import { type ProvisioningSettings, readProvisioningSettings } from './provisioning-settings.store.ts';

const defaultRoles: readonly RoleKey[] = ['ASSESSOR', 'AUDITEE'];
const mappedRoles: readonly RoleKey[] = [organiserRole, ...defaultRoles];

type Changeable = Pick<
  Row<'scim_setting'>,
  'default_role' | 'default_designation' | 'default_department' | 'default_supervisor'
>;

const changeableOf = (scim: ProvisioningSettings): Changeable => ({
  default_role: scim.defaultRole,
  default_designation: scim.defaultDesignation,
  default_department: scim.defaultDepartment,
  default_supervisor: scim.defaultSupervisor,
});

/** Changes given settings. Throws 403 by role and with an API key, 404, 422 by field, 422 WRONG_PASSWORD. */
export const updateProvisioning = (
  services: Services,
  caller: Caller,
  input: Omit<UpdateProvisioningInput, 'currentPassword'>,
): Promise<Provisioning> =>
  runCommand(services, caller, async (trx) => {
    const { clock } = services;
    const { id } = await lockAllowedOrganisation(trx, caller, 'scim:edit', parseId(input.organisationId));
    const current = await readProvisioningSettings(trx, id);
    const organisers = await findActiveOrganisers(trx, id);
    const { settings, roles, unmanaged } = parse(input, organisers);
    const emailsOf = (ids: readonly number[]) =>
      organisers.flatMap((user) => (ids.includes(user.id) ? user.email : []));
    const before = {
      ...changeableOf(current),
      roles: roleTexts(current.roles),
      unmanaged_organisers: emailsOf(current.unmanagedUserIds),
    };
    const after: typeof before = {
      ...before,
      ...settings,
      ...(roles && { roles: roleTexts(roles) }),
      ...(unmanaged && { unmanaged_organisers: emailsOf(unmanaged) }),
    };
    const isChanged = (field: keyof typeof before) => !isDeepStrictEqual(before[field], after[field]);
    const fields = (Object.keys(before) as (keyof typeof before)[]).filter(isChanged);
    await consumeReauthentication(trx, clock, caller, { isNeeded: fields.length > 0, settingsOf: id });
    const read = () => readProvisioning(trx, id, { settings: services.settings, now: clock() });
    if (fields.length === 0) return { answer: await read(), audit: null };
    await saveSettings(trx, services, id, { ...changeableOf(current), ...settings });
    if (roles && isChanged('roles')) await replaceRoles(trx, id, roles);
    const released: AuditEntry[] = [];
    if (unmanaged && isChanged('unmanaged_organisers')) {
      await trx.deleteFrom('scim_unmanaged').where('ent_org_id', '=', id).execute();
      released.push(...(await leaveUnmanaged(trx, id, unmanaged)));
    }
    const only = (all: typeof before) => Object.fromEntries(fields.map((field) => [field, all[field]]));
    const audit = {
      action: 'scim:edit' as const,
      target: { type: 'ent_org', id },
      before: only(before),
      after: only(after),
    };
    return { answer: await read(), audit: [audit, ...released] };
  });

/** Turns provisioning on or off. Throws 403 by role and with an API key, 404, 422 WRONG_PASSWORD. */
export const setProvisioning = (
  services: Services,
  caller: Caller,
  { organisationId, enabled }: Omit<SetProvisioningInput, 'currentPassword'>,
): Promise<Provisioning> =>
  runCommand(services, caller, async (trx) => {
    const { clock } = services;
    const { id } = await lockAllowedOrganisation(trx, caller, 'scim:edit', parseId(organisationId));
    const current = await readProvisioningSettings(trx, id);
    const isChanged = (current.enabledAt !== null) !== enabled;
    await consumeReauthentication(trx, clock, caller, { isNeeded: isChanged, settingsOf: id });
    const userId = personOf(caller);
    if (isChanged)
      await saveSettings(trx, services, id, {
        ...changeableOf(current),
        ...(enabled ? { enabled_at: clock(), enabled_by: userId } : { enabled_at: null, enabled_by: null }),
      });
    // The Organiser who turns provisioning on stays unmanaged, so that the provider cannot remove all accounts.
    const isLeft = isChanged && enabled && caller.role === organiserRole;
    const released = isLeft ? await leaveUnmanaged(trx, id, [userId]) : [];
    const answer = await readProvisioning(trx, id, { settings: services.settings, now: clock() });
    const audit = {
      action: 'scim:switch' as const,
      target: { type: 'ent_org', id },
      before: { enabled: !enabled },
      after: { enabled },
    };
    return { answer, audit: isChanged ? [audit, ...released] : null };
  });

/** Starts a new count of deactivations while they are refused. Throws 403 by role and with an API key, 404, 422 WRONG_PASSWORD. */
export const resumeProviderDeactivations = (
  services: Services,
  caller: Caller,
  organisationId: number,
): Promise<Provisioning> =>
  runCommand(services, caller, async (trx) => {
    const { clock, settings } = services;
    const { id } = await lockAllowedOrganisation(trx, caller, 'scim:edit', organisationId);
    const { deactivationsConfirmedAt } = await readProvisioningSettings(trx, id);
    const isPaused = (await findPause(trx, id, deactivationsConfirmedAt, clock())) !== undefined;
    await consumeReauthentication(trx, clock, caller, { isNeeded: isPaused });
    const now = clock();
    if (isPaused)
      await trx
        .updateTable('scim_setting')
        .set({ deactivations_confirmed_at: now })
        .where('ent_org_id', '=', id)
        .execute();
    const answer = await readProvisioning(trx, id, { settings, now });
    return {
      answer,
      audit: isPaused ? { action: 'scim:confirmDeactivations' as const, target: { type: 'ent_org', id } } : null,
    };
  });

/** Ends the items of an email domain of provisioned users. Throws 403 by role and with an API key, 404. */
export const acknowledgeEmailDomain = (
  services: Services,
  caller: Caller,
  organisationId: number,
  domain: string,
): Promise<Provisioning> =>
  runCommand(services, caller, async (trx) => {
    const { clock, settings } = services;
    const { id } = await lockAllowedOrganisation(trx, caller, 'scim:edit', organisationId);
    const { numDeletedRows } = await endOutsideDomain(trx, id, domain);
    const answer = await readProvisioning(trx, id, { settings, now: clock() });
    const target = { type: 'ent_org', id };
    const audit = { action: 'scim:acknowledgeDomain' as const, target, after: { email_domain: domain } };
    return { answer, audit: numDeletedRows > 0 ? audit : null };
  });

interface Given {
  settings: Partial<Changeable>;
  roles: ReadonlyMap<string, RoleKey> | null;
  unmanaged: readonly number[] | null;
}

/** Throws 422 by field. */
function parse(input: Omit<UpdateProvisioningInput, 'currentPassword'>, organisers: readonly { id: number }[]): Given {
  const problems: FieldProblems = {};
  const add = (field: string, problem: FieldProblem | null | undefined) => {
    if (problem) problems[field] = [problem];
  };
  const { defaultRole } = input;
  if (defaultRole && !defaultRoles.includes(defaultRole))
    add('defaultRole', { code: 'FORMAT', message: 'must be ASSESSOR or AUDITEE' });
  const texts = {
    ...(input.defaultDesignation !== undefined && { designation: input.defaultDesignation?.trim() ?? '' }),
    ...(input.defaultDepartment !== undefined && { department_name: input.defaultDepartment?.trim() ?? '' }),
    ...(input.defaultSupervisor && { supervisor: input.defaultSupervisor.trim().toLowerCase() }),
  };
  const found = validateUser(texts, { fields: Object.keys(texts) as (keyof typeof texts)[] });
  add('defaultDesignation', found.designation);
  add('defaultDepartment', found.department_name);
  add('defaultSupervisor', found.supervisor);
  if (isSeniorPost(texts.designation))
    add('defaultDesignation', { code: 'NOT_ALLOWED', message: 'must be assigned by nomination' });
  const roles = input.roles?.map(({ value, role }) => ({ value: value.trim(), role })) ?? null;
  if (roles) add('roles', rolesProblem(roles));
  const unmanaged = input.excludedOrganiserIds?.map(parseId) ?? null;
  if (unmanaged?.some((id) => !organisers.some((user) => user.id === id)))
    add('excludedOrganiserIds', { code: 'UNKNOWN', message: 'must be active Organisers of this organisation' });
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  return {
    settings: {
      ...(defaultRole && { default_role: defaultRole }),
      ...(texts.designation && { default_designation: texts.designation }),
      ...(texts.department_name && { default_department: texts.department_name }),
      ...(input.defaultSupervisor !== undefined && {
        default_supervisor: texts.supervisor === undefined ? null : storedEmail(texts.supervisor),
      }),
    },
    roles: roles && new Map(roles.map(({ value, role }) => [value, role])),
    unmanaged,
  };
}

function rolesProblem(roles: readonly { value: string; role: RoleKey }[]): FieldProblem | null {
  if (roles.length > maxProvisioningRoles)
    return { code: 'TOO_LONG', message: `must have at most ${maxProvisioningRoles} role mappings` };
  if (roles.some(({ value }) => value === '')) return requiredProblem;
  if (roles.some(({ value }) => Array.from(value).length > maxLength.provisioningRole))
    return tooLongProblem(maxLength.provisioningRole);
  if (roles.some(({ role }) => !mappedRoles.includes(role)))
    return { code: 'FORMAT', message: 'must be ORGANISER, ASSESSOR or AUDITEE' };
  return new Set(roles.map(({ value }) => value)).size < roles.length
    ? { code: 'TAKEN', message: 'must have each value only once' }
    : null;
}

const roleTexts = (roles: ReadonlyMap<string, RoleKey>): string[] =>
  [...roles].map(([value, role]) => `${value}: ${role}`).sort();

async function saveSettings(
  trx: Transaction<Database>,
  { clock }: Services,
  ent_org_id: number,
  settings: Changeable & Partial<Pick<Row<'scim_setting'>, 'enabled_at' | 'enabled_by'>>,
): Promise<void> {
  const changes = { ...settings, updated_at: clock() };
  await trx
    .insertInto('scim_setting')
    .values({ enabled_at: null, enabled_by: null, ...changes, ent_org_id })
    .onConflict((conflict) => conflict.column('ent_org_id').doUpdateSet(changes))
    .execute();
}

async function replaceRoles(
  trx: Transaction<Database>,
  ent_org_id: number,
  roles: ReadonlyMap<string, RoleKey>,
): Promise<void> {
  await trx.deleteFrom('scim_role').where('ent_org_id', '=', ent_org_id).execute();
  const rows = [...roles].map(([value, role]) => ({ ent_org_id, value, role }));
  if (rows.length > 0) await trx.insertInto('scim_role').values(rows).execute();
}

/** Releases users that the provider no longer manages. Returns their events. */
async function leaveUnmanaged(
  trx: Transaction<Database>,
  ent_org_id: number,
  userIds: readonly number[],
): Promise<AuditEntry[]> {
  if (userIds.length === 0) return [];
  await trx
    .insertInto('scim_unmanaged')
    .values([...new Set(userIds)].map((ent_usr_id) => ({ ent_org_id, ent_usr_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await trx
    .deleteFrom('scim_user')
    .where('ent_usr_id', 'in', userIds)
    .returning(['ent_usr_id', 'user_name', 'managed_at'])
    .execute();
  return rows.flatMap(({ ent_usr_id, user_name, managed_at }) =>
    managed_at === null
      ? []
      : [{ action: 'scim:release', target: { type: 'ent_usr', id: ent_usr_id }, before: { user_name } }],
  );
}
