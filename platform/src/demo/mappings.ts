import { suiteModules } from '@console/contract/modules';
import type { NewRow } from '../core/database/schema.ts';
import type { Random, RandomDates } from './random.ts';

export interface SeededOrganisation {
  id: number;
  organiserId: number;
  created_at: Date;
}
export interface SeededUser {
  id: number;
  organisationId: number;
  roleId: number | null;
  created_at: Date;
}

const states = {
  accepted: { activated: true, status: 'Accepted' },
  rejected: { activated: false, status: 'Rejected' },
  pending: { activated: null, status: 'Pending' },
  // Some systems set no status and no modules: the text is derived.
  acceptedBare: { activated: true, status: null },
  pendingBare: { activated: null, status: null },
} as const;
type State = keyof typeof states;

// Mappings of Demo Industries with the following organisations.
const ofDemo: [requested: boolean, customer: boolean, state: State][] = [
  [false, true, 'pending'],
  [true, true, 'accepted'],
  [false, true, 'pending'],
  [false, false, 'pending'],
  [true, true, 'pending'],
  [true, false, 'pendingBare'],
  [false, true, 'pendingBare'],
  [true, true, 'rejected'],
  [false, false, 'rejected'],
  [false, true, 'acceptedBare'],
  [true, false, 'accepted'],
  [true, true, 'accepted'],
  [false, false, 'accepted'],
  [false, true, 'accepted'],
  [true, true, 'accepted'],
  [true, false, 'accepted'],
];

/** Longest time that requests are pending. */
const pendingDays = 21;

const modulesOf = (id: number) => suiteModules.slice(1, 2 + (id % 3)).map(({ moduleId }): string => moduleId);

/** The first organisation has mappings in every state, other organisations have some. No pair has two. */
export function demoMappings(
  organisations: SeededOrganisation[],
  random: Random,
  randomDates: RandomDates,
): NewRow<'org_mapping'>[] {
  const map = (requester: SeededOrganisation, requested: SeededOrganisation, isCustomer: boolean, state: State) => {
    const known = new Date(Math.max(+requester.created_at, +requested.created_at));
    const isPending = states[state].activated === null;
    const created_at = isPending ? randomDates.lately(pendingDays, known) : randomDates.since(known);
    return {
      vendor_id: isCustomer ? requested.id : requester.id,
      customer_id: isCustomer ? requester.id : requested.id,
      ...states[state],
      requested_by_org_id: requester.id,
      requester_id: requester.organiserId,
      mapped_user_id: random.chance(0.9) ? requested.organiserId : null,
      modules: states[state].status === null ? null : modulesOf(requested.id),
      created_at,
      updated_at: isPending ? created_at : randomDates.since(created_at),
    };
  };
  const [demo, , ...others] = organisations;
  if (!demo) return [];
  const own = ofDemo.flatMap(([requested, customer, state], place) => {
    const other = others[place];
    if (!other) return [];
    return [requested ? map(demo, other, customer, state) : map(other, demo, !customer, state)];
  });
  // Third and seventh organisation after the inviting one, so that no pair repeats.
  const among = others.flatMap((requester, place) =>
    [3, 7].flatMap((step) => {
      const requested = others[place + step];
      if (!requested || random.chance(0.45)) return [];
      return [
        map(requester, requested, random.chance(0.6), random.pick(['accepted', 'accepted', 'pending', 'rejected'])),
      ];
    }),
  );
  return [...own, ...among];
}

/** Four external users each way between the first organisation and others, in every state. */
export function demoUserMappings(
  organisations: SeededOrganisation[],
  users: SeededUser[],
  random: Random,
  randomDates: RandomDates,
): NewRow<'user_mapping'>[] {
  const [demo, , , ...others] = organisations;
  if (!demo) return [];
  const assessorsOf = (id: number) => users.filter((user) => user.organisationId === id && user.roleId === 4);
  const map = (user: SeededUser, to: SeededOrganisation, place: number) => {
    const known = new Date(Math.max(+user.created_at, +to.created_at));
    const activated = [true, null, false, true][place % 4] ?? null;
    const created_at = activated === null ? randomDates.lately(pendingDays, known) : randomDates.since(known);
    return {
      ent_usr_id: user.id,
      mapped_org_id: to.id,
      activated,
      requester_id: to.organiserId,
      modules: random.some(suiteModules, random.whole(1, 3)).map(({ moduleId }) => moduleId),
      created_at,
      updated_at: activated === null ? created_at : randomDates.since(created_at),
    };
  };
  const incoming = others.slice(0, 8).flatMap((other) => assessorsOf(other.id).slice(0, 1));
  const outgoing = assessorsOf(demo.id).slice(-4);
  return [
    ...incoming.map((user, place) => map(user, demo, place)),
    ...outgoing.flatMap((user, place) => others.slice(place, place + 1).map((other) => map(user, other, place))),
  ];
}
