import { changingText, currentUser, organisationDetail, organisationList, userList } from './bodies.ts';
import { type StubOrganisation, stubOrganisations } from './organisations.ts';

const bytes = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));

/** A prepared answer. */
interface Prepared {
  body: Buffer;
  etag?: string;
}

/** The answers of one organisation, prepared on first use. */
class PreparedAnswers {
  readonly #world: StubOrganisation;
  #visits = 0;
  #list: Buffer | undefined;
  #changesAt = -1;
  readonly #organisation: Buffer;
  readonly #users = new Map<string, Buffer>();

  constructor(world: StubOrganisation) {
    this.#world = world;
    this.#organisation = bytes(organisationDetail(world));
  }

  user(key: string): Prepared {
    const known = this.#users.get(key);
    const body = known ?? bytes({ user: currentUser(this.#world, key) });
    if (!known) this.#users.set(key, body);
    return { body };
  }

  signIn(key: string): Prepared {
    return { body: bytes({ current_ent_usr: currentUser(this.#world, key) }) };
  }

  organisation(): Prepared {
    return { body: this.#organisation };
  }

  list(): Prepared {
    this.#list ??= bytes(userList(this.#world));
    if (!this.#world.changing) return { body: this.#list, ...(this.#world.etag && { etag: '"same"' }) };
    if (this.#changesAt < 0) this.#changesAt = this.#list.indexOf(changingText);
    this.#visits += 1;
    const body = Buffer.from(this.#list);
    body.write(`visit${String(this.#visits).padStart(10, '0')}`, this.#changesAt);
    return { body };
  }
}

const answers = new Map(
  Object.values(stubOrganisations).map((world) => [String(world.id), new PreparedAnswers(world)]),
);

/** The answers for a key, `org-{id}`; undefined for any other. */
export const answersFor = (key: string): PreparedAnswers | undefined => answers.get(key.split('-', 2)[1] ?? '');

/** REST-37, the same for everybody. */
export const allOrganisations: Prepared = { body: bytes(organisationList()) };
