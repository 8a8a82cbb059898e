import { roleLevel, roles } from '@console/contract/access';
import type { Transaction } from 'kysely';
import { initialAssessmentStatus } from '../assessments/statuses.ts';
import { type Actor, type AuditEntry, systemActor } from '../core/base/audit-entry.ts';
import { addMs, dayMs, minuteMs, secondMs } from '../core/base/clock.ts';
import { toAuditRow } from '../core/database/audit.ts';
import { inBatches } from '../core/database/batches.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { mappingStatusText } from '../invitations/mapping-status-text.ts';
import { notificationFrequencies } from '../pending/notification-frequency.ts';
import { demoDepartments, demoDesignations } from './people-list.ts';
import type { Random, RandomDates } from './random.ts';
import { activityDays, activityDaysElsewhere } from './sign-in-history.ts';
import type { DemoUser } from './users.ts';

export type DemoPerson = DemoUser & { id: number; organisationId: number | null };

export interface DemoHistory {
  people: readonly DemoPerson[];
  signIns: ReadonlyMap<string, readonly Date[]>;
  passkeys: readonly { ent_usr_id: number; name: string; created_at: Date }[];
  mappings: readonly Row<'org_mapping'>[];
  externalUsers: readonly Row<'user_mapping'>[];
  assessments: readonly Row<'asmt'>[];
  invitations: readonly (Pick<Row<'invitation'>, 'id' | 'ent_org_id' | 'kind' | 'expires_at'> & { email: string })[];
}

interface DemoEvent {
  at: Date;
  actor: Actor;
  entry: AuditEntry;
}

export async function insertDemoActivity(
  trx: Transaction<Database>,
  history: DemoHistory,
  { today, random, randomDates }: { today: Date; random: Random; randomDates: RandomDates },
): Promise<void> {
  const managers = managersByOrganisation(history.people);
  const managerOf: ManagerOf = (organisationId, lowest = organiser) =>
    random.pick((managers.get(organisationId ?? 0) ?? []).filter(({ role_id }) => (role_id ?? 0) <= lowest));
  const personOf = new Map(history.people.map((person) => [person.id, person]));
  const organisationId = history.people[0]?.organisationId;
  const daysOf = ({ entry }: DemoEvent) =>
    entry.organisationId === organisationId ? activityDays : activityDaysElsewhere;
  const events = [
    ...signInEvents(history, random),
    ...userEvents(history, managerOf),
    ...changeEvents(history, managerOf, random, randomDates),
    ...passkeyEvents(history, personOf),
    ...mappingEvents(history, personOf, managerOf),
    ...assessmentEvents(history, managerOf),
    ...expiryEvents(history),
    ...organisationEvents(history, managerOf, randomDates),
  ]
    .filter((event) => event.at > addMs(today, -daysOf(event) * dayMs) && event.at <= today)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const rows = events.map(({ at, actor, entry }) => toAuditRow(at, actor, entry));
  await inBatches(rows, (batch) => trx.insertInto('audit_entry').values(batch).execute());
}

const [architect, organiser] = [roleLevel('ARCHITECT'), roleLevel('ORGANISER')];

/** A manager with this role or a higher one; by default Organiser. */
type ManagerOf = (organisationId: number | null, lowest?: number) => DemoPerson;

function managersByOrganisation(people: readonly DemoPerson[]): Map<number, DemoPerson[]> {
  const managers = people.filter(({ role_id, is_disabled }) => role_id && role_id <= organiser && !is_disabled);
  return Map.groupBy(managers, ({ organisationId }) => organisationId ?? 0);
}

const by = ({ id, organisationId, role_id }: DemoPerson): Actor => ({
  userId: id,
  organisationId: organisationId === null ? null : String(organisationId),
  via: 'session',
  requestId: null,
  role: roles.find(({ level }) => level === role_id)?.key ?? null,
  // Addresses for documentation.
  clientAddress: `203.0.113.${1 + (id % 250)}`,
});

const user = ({ id, organisationId }: DemoPerson) => ({ target: { type: 'ent_usr', id }, organisationId });

const signInEvents = ({ people, signIns }: DemoHistory, random: Random): DemoEvent[] =>
  people.flatMap((person) =>
    (signIns.get(person.email) ?? []).flatMap((at): DemoEvent[] => {
      const session = { target: { type: 'session', id: null }, organisationId: person.organisationId };
      const signedIn = { at, actor: by(person), entry: { action: 'session:signIn', ...session } };
      if (!random.chance(0.02)) return [signedIn];
      const actor: Actor = { ...by(person), userId: null, via: 'public', role: null };
      const after = { reason: 'INVALID_CREDENTIALS' };
      return [
        { at: addMs(at, -40 * secondMs), actor, entry: { action: 'session:refuse', ...user(person), after } },
        signedIn,
      ];
    }),
  );

const userEvents = ({ people, signIns }: DemoHistory, managerOf: ManagerOf): DemoEvent[] =>
  people.flatMap((person): DemoEvent[] => {
    const { organisationId, created_at, updated_at, is_disabled, email } = person;
    if (organisationId === null || person.role_id === null || person.role_id === undefined) return [];
    const { firstname, lastname, designation, department_name, role_id } = person;
    const after = { firstname, lastname, email, designation, department_name, role_id, ent_org_id: organisationId };
    const [first] = signIns.get(email) ?? [];
    const set = first && new Date(Math.max(created_at.getTime() + secondMs, first.getTime() - 2 * minuteMs));
    const manager = managerOf(organisationId);
    return [
      ...(manager.id === person.id
        ? []
        : [{ at: created_at, actor: by(manager), entry: { action: 'users:create', ...user(person), after } }]),
      ...(set && first.getTime() - created_at.getTime() < activityDays * dayMs
        ? [
            {
              at: set,
              actor: { ...by(person), via: 'public' as const },
              entry: { action: 'account:resetPassword', ...user(person), after: { with: 'invitation' } },
            },
          ]
        : []),
      ...(is_disabled
        ? [
            {
              at: updated_at,
              actor: by(manager),
              entry: {
                action: 'users:deactivate',
                ...user(person),
                before: { is_disabled: false },
                after: { is_disabled },
              },
            },
          ]
        : []),
    ];
  });

function changeEvents(
  { people }: DemoHistory,
  managerOf: ManagerOf,
  random: Random,
  randomDates: RandomDates,
): DemoEvent[] {
  const [first] = people;
  const staff = people.filter(
    ({ organisationId, role_id, is_disabled }) =>
      organisationId === first?.organisationId && !is_disabled && (role_id ?? 0) > organiser,
  );
  return random.some(staff, 16).map((person, place) => {
    const { department_name, designation, role_id } = person;
    const [before, after] = [
      [{ department_name: random.pick(demoDepartments) }, { department_name }],
      [{ designation: random.pick(demoDesignations) }, { designation }],
      [{ role_id: role_id === 4 ? 5 : 4 }, { role_id }],
    ][place % 3] as [object, object];
    const entry = { action: 'users:edit', ...user(person), before: { ...before }, after: { ...after } };
    return {
      at: randomDates.lately(activityDays, person.created_at),
      actor: by(managerOf(person.organisationId)),
      entry,
    };
  });
}

const passkeyEvents = ({ passkeys }: DemoHistory, personOf: ReadonlyMap<number, DemoPerson>): DemoEvent[] =>
  passkeys.flatMap(({ ent_usr_id, name, created_at }) => {
    const person = personOf.get(ent_usr_id);
    if (!person) return [];
    const entry = { action: 'security:addPasskey', ...user(person), after: { passkey: name } };
    return [{ at: created_at, actor: by(person), entry }];
  });

function mappingEvents(
  { mappings, externalUsers }: DemoHistory,
  personOf: ReadonlyMap<number, DemoPerson>,
  managerOf: ManagerOf,
): DemoEvent[] {
  const event = (at: Date, organisationId: number, requester: number | null, entry: AuditEntry): DemoEvent => {
    const person = personOf.get(requester ?? 0) ?? managerOf(organisationId);
    return { at, actor: by(person), entry: { ...entry, organisationId } };
  };
  return [
    ...mappings.flatMap((mapping) => {
      const { id, vendor_id, customer_id, requested_by_org_id, requester_id, mapped_user_id, modules } = mapping;
      const { activated, created_at, updated_at } = mapping;
      const requestedId = requested_by_org_id === vendor_id ? customer_id : vendor_id;
      const target = { type: 'org_mapping', id };
      const request = { vendor_id, customer_id, mapped_user_id, modules, status: mappingStatusText(null) };
      const answer = { before: { activated: null }, after: { activated, status: mappingStatusText(activated) } };
      return [
        event(created_at, requested_by_org_id, requester_id, { action: 'mappings:invite', target, after: request }),
        ...(activated === null
          ? []
          : [event(updated_at, requestedId, null, { action: 'mappings:answer', target, ...answer })]),
      ];
    }),
    ...externalUsers.flatMap((mapping) => {
      const { id, ent_usr_id, mapped_org_id, requester_id, modules, activated, created_at, updated_at } = mapping;
      const target = { type: 'user_mapping', id };
      const after = { ent_usr_id, mapped_org_id, modules };
      const answer = { before: { activated: null }, after: { activated } };
      return [
        event(created_at, mapped_org_id, requester_id, { action: 'users:inviteExternal', target, after }),
        ...(activated === null
          ? []
          : [event(updated_at, mapped_org_id, null, { action: 'users:mapExternal', target, ...answer })]),
      ];
    }),
  ];
}

function assessmentEvents({ people, assessments }: DemoHistory, managerOf: ManagerOf): DemoEvent[] {
  const organisationId = people[0]?.organisationId ?? null;
  return assessments
    .filter(({ ent_org_id }) => ent_org_id === organisationId)
    .flatMap(({ id, ent_org_id, audit_status, actual_start_date, actual_end_date, updated_at }) => {
      if (!actual_start_date) return [];
      const change = (at: Date, from: string, to: string, dates: object): DemoEvent => ({
        at,
        actor: by(managerOf(ent_org_id, architect)),
        entry: {
          action: 'assessments:changeStatus',
          target: { type: 'asmt', id },
          organisationId: ent_org_id,
          before: { audit_status: from },
          after: { audit_status: to, ...dates },
        },
      });
      const started = change(actual_start_date, initialAssessmentStatus, 'In Progress', { actual_start_date });
      if (audit_status === 'In Progress') return [started];
      const dates = actual_end_date ? { actual_end_date } : {};
      return [started, change(actual_end_date ?? updated_at, 'In Progress', audit_status, dates)];
    });
}

const expiryEvents = ({ invitations }: DemoHistory): DemoEvent[] =>
  invitations.flatMap(({ id, ent_org_id, kind, email, expires_at }) =>
    expires_at === null
      ? []
      : [
          {
            at: expires_at,
            actor: systemActor,
            entry: {
              action: 'invitations:expire',
              target: { type: 'invitation', id },
              organisationId: ent_org_id,
              after: { kind, email, expires_at },
            },
          },
        ],
  );

function organisationEvents({ people }: DemoHistory, managerOf: ManagerOf, randomDates: RandomDates): DemoEvent[] {
  const organisationId = people[0]?.organisationId ?? null;
  const administrator = people.find(({ role_id }) => role_id === 1);
  const notification_frequency = people[0]?.organisation?.notification_frequency;
  const former = notificationFrequencies.find((one) => one !== notification_frequency);
  const organisation = { target: { type: 'ent_org', id: organisationId }, organisationId };
  const done = (daysAgo: number, person: DemoPerson, entry: AuditEntry): DemoEvent => ({
    at: randomDates.atWork(daysAgo),
    actor: by(person),
    entry,
  });
  const exported = (daysAgo: number, list: string, rows: number): DemoEvent =>
    done(daysAgo, managerOf(organisationId), {
      action: 'lists:export',
      target: { type: 'list', id: list },
      organisationId,
      after: { rows },
    });
  if (!administrator) return [];
  return [
    exported(83, 'users', 76),
    done(71, administrator, {
      action: 'config:edit',
      ...organisation,
      before: { user_limit: 100 },
      after: { user_limit: 125 },
    }),
    exported(55, 'users', 79),
    done(48, administrator, {
      action: 'organisations:edit',
      ...organisation,
      before: { industry: 'Industrial Goods' },
      after: { industry: 'Manufacturing' },
    }),
    exported(27, 'users', 82),
    exported(26, 'activity', 214),
    done(12, administrator, {
      action: 'config:edit',
      ...organisation,
      before: { notification_frequency: former },
      after: { notification_frequency },
    }),
  ];
}
