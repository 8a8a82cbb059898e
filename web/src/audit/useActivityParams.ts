import { useLocation, useSearchParams } from 'react-router-dom';
import type { AuditAction, AuditEventFilter, AuditOutcome, AuditWay } from '../gql/graphql.ts';
import { searchToSend, withParameters } from '../ui/table/listAddress.ts';
import { auditActionLabels, auditOutcomeLabels, auditWayLabels } from './auditLabels.ts';

const pageSize = 25;
const places = { after: null, before: null };
const isKeyOf = (labels: object) => (text: string) => Object.hasOwn(labels, text);
const isId = (text: string) => /^\d{1,15}$/.test(text);
const isDay = (text: string) => startOfDay(text, 0) !== null;

/** Validates each filter. The name `from` is reserved for the origin of an organisation's page. */
const filters = {
  action: isKeyOf(auditActionLabels),
  way: isKeyOf(auditWayLabels),
  outcome: isKeyOf(auditOutcomeLabels),
  since: isDay,
  until: isDay,
  actor: isId,
  org: isId,
  search: (text: string) => searchToSend(text) === text,
};

export type ActivityFilterName = keyof typeof filters;

const allNames = Object.keys(filters) as ActivityFilterName[];

interface ActivityOf {
  /** Whether the events are those of one target. */
  target?: boolean;
  /** Whether events of all organisations are shown, with a filter for one. */
  all?: boolean;
}

/**
 * Filters and page of an event list in the URL, so that reload, Back and a copied link show the same events. Invalid values are ignored. An upload is
 * one event, except with a target.
 */
export function useActivityParams({ target = false, all = false }: ActivityOf = {}) {
  const names = allNames.filter((name) => all || name !== 'org');
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const write = (changes: Record<string, string | null>) =>
    setAddress((now) => withParameters(now, { ...places, ...changes }), { state, preventScrollReset: true });
  const readFilter = (name: ActivityFilterName) => {
    const value = address.get(name) ?? '';
    return [name, filters[name](value) ? value : ''];
  };
  const values: Record<ActivityFilterName, string> = { org: '', ...Object.fromEntries(names.map(readFilter)) };
  const [after, before] = [address.get('after'), address.get('before')];
  return {
    values,
    isFiltered: names.some((name) => values[name] !== ''),
    variables: {
      filter: { ...auditEventFilterOf(values), ...(!target && { uploadsOnce: true }) },
      ...(before ? { last: pageSize, before } : { first: pageSize, ...(after && { after }) }),
    },
    setFilter: (name: ActivityFilterName, value: string) => write({ [name]: value }),
    clear: () => write(Object.fromEntries(names.map((name) => [name, null]))),
    showOlder: (cursor: string) => write({ after: cursor }),
    showNewer: (cursor: string) => write({ before: cursor }),
    showNewest: () => write({}),
  };
}

/** The filter of the schema. */
export function auditEventFilterOf(values: Record<ActivityFilterName, string>): AuditEventFilter {
  const { action, way, outcome, since, until, actor, search } = values;
  return {
    ...(action && { actions: [action as AuditAction] }),
    ...(way && { ways: [way as AuditWay] }),
    ...(outcome && { outcome: outcome as AuditOutcome }),
    ...(since && { from: startOfDay(since, 0) }),
    ...(until && { to: startOfDay(until, 1) }),
    ...(actor && { actorId: actor }),
    ...(search && { search }),
  };
}

/** The start of a day in the browser's time zone, or of a day some days later; null if the text is not a day. */
function startOfDay(text: string, later: number): string | null {
  const parts = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(text);
  if (!parts) return null;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  return new Date(year, month - 1, day + later).toISOString();
}
