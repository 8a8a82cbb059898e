import { roleByName } from '@console/contract/access';
import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { lookupsCalls } from '@console/contract/calls/lookups';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { lruClockOptions } from '../base/cache-options.ts';
import type { Clock } from '../base/clock.ts';
import { readRows } from '../product-api/lists.ts';
import { toRole } from '../product-api/reads.ts';
import { listIn, optionsById } from '../product-api/response-reader.ts';
import { idOf, recordOf, textOf } from '../product-api/shape.ts';

const cacheMs = 10 * 60_000;
const maxCachedLength = 1024 * 1024;
const cachedLists = Object.keys(lookupsCalls).length + 1;

export interface LookupOption {
  id: string;
  label: string;
  group: string | null;
}

type Role = ReturnType<typeof toRole>;
type List = readonly unknown[] | null | undefined;
export type LookupCall = Call & { query?: undefined; body?: undefined };
type Response = Readonly<Record<string, unknown>>;

interface LookupReader {
  log: FastifyBaseLogger;
  read(call: LookupCall): Promise<Response>;
}

/** Lists for forms, without tenants' data, cached for ten minutes up to a megabyte each. */
export class LookupLists {
  readonly #cache: LRUCache<string, unknown[]>;

  constructor(clock: Clock) {
    this.#cache = new LRUCache({ max: cachedLists, ttl: cacheMs, ...lruClockOptions(clock) });
  }

  /** Options from `{ id, label }` or texts. */
  options(reader: LookupReader, call: LookupCall, key: string): Promise<LookupOption[]> {
    return this.#rows(reader, call, (response) => response[key] as List, optionOf);
  }

  /** REST-25: roles with a known name, highest first. */
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
    const rows = readRows(call, listOf(await reader.read(call)), rowOf, reader.log);
    // An empty list may not be filled yet.
    if (rows.length > 0 && JSON.stringify(rows).length <= maxCachedLength) this.#cache.set(call.name, rows);
    return rows;
  }
}

/** Roles of this module; null if unreadable or missing. */
export function consoleModuleRoleRows({ module_role_list }: Readonly<Record<string, unknown>>): List {
  const { Console } = recordOf(module_role_list);
  if (Console === null) return undefined;
  return listIn(Console) ?? optionsById(Console) ?? null;
}

export function optionOf(value: unknown): LookupOption | null {
  const { id, value: stored, label, name, title, text, group } = recordOf(value);
  const shown = textOf(value) ?? textOf(label) ?? textOf(name) ?? textOf(title) ?? textOf(text);
  return shown === null ? null : { id: idOf(id) ?? idOf(stored) ?? shown, label: shown, group: textOf(group) };
}

export function roleFromRow(value: unknown): Role | null {
  const { id, label, name, idStr } = recordOf(value);
  const key = roleByName(textOf(idStr), textOf(label), textOf(name));
  return key && toRole(key, idOf(id));
}
