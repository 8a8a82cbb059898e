import { roleByName } from '@console/contract/access';
import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import type { Clock } from '../base/clock.ts';
import { rowsIn } from '../product-api/lists.ts';
import { roleWith } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { idOf, recordOf, textOf } from '../product-api/shape.ts';

const keptMs = 10 * 60_000;
const largestKept = 1024 * 1024;

/** An entry of a form's list. */
export interface Option {
  id: string;
  label: string;
  group: string | null;
}

type Role = ReturnType<typeof roleWith>;
type List = readonly unknown[] | null | undefined;

/** The lists that forms choose from. They hold no tenant's data and are kept for ten minutes, each of them up to a megabyte. */
export class LookupLists {
  readonly #clock: Clock;
  readonly #kept = new Map<string, { rows: unknown[]; until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The entries of a list: `{ id, label }`, or texts that are both. */
  options(api: RequestCalls, call: Call & { query?: undefined; body?: undefined }, key: string): Promise<Option[]> {
    return this.#rows(api, call, (response) => response[key] as List, optionOf);
  }

  /** REST-25: the roles that are known by their name, highest first. */
  async roles(api: RequestCalls): Promise<Role[]> {
    const roles = await this.#rows(api, calls.moduleRoleList, consoleRoles, roleIn);
    return roles.toSorted((one, other) => one.level - other.level);
  }

  async #rows<T>(
    api: RequestCalls,
    call: Call & { query?: undefined; body?: undefined },
    listOf: (response: Readonly<Record<string, unknown>>) => List,
    rowOf: (value: unknown) => T | null,
  ): Promise<T[]> {
    const now = this.#clock().getTime();
    const kept = this.#kept.get(call.name);
    if (kept && kept.until > now) return kept.rows as T[];
    const rows = rowsIn(call, listOf(await api.call(call, {})), rowOf, api.log);
    // An empty list may be one that is not filled yet.
    if (rows.length > 0 && JSON.stringify(rows).length <= largestKept)
      this.#kept.set(call.name, { rows, until: now + keptMs });
    return rows;
  }
}

/** The roles of this module; null when they cannot be understood. */
export function consoleRoles({ module_role_list }: Readonly<Record<string, unknown>>): List {
  const { Console } = recordOf(module_role_list);
  return Array.isArray(Console) ? Console : Console == null ? undefined : null;
}

/** An entry of a list; null for one without a text to show. */
export function optionOf(value: unknown): Option | null {
  const { id, label, name, title, group } = recordOf(value);
  const shown = textOf(value) ?? textOf(label) ?? textOf(name) ?? textOf(title);
  return shown === null ? null : { id: idOf(id) ?? shown, label: shown, group: textOf(group) };
}

/** A role that is known by its name; null for any other. */
export function roleIn(value: unknown): Role | null {
  const { id, label, name, idStr } = recordOf(value);
  const key = roleByName(textOf(idStr), textOf(label), textOf(name));
  return key && roleWith(key, idOf(id));
}
