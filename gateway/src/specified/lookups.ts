import type { RoleKey } from '@console/contract/access';
import { extensionCalls } from '@console/contract/calls/extensions';
import { lookupsCalls } from '@console/contract/calls/lookups';
import DataLoader from 'dataloader';
import type { Context } from '../core/context.ts';
import type { LookupCall } from '../core/lookup-lists.ts';

const combinedCalls: ReadonlySet<LookupCall> = new Set(Object.values(lookupsCalls));

class LookupReads {
  readonly #context: Context;
  readonly #loader = new DataLoader((calls: readonly LookupCall[]) => this.#chooseCalls(calls));

  constructor(context: Context) {
    this.#context = context;
  }

  static of = (context: Context): LookupReads => context.api.perRequest(LookupReads, () => new LookupReads(context));

  get log() {
    return this.#context.log;
  }

  async read(call: LookupCall) {
    return this.#context.api.call(await this.#loader.load(call), {});
  }

  async #chooseCalls(calls: readonly LookupCall[]): Promise<LookupCall[]> {
    const isCombined = calls.filter((call) => combinedCalls.has(call)).length > 1;
    if (!isCombined || !(await this.#context.supports('extensions'))) return [...calls];
    return calls.map((call) => (combinedCalls.has(call) ? extensionCalls.lookupLists : call));
  }
}

export const readOptions = (context: Context, call: LookupCall, key: string) =>
  context.services.lookups.options(LookupReads.of(context), call, key);

/** REST-25: roles with a known name, highest first. */
export const readRoles = (context: Context) => context.services.lookups.roles(LookupReads.of(context));

export async function findRoleById(context: Context, id: string | number): Promise<RoleKey | null> {
  return (await readRoles(context)).find((role) => role.id === String(id))?.key ?? null;
}
