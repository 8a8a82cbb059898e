import { modules } from '@console/contract/modules';
import type { NewRow } from '../core/database/schema.ts';
import type { Calendar, Random } from './random.ts';

/** What is known of somebody or something that has its row by now. */
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
  // Answered, or not, by a system that sets no status: the text is derived then.
  acceptedBare: { activated: true, status: null },
  pendingBare: { activated: null, status: null },
} as const;
type State = keyof typeof states;

// What Demo Industries has with the organisations after it, in order: whether it asked, whether it is the customer, and what came of it.
const ofDemo: [asked: boolean, customer: boolean, state: State][] = [
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

/** Relationships of organisations: those of the first in every state, and some among the others. No pair has two. */
export function demoMappings(
  organisations: SeededOrganisation[],
  random: Random,
  calendar: Calendar,
): NewRow<'org_mapping'>[] {
  const map = (asking: SeededOrganisation, asked: SeededOrganisation, isCustomer: boolean, state: State) => {
    const created_at = calendar.since(new Date(Math.max(+asking.created_at, +asked.created_at)));
    return {
      vendor_id: isCustomer ? asked.id : asking.id,
      customer_id: isCustomer ? asking.id : asked.id,
      ...states[state],
      requested_by_org_id: asking.id,
      requester_id: asking.organiserId,
      mapped_user_id: random.chance(0.9) ? asked.organiserId : null,
      created_at,
      updated_at: states[state].activated === null ? created_at : calendar.since(created_at),
    };
  };
  const [demo, , ...others] = organisations;
  if (!demo) return [];
  const own = ofDemo.flatMap(([asked, customer, state], place) => {
    const other = others[place];
    if (!other) return [];
    return [asked ? map(demo, other, customer, state) : map(other, demo, !customer, state)];
  });
  // Each with the third and the seventh after it: a pair cannot come up twice.
  const among = others.flatMap((asking, place) =>
    [3, 7].flatMap((step) => {
      const asked = others[place + step];
      if (!asked || random.chance(0.45)) return [];
      return [map(asking, asked, random.chance(0.6), random.pick(['accepted', 'accepted', 'pending', 'rejected']))];
    }),
  );
  return [...own, ...among];
}

/** People mapped to an organisation that is not theirs: four each way between the first organisation and others, in every state. */
export function demoUserMappings(
  organisations: SeededOrganisation[],
  users: SeededUser[],
  random: Random,
  calendar: Calendar,
): NewRow<'user_mapping'>[] {
  const [demo, , , ...others] = organisations;
  if (!demo) return [];
  const assessorsOf = (id: number) => users.filter((user) => user.organisationId === id && user.roleId === 4);
  const map = (user: SeededUser, to: SeededOrganisation, place: number) => {
    const created_at = calendar.since(new Date(Math.max(+user.created_at, +to.created_at)));
    const activated = [true, null, false, true][place % 4] ?? null;
    return {
      ent_usr_id: user.id,
      mapped_org_id: to.id,
      activated,
      requester_id: to.organiserId,
      modules: random.some(modules, random.whole(1, 3)).map(({ moduleId }) => moduleId),
      created_at,
      updated_at: activated === null ? created_at : calendar.since(created_at),
    };
  };
  const incoming = others.slice(0, 8).flatMap((other) => assessorsOf(other.id).slice(0, 1));
  const outgoing = assessorsOf(demo.id).slice(-4);
  return [
    ...incoming.map((user, place) => map(user, demo, place)),
    ...outgoing.flatMap((user, place) => others.slice(place, place + 1).map((other) => map(user, other, place))),
  ];
}
