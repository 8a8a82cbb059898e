import { setImmediate as nextTick } from 'node:timers/promises';
import { calls } from '@console/contract/calls/all';
import { texts } from '@console/contract/rules';
import type { Context } from '../core/context.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { readRows } from '../product-api/lists.ts';
import { requireKey } from '../product-api/reads.ts';
import { idOf, recordOf, toWireId } from '../product-api/shape.ts';

const parts = {
  continuer: { call: calls.conDeptResponders, failed: texts.respondersFailed.continuer },
  investigator: { call: calls.incDeptResponders, failed: texts.respondersFailed.investigator },
  arc: { call: calls.taskDeptResponders, failed: texts.respondersFailed.task },
} as const;
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

/** User ids by kind of responder; null for a list that failed. */
export interface ResponderLists {
  users: Record<Part, ReadonlySet<string> | null>;
  failures: string[];
}

/** REST-26 to REST-28 for one request: once for a single organisation, and once without a filter for several. */
export class Responders {
  readonly #context: Context;
  readonly #lists = new Map<string | null, Promise<ResponderLists>>();
  readonly #requested = new Set<string | null>();

  constructor(context: Context) {
    this.#context = context;
  }

  static of = (context: Context): Responders => context.api.perRequest(Responders, () => new Responders(context));

  async read(organisationId: string | null): Promise<ResponderLists> {
    const { api } = this.#context;
    requireKey(api);
    this.#requested.add(organisationId);
    const extended = await this.#context.supportsExtensions();
    await nextTick();
    const key = extended && this.#requested.size === 1 ? organisationId : null;
    const lists = this.#lists.get(key) ?? this.#read(key);
    this.#lists.set(key, lists);
    return lists;
  }

  async #read(organisationId: string | null): Promise<ResponderLists> {
    const read = await Promise.all(names.map((part) => this.#part(part, organisationId)));
    const [continuer = null, investigator = null, arc = null] = read;
    return {
      users: { continuer, investigator, arc },
      failures: names.filter((_part, index) => read[index] === null).map((part) => parts[part].failed),
    };
  }

  async #part(part: Part, organisationId: string | null): Promise<ReadonlySet<string> | null> {
    const { call } = parts[part];
    const { api } = this.#context;
    try {
      const query = organisationId === null ? {} : { org_id: toWireId(organisationId) };
      const { dept_responders } = await api.call(call, { query });
      return new Set(readRows(call, dept_responders, (row) => idOf(recordOf(row).ent_usr_id), api.log));
    } catch (thrown) {
      // Only an ended session is more than a missing part.
      if (thrown instanceof ApiFailure && thrown.code !== 'UNAUTHENTICATED') return null;
      throw thrown;
    }
  }
}
