import { calls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import type { responderLists } from '@console/contract/calls/users';
import { texts } from '@console/contract/rules';
import DataLoader from 'dataloader';
import type { Context } from '../core/context.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { readRows } from '../product-api/lists.ts';
import { requireKey } from '../product-api/reads.ts';
import { idOf, recordOf, toWireId, type UserBody } from '../product-api/shape.ts';

const parts = {
  continuer: {
    call: calls.conDeptResponders,
    list: 'con_dept_responders',
    failed: texts.respondersFailed.continuer,
  },
  investigator: {
    call: calls.incDeptResponders,
    list: 'inc_dept_responders',
    failed: texts.respondersFailed.investigator,
  },
  arc: { call: calls.taskDeptResponders, list: 'task_dept_responders', failed: texts.respondersFailed.task },
} as const;
export type ResponderKind = keyof typeof parts;
const names = Object.keys(parts) as ResponderKind[];

type Users = ReadonlySet<string> | null;

/** User ids by kind of responder; null for a list that failed. */
export interface ResponderLists {
  users: Record<ResponderKind, Users>;
  failures: string[];
}

type ResponderResponse = { readonly [K in keyof typeof responderLists]?: readonly unknown[] | null };

/** Responders of a request, read once per organisation or unfiltered for several: one call, or REST-26 to REST-28. */
export class Responders {
  readonly #context: Context;
  readonly #loader = new DataLoader((ids: readonly string[]) => this.#readMany(ids));
  readonly #known = new WeakMap<UserBody, ResponderLists>();
  #isFirst = true;
  #whole: Promise<ResponderLists> | null = null;

  constructor(context: Context) {
    this.#context = context;
  }

  static of = (context: Context): Responders => context.api.perRequest(Responders, () => new Responders(context));

  async read(organisationId: string | null): Promise<ResponderLists> {
    requireKey(this.#context.api);
    // A user without an organisation is looked up in the unfiltered lists.
    return this.#loader.load(organisationId ?? '');
  }

  add(users: readonly UserBody[], response: ResponderResponse): void {
    const lists = this.#listsIn(response);
    for (const user of users) this.#known.set(user, lists);
  }

  async readFor(user: UserBody): Promise<ResponderLists> {
    return this.#known.get(user) ?? this.read(idOf(user.ent_org_id));
  }

  async #readMany(ids: readonly string[]): Promise<ResponderLists[]> {
    const extended = await this.#context.supports('extensions');
    const [only = ''] = ids;
    const isSingle = extended && this.#isFirst && ids.length === 1 && only !== '';
    this.#isFirst = false;
    if (!isSingle) this.#whole ??= extended ? this.#readExtended(null) : this.#readSpecified();
    const lists = await (this.#whole ?? this.#readExtended(only));
    return ids.map(() => lists);
  }

  async #readExtended(organisationId: string | null): Promise<ResponderLists> {
    const query = organisationId === null ? {} : { org_id: toWireId(organisationId) };
    const response = await nullOnFailure(this.#context.api.call(extensionCalls.deptResponders, { query }));
    return response ? this.#listsIn(response) : listsOf({ continuer: null, investigator: null, arc: null });
  }

  #listsIn(response: ResponderResponse): ResponderLists {
    const usersOf = (part: ResponderKind) => {
      const list = response[parts[part].list];
      return list === null ? null : this.#usersIn(part, list);
    };
    return listsOf({
      continuer: usersOf('continuer'),
      investigator: usersOf('investigator'),
      arc: usersOf('arc'),
    });
  }

  async #readSpecified(): Promise<ResponderLists> {
    const read = async (part: ResponderKind) => {
      const users = async () =>
        this.#usersIn(part, (await this.#context.api.call(parts[part].call, { query: {} })).dept_responders);
      return nullOnFailure(users());
    };
    const [continuer, investigator, arc] = await Promise.all([read('continuer'), read('investigator'), read('arc')]);
    return listsOf({ continuer, investigator, arc });
  }

  #usersIn = (part: ResponderKind, list: readonly unknown[] | null | undefined): ReadonlySet<string> =>
    new Set(readRows(parts[part].call, list, (row) => idOf(recordOf(row).ent_usr_id), this.#context.api.log));
}

const listsOf = (users: Record<ResponderKind, Users>): ResponderLists => ({
  users,
  failures: names.flatMap((part) => (users[part] === null ? parts[part].failed : [])),
});

/** Fails only if the session has ended; any other failed list is just missing. */
async function nullOnFailure<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (thrown) {
    if (thrown instanceof ApiFailure && thrown.code !== 'UNAUTHENTICATED') return null;
    throw thrown;
  }
}
