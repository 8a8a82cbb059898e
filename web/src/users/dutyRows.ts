import type { UserDutiesQuery } from '../gql/graphql.ts';

type Duties = NonNullable<NonNullable<UserDutiesQuery['user']>['duties']>;

/** Something that a user holds: the module where it is, and what to do about it. */
interface DutyRow {
  module: string;
  what: string;
  todo: string;
}

const responderModules = [
  ['continuer', 'Continuer'],
  ['investigator', 'Investigator'],
  ['arc', 'Arc'],
] as const;

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What a user holds, in the order in which it hinders leaving. */
export function dutiesOf(duties: Duties): DutyRow[] {
  const { responder, seniorDesignation, isOrganiser, supervisedUserCount, supervisedUsers } = duties;
  const rows: DutyRow[] = responderModules.flatMap(([kind, module]) =>
    responder?.[kind] ? { module, what: `Responder of ${module}`, todo: 'Name another responder there first.' } : [],
  );
  const add = (what: string, todo: string) => rows.push({ module: 'Console', what, todo });
  if (isOrganiser) add('Organiser of the organisation', 'Choose another organiser on the page of the organisation.');
  if (seniorDesignation) add(seniorDesignation, 'Nominate another user under Senior Management.');
  if (supervisedUserCount)
    add(
      `Supervisor of ${counted(supervisedUserCount, 'user')}`,
      `Choose another supervisor for ${namesOf(supervisedUsers ?? [], supervisedUserCount)}.`,
    );
  if (duties.apiKeyCount)
    add(counted(duties.apiKeyCount, 'API key'), 'Programs need keys of another user: these are refused at once.');
  if (duties.sessionCount) add(counted(duties.sessionCount, 'session'), 'Nothing to do: ends at once.');
  return rows;
}

/** What could not be answered, in words. */
export const unknownOf = ({ responder, isOrganiser, supervisedUserCount, apiKeyCount, sessionCount }: Duties) => [
  ...(responderModules.some(([kind]) => (responder?.[kind] ?? null) === null) ? ['responder duties'] : []),
  ...(isOrganiser === null ? ['whether they are the organiser'] : []),
  ...(supervisedUserCount === null ? ['supervised users'] : []),
  ...(apiKeyCount === null ? ['API keys'] : []),
  ...(sessionCount === null ? ['sessions'] : []),
];

const namesOf = (users: readonly { fullName: string }[], count: number): string => {
  const names = users.map(({ fullName }) => fullName);
  return [...names, ...(count > names.length ? [`${count - names.length} more`] : [])].join(', ');
};
