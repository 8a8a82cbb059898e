import { useLocation, useSearchParams } from 'react-router-dom';
import type { AuditAction, AuditEventFilter, AuditOutcome, AuditWay } from '../gql/graphql.ts';
import { withParameters } from '../ui/table/listAddress.ts';
import { actionLabels, outcomeLabels, wayLabels } from './auditLabels.ts';

const pageSize = 25;
const places = { after: null, before: null };
const names = ['action', 'way', 'outcome', 'from', 'to', 'actor'] as const;

export type ActivityFilterName = (typeof names)[number];

/** The filters and the page of a list of events, stored in the address: reload, Back and a copied link show the same events. */
export function useActivityParams() {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const write = (changes: Record<string, string | null>) =>
    setAddress((now) => withParameters(now, { ...places, ...changes }), { state, preventScrollReset: true });
  const values = Object.fromEntries(names.map((name) => [name, address.get(name) ?? ''])) as Record<
    ActivityFilterName,
    string
  >;
  const [after, before] = [address.get('after'), address.get('before')];
  return {
    values,
    isFiltered: names.some((name) => values[name] !== ''),
    variables: {
      filter: auditEventFilterOf(values),
      ...(before ? { last: pageSize, before } : { first: pageSize, ...(after && { after }) }),
    },
    setFilter: (name: ActivityFilterName, value: string) => write({ [name]: value }),
    clear: () => write(Object.fromEntries(names.map((name) => [name, null]))),
    showOlder: (cursor: string) => write({ after: cursor }),
    showNewer: (cursor: string) => write({ before: cursor }),
    showNewest: () => write({}),
  };
}

const keyIn = <Key extends string>(labels: Record<Key, string>, value: string): Key[] =>
  Object.hasOwn(labels, value) ? [value as Key] : [];

/** The filter of the schema; values that are none are left out. */
export function auditEventFilterOf({
  action,
  way,
  outcome,
  from,
  to,
  actor,
}: Record<ActivityFilterName, string>): AuditEventFilter {
  const actions = keyIn<AuditAction>(actionLabels, action);
  const ways = keyIn<AuditWay>(wayLabels, way);
  const [only] = keyIn<AuditOutcome>(outcomeLabels, outcome);
  const [start, end] = [startOfDay(from, 0), startOfDay(to, 1)];
  return {
    ...(actions.length > 0 && { actions }),
    ...(ways.length > 0 && { ways }),
    ...(only && { outcome: only }),
    ...(start && { from: start }),
    ...(end && { to: end }),
    ...(/^\d{1,15}$/.test(actor) && { actorId: actor }),
  };
}

/** The start of a day in the browser's time zone, or of one some days later; null for what is no day. */
function startOfDay(text: string, later: number): string | null {
  const parts = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(text);
  if (!parts) return null;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  return new Date(year, month - 1, day + later).toISOString();
}
