import { roleByName } from '@console/contract/access';
import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import { lookupsCalls } from '@console/contract/calls/lookups';
import type { Capability } from '@console/contract/capabilities';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { lruClockOptions } from '../base/cache-options.ts';
import type { Clock } from '../base/clock.ts';
import { readRows } from '../product-api/lists.ts';
import { toRole } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { listIn } from '../product-api/response-reader.ts';
import { idOf, recordOf, textOf } from '../product-api/shape.ts';

const cacheMs = 10 * 60_000;
const maxCachedLength = 1024 * 1024;

export interface LookupOption {
  id: string;
  label: string;
  group: string | null;
}

type Role = ReturnType<typeof toRole>;
type List = readonly unknown[] | null | undefined;
type LookupCall = Call & { query?: undefined; body?: undefined };
type Response = Readonly<Record<string, unknown>>;

/** What a request needs to read lists of options. */
interface LookupReader {
  api: RequestCalls;
  supports(capability: Capability): Promise<boolean>;
}

/** The lists that `GET /consoles/ext/lookup_lists` contains. */
const combinedCalls: ReadonlySet<LookupCall> = new Set(Object.values(lookupsCalls));

/** The lists that a request reads. Our platform answers several in one call. */
class LookupReads {
  readonly #reader: LookupReader;
  readonly #loader = new DataLoader((calls: readonly LookupCall[]) => this.#chooseCalls(calls));

  constructor(reader: LookupReader) {
    this.#reader = reader;
  }

  static of = (reader: LookupReader): LookupReads => reader.api.perRequest(LookupReads, () => new LookupReads(reader));

  async read(call: LookupCall): Promise<Response> {
    const chosen = await this.#loader.load(call);
    return this.#reader.api.call(chosen, {});
  }

  async #chooseCalls(calls: readonly LookupCall[]): Promise<LookupCall[]> {
    const isCombined = calls.filter((call) => combinedCalls.has(call)).length > 1;
    if (!isCombined || !(await this.#reader.supports('lookup_lists'))) return [...calls];
    return calls.map((call) => (combinedCalls.has(call) ? extensionCalls.lookupLists : call));
  }
}

/** The lists of options in forms. They contain no tenant's data and are cached for ten minutes, up to a megabyte each. */
export class LookupLists {
  readonly #cache: LRUCache<string, unknown[]>;

  constructor(clock: Clock) {
    this.#cache = new LRUCache({ max: combinedCalls.size + 1, ttl: cacheMs, ...lruClockOptions(clock) });
  }

  /** The options of a list of `{ id, label }` or of texts. */
  options(reader: LookupReader, call: LookupCall, key: string): Promise<LookupOption[]> {
    return this.#rows(reader, call, (response) => response[key] as List, optionOf);
  }

  /** REST-25: the roles with a known name, highest first. */
  async roles(reader: LookupReader): Promise<Role[]> {
    const roles = await this.#rows(reader, calls.moduleRoleList, consoleModuleRoleRows, roleFromRow);
    return roles.toSorted((one, other) => one.level - other.level);
  }

  async #rows<T>(
    reader: LookupReader,
    call: LookupCall,
    listOf: (response: Readonly<Record<string, unknown>>) => List,
    rowOf: (value: unknown) => T | null,
  ): Promise<T[]> {
    const cached = this.#cache.get(call.name);
    if (cached) return cached as T[];
    const rows = readRows(call, listOf(await LookupReads.of(reader).read(call)), rowOf, reader.api.log);
    // An empty list may not be filled yet.
    if (rows.length > 0 && JSON.stringify(rows).length <= maxCachedLength) this.#cache.set(call.name, rows);
    return rows;
  }
}

/** The roles of this module; null when the value is not readable or the modules are missing. */
export function consoleModuleRoleRows({ module_role_list }: Readonly<Record<string, unknown>>): List {
  if (module_role_list === undefined) return null;
  const { Console } = recordOf(module_role_list);
  return Console == null ? undefined : (listIn(Console) ?? null);
}

/** An option; null without a label. */
export function optionOf(value: unknown): LookupOption | null {
  const { id, label, name, title, group } = recordOf(value);
  const shown = textOf(value) ?? textOf(label) ?? textOf(name) ?? textOf(title);
  return shown === null ? null : { id: idOf(id) ?? shown, label: shown, group: textOf(group) };
}

/** A role with a known name; null for any other. */
export function roleFromRow(value: unknown): Role | null {
  const { id, label, name, idStr } = recordOf(value);
  const key = roleByName(textOf(idStr), textOf(label), textOf(name));
  return key && toRole(key, idOf(id));
}
