import type { DeactivationImpactQuery } from '../gql/graphql.ts';

type Duties = NonNullable<NonNullable<DeactivationImpactQuery['user']>['duties']>;

/** Something that a user holds: the module where it is, and what to do about it. */
export interface DutyRow {
  module: string;
  what: string;
  todo: string;
  /** The page of the console where it is done. */
  to?: string;
  /** Leaves the console for its module. */
  href?: string | undefined;
  /** After `todo`: the users to change, and how many more there are. */
  users?: readonly { id: string; fullName: string }[];
  more?: number;
}

interface DutyPlaces {
  organisation: string;
  keys: string;
  openableModules: readonly string[];
}

const responderModules = [
  ['continuer', 'Continuer'],
  ['investigator', 'Investigator'],
  ['arc', 'Arc'],
] as const;

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What a user holds, in the order in which it hinders leaving. */
export function dutyRowsOf(duties: Duties, { organisation, keys, openableModules }: DutyPlaces): DutyRow[] {
  const { responder, seniorDesignation, isOrganiser, supervisedUserCount, supervisedUsers } = duties;
  const rows: DutyRow[] = responderModules.flatMap(([kind, module]) =>
    responder?.[kind]
      ? {
          module,
          what: `Responder of ${module}`,
          todo: 'Name another responder there first.',
          href: openableModules.includes(kind) ? `/login?source=${kind}` : undefined,
        }
      : [],
  );
  const add = (what: string, todo: string, more: Partial<DutyRow> = {}) =>
    rows.push({ module: 'Console', what, todo, ...more });
  if (isOrganiser)
    add('Organiser of the organisation', 'Choose another organiser on the page of the organisation.', {
      to: organisation,
    });
  if (seniorDesignation) add(seniorDesignation, 'Nominate another user under Senior Management.', { to: organisation });
  if (supervisedUserCount) {
    const users = supervisedUsers ?? [];
    const more = supervisedUserCount - users.length;
    add(`Supervisor of ${counted(supervisedUserCount, 'user')}`, 'Choose another supervisor for', { users, more });
  }
  if (duties.apiKeyCount)
    add(counted(duties.apiKeyCount, 'API key'), 'Programs need keys of another user: these are refused at once.', {
      to: keys,
    });
  if (duties.sessionCount) add(counted(duties.sessionCount, 'session'), 'Nothing to do: signed out at once.');
  return rows;
}

/** What could not be answered, in words. */
export const unknownDutiesOf = ({ responder, isOrganiser, supervisedUserCount, apiKeyCount, sessionCount }: Duties) => [
  ...(responderModules.some(([kind]) => (responder?.[kind] ?? null) === null) ? ['responder duties'] : []),
  ...(isOrganiser === null ? ['whether they are the organiser'] : []),
  ...(supervisedUserCount === null ? ['supervised users'] : []),
  ...(apiKeyCount === null ? ['API keys'] : []),
  ...(sessionCount === null ? ['sessions'] : []),
];
