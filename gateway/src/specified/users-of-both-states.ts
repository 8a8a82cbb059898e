import type { Page, Place, RequestedPage } from '../product-api/paging.ts';
import type { UserBody } from '../product-api/shape.ts';
import type { UserStatus } from './filter-users.ts';

/** Active users come first. The state is the first sort value of a place. */
const states: readonly UserStatus[] = ['ACTIVE', 'INACTIVE'];

const stateOf = ({ keys }: Place): UserStatus | undefined => states[Number(keys[0])];

/** Part of a window in one state; no rows if a place of the other state excludes them. */
function windowIn(state: UserStatus, window: RequestedPage, limit: number): RequestedPage {
  const placeIn = (place: Place | null) =>
    place && stateOf(place) === state ? { ...place, keys: place.keys.slice(1) } : null;
  const { after, before, fromEnd } = window;
  const isOutside = state === 'ACTIVE' ? after && stateOf(after) !== state : before && stateOf(before) !== state;
  return { limit: isOutside ? 0 : limit, offset: 0, after: placeIn(after), before: placeIn(before), fromEnd };
}

/** Reads both states in turn: the second continues where the first ends. */
export async function readPagesOfBothStates<P extends Page<UserBody>>(
  window: RequestedPage,
  read: (state: UserStatus, window: RequestedPage) => Promise<P>,
): Promise<{ active: P; inactive: P }> {
  const { limit, offset, fromEnd } = window;
  if (fromEnd) {
    const inactive = await read('INACTIVE', windowIn('INACTIVE', window, limit));
    return { inactive, active: await read('ACTIVE', windowIn('ACTIVE', window, limit - inactive.rows.length)) };
  }
  const active = await read('ACTIVE', { ...windowIn('ACTIVE', window, limit), offset });
  const rest = windowIn('INACTIVE', window, limit - active.rows.length);
  return { active, inactive: await read('INACTIVE', { ...rest, offset: Math.max(0, offset - active.total) }) };
}

export function joinPagesOfBothStates(
  active: Page<UserBody>,
  inactive: Page<UserBody>,
  window: RequestedPage,
): Page<UserBody> {
  const rows = [...active.rows, ...inactive.rows];
  const total = active.total + inactive.total;
  const activeRows = new Set(active.rows);
  const isEmpty = rows.length === 0;
  const [startsActive, endsActive] = [active.rows.length > 0, inactive.rows.length === 0];
  return {
    rows,
    total,
    hasNext: isEmpty
      ? window.before !== null && total > 0
      : inactive.hasNext || (endsActive && (active.hasNext || inactive.total > 0)),
    hasPrevious: isEmpty
      ? (window.after !== null || window.offset > 0) && total > 0
      : active.hasPrevious || (!startsActive && (inactive.hasPrevious || active.total > 0)),
    placeOf(row) {
      const isActive = activeRows.has(row);
      const { keys, id } = (isActive ? active : inactive).placeOf(row);
      return { keys: [states.indexOf(isActive ? 'ACTIVE' : 'INACTIVE'), ...keys], id };
    },
  };
}
