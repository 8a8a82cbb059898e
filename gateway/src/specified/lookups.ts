import type { RoleKey } from '@console/contract/access';
import { extensionCalls } from '@console/contract/calls/extensions';
import { lookupsCalls } from '@console/contract/calls/lookups';
import DataLoader from 'dataloader';
import type { Context } from '../core/context.ts';
import type { LookupCall } from '../core/lookup-lists.ts';

/** The lists that `GET /consoles/ext/lookup_lists` contains. */
const combinedCalls: ReadonlySet<LookupCall> = new Set(Object.values(lookupsCalls));

/** The lists that a request reads. A product API may answer several in one call. */
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

/** The options of a list of `{ id, label }` or of texts. */
export const readOptions = (context: Context, call: LookupCall, key: string) =>
  context.services.lookups.options(LookupReads.of(context), call, key);

/** REST-25: the roles with a known name, highest first. */
export const readRoles = (context: Context) => context.services.lookups.roles(LookupReads.of(context));

/** The role with this id; null when the product API has none. */
export async function findRoleById(context: Context, id: string | number): Promise<RoleKey | null> {
  return (await readRoles(context)).find((role) => role.id === String(id))?.key ?? null;
}
