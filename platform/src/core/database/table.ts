import type { ErasureChangeKind } from '@console/contract/generated/schema-types';
import type { ColumnType, GeneratedAlways, InsertType, RawBuilder, SelectType, UpdateType } from 'kysely';

const secretReason = 'A secret, or the hash of one';
const internalReason = 'How the product works, not what it knows about the person';

/** Purposes of encryption; each has its own key. */
export type SecretPurpose = 'sso' | 'second-factor' | 'webhook';

interface ColumnFacts<T extends string> {
  /** How files treat the column. */
  treatment: T;
  /** Why the copy of a person's data leaves it out. */
  leftOut: string | null;
  isExported: boolean;
  /** Whether a backup without secrets leaves it out. */
  isSecret: boolean;
  /** PostgreSQL's name of the type. */
  type: string;
  isIdentity: boolean;
  isNullable: boolean;
  values?: readonly (string | number)[];
  defaultValue?: unknown;
  /** A URL with a secret path, of which files without secrets have the origin. */
  hasSecretPath?: true;
  /** Encrypted for the first column of its row, and re-encrypted after a rotation. */
  sealedFor?: SecretPurpose;
}

type Nullable<V> =
  V extends ColumnType<infer S, infer I, infer U> ? ColumnType<S | null, I | null, U | null> : V | null;
type WithDefault<V> = ColumnType<SelectType<V>, InsertType<V> | undefined, UpdateType<V>>;

/** A column with its type in Kysely. */
export interface Column<V = unknown, T extends string = string> extends ColumnFacts<T> {
  /** Type only. */
  readonly value?: V;
  nullable(): Column<Nullable<V>, T>;
  default(value: SelectType<V>): Column<WithDefault<V>, T>;
  /** A narrower type than the database's. */
  as<W>(): Column<W, T>;
  written(): Column<GeneratedAlways<V>, T>;
  secretPath(): Column<V, T>;
  sealed(purpose: SecretPurpose): Column<V, T>;
}

const column = <V, T extends string>(facts: ColumnFacts<T>): Column<V, T> => ({
  ...facts,
  nullable: () => column({ ...facts, isNullable: true }),
  default: (value) => column({ ...facts, defaultValue: value }),
  as: () => column(facts),
  written: () => column(facts),
  secretPath: () => column({ ...facts, hasSecretPath: true }),
  sealed: (sealedFor) => column({ ...facts, sealedFor }),
});

/** Columns by type, which files treat alike. */
function columns<T extends string>(treatment: T, leftOut: string | null, isExported = true, isSecret = !isExported) {
  const of = <V>(type: string, given: Partial<ColumnFacts<T>> = {}): Column<V, T> =>
    column({ treatment, leftOut, isExported, isSecret, type, isIdentity: false, isNullable: false, ...given });
  return {
    text: of<string>('text'),
    texts: of<string[]>('text[]'),
    uuid: of<string>('uuid'),
    integer: of<number>('integer'),
    integers: of<number[]>('integer[]'),
    smallint: of<number>('smallint'),
    bigint: of<number>('bigint'),
    boolean: of<boolean>('boolean'),
    timestamp: of<Date>('timestamp with time zone'),
    bytes: of<Uint8Array>('bytea'),
    id: of<GeneratedAlways<number>>('integer', { isIdentity: true }),
    bigId: of<GeneratedAlways<number>>('bigint', { isIdentity: true }),
    /** Read as a value, written as text. */
    json: <V = string>() => of<ColumnType<V, string, string>>('jsonb'),
    oneOf: <const V extends string | number>(values: readonly V[]) =>
      of<V>(typeof values[0] === 'number' ? 'integer' : 'text', { values }),
  };
}

/** Columns that are part of the copy of a person's data. */
export const copied = columns('copied', null);
/** Columns that find the rows of a person or an organisation. */
export const finds = columns('finds', null);
/** Column of a table without copied data. */
export const plain = columns('plain', null);
export const internal = columns('internal', internalReason);
export const ofOrganisation = columns('ofOrganisation', 'Data of the organisation');
export const otherPerson = columns('otherPerson', 'Another person');
export const mailText = columns('mailText', 'Text of an email, which has links and other people');
/** Columns that are computed from others: only in backups, like `internal`. */
export const derived = columns('derived', internalReason, false, false);
/** Columns that verify something without revealing it. */
export const proof = columns('proof', secretReason, false, false);
/** Secrets, like `received`, are in no copy, export or backup without secrets. */
export const secret = columns('secret', secretReason, false);
/** Data that others have sent, which can contain anything. */
export const received = columns('received', 'Text of a request, which can name other people', false);

type Columns = Table['columns'];
type ValueOf<C> = C extends Column<infer V> ? V : never;
type Names<C> = keyof C & string;
type Treated<C, T extends string> = {
  [N in Names<C>]: C[N] extends { treatment: infer Own } ? (Own extends T ? N : never) : never;
}[Names<C>];
/** Secrets that a backup cannot replace by null. */
type RequiredSecret<C> = {
  [N in Treated<C, 'secret' | 'received'>]: null extends SelectType<ValueOf<C[N]>> ? never : N;
}[Treated<C, 'secret' | 'received'>];

/** Path to an id: `ent_org_id`, through a table `ent_usr_id>ent_usr.ent_org_id`, by a column `recipient>ent_usr:email.ent_org_id`. */
type Path<N extends string> = N | `${N}>${string}`;

export interface PersonRows<N extends string = string, Copied extends string = N> {
  /** Name of the rows in the copy. */
  as: string;
  /** Column with the person's id, or the path to it; by default `ent_usr_id`. */
  by?: Path<N>;
  /** Type of the value in `by` if it is not the id: the email address, or the id as the target of an event. */
  is?: 'email' | 'target';
  /** Organisations that hold the row. Default: those of paths without a person; `home`: the person's organisation. */
  of?: readonly Path<N>[] | 'home';
  /** Copied columns; by default all but `without`. */
  columns?: readonly Copied[];
  without?: readonly Copied[];
  /** Columns that the other organisation of an external user can see. Default: none in rows that the home organisation holds. */
  toOthers?: readonly Copied[];
  /** Further columns that the other organisation can see if the person has no home organisation. */
  toOthersWithoutHome?: readonly Copied[];
}

export interface NoCopy<Said extends boolean = boolean> {
  reason: string;
  /** Whether the copy gives the reason, because the table has rows of a person. */
  isSaid: Said;
}

/** Rows about a person that are not copied. */
export const nothing = (reason: string): NoCopy<true> => ({ reason, isSaid: true });
/** Rows that are not about a person. */
export const noPerson = (reason: string): NoCopy<false> => ({ reason, isSaid: false });

/** Facts of tables for actions in progress. */
export const inProgress = {
  organisation: [],
  person: nothing('An action in progress, deleted when it ends'),
  backup: 'none',
} as const;
/** Facts of tables for stored responses. */
export const storedResponse = {
  organisation: [],
  person: nothing('A stored response with data of many people, kept for 24 hours'),
  backup: 'with-secrets',
  kept: [{ days: 1, since: 'created_at' }],
} as const;
export const onlySecrets = nothing(secretReason);

type Expressions<N extends string> = Readonly<string extends N ? Record<N, string> : Partial<Record<N, string>>>;

/** Content of a backup. Expressions are SQL over the row. */
interface Backup<N extends string = string> {
  /** `none`: sign-ins in progress, which a restored copy ends. */
  rows: 'all' | 'with-secrets' | 'none';
  /** Replacements of columns. */
  always?: Expressions<N>;
  /** Replacements in a backup without secrets; other secrets are null. */
  withoutSecrets?: Expressions<N>;
  rowsWithoutSecrets?: string;
  notRestored?: string;
}

/** A backup with a replacement for each secret that cannot be null. */
type CompleteBackup<N extends string, Secret extends string> =
  | (Backup<N> & { rows: 'with-secrets' | 'none' })
  | (Backup<N> & ([Secret] extends [never] ? unknown : { withoutSecrets: Readonly<Record<Secret, string>> }));

/** Replaces a password: a hash that matches nothing. */
export const unusablePassword = ':unusablePassword';
/** Hash of a random value that was given to no one, different for each row. */
export const unusableHash = `encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex')`;

/** SQL that replaces a person's name and their email address, which is unique and required. */
export const erasedAs = { name: `'Erased user'`, email: (id: string) => `'erased-' || ${id} || '@erased.invalid'` };

/** Effect of an erasure on a person's rows. `privacy/continue-erasures.ts` finds others by email address. */
interface Erasure<N extends string = string> {
  /** Paths to the person: rows to delete. */
  deleted?: readonly Path<N>[];
  /** Paths to the person: rows in which `set` changes columns, by SQL. */
  changed?: readonly Path<N>[];
  set?: Expressions<N>;
  /** Columns that keep their value; all other nullable ones become null. */
  keeps?: readonly N[];
  /** Columns that the erasure's code clears. */
  cleared?: readonly N[];
  /** Why rows that are neither deleted nor changed stay. */
  stays?: string;
}

/** Rows that are deleted after a number of days. */
interface Retention<N extends string = string> {
  days: number;
  since: N;
  if?: (now: Date) => RawBuilder<boolean>;
}

/** Days for which texts about people are kept, because an erasure cannot find people in them. */
export const textDays = 30;

/** `with its row`: deleted with a row that it references. `by name`: deleted by the erasure's code. */
type Erased<N extends string> = Erasure<N> | 'with its row' | 'by name' | 'nothing';

/** Facts of a table with these columns, some copied, some undecided, some secrets that cannot be null. */
type Facts<N extends string, Copied extends string, Plain extends string, Secret extends string> = {
  /** Columns without value in rows that stay when the organisation is deleted. */
  anonymised?: readonly N[];
  /** Default: all rows. */
  backup?: 'with-secrets' | 'none' | CompleteBackup<N, Secret>;
  /** Kind as which rows are counted before an erasure. */
  counted?: ErasureChangeKind;
  kept?: readonly Retention<N>[];
} & ([Secret] extends [never] ? unknown : { backup: unknown }) &
  /** Paths to the organisations that export the row. By default its `ent_org_id`, or that of its user. */
  ([Extract<N, 'ent_org_id' | 'ent_usr_id'>] extends [never]
    ? { organisation: readonly Path<N>[] }
    : { organisation?: readonly Path<N>[] }) &
  /** `person`: copied data, or why there is none. `erased`: by default rows with the person's `ent_usr_id` are deleted. */
  (
    | { person: NoCopy<false>; erased?: Erased<N> }
    | ({
        person: NoCopy<true> | ([Plain] extends [never] ? readonly PersonRows<N, Copied>[] : never);
      } & ('ent_usr_id' extends N ? { erased?: Erased<N> } : { erased: Erased<N> }))
  );

export interface Table {
  columns: Readonly<Record<string, Column>>;
  organisation: readonly string[];
  anonymised: readonly string[] | null;
  person: readonly PersonRows[] | NoCopy;
  backup: Backup;
  erased: Erasure;
  counted: ErasureChangeKind | null;
  kept: readonly Retention[];
}

export interface TableOf<C extends Columns> extends Table {
  columns: C;
}

export type RowOf<T extends Table> = T extends TableOf<infer C> ? { -readonly [N in keyof C]: ValueOf<C[N]> } : never;

/** Declares a table: its columns, then the facts of its rows. */
export const table =
  <const C extends Columns>(all: C) =>
  (facts: Facts<Names<C>, Treated<C, 'copied'>, Treated<C, 'plain'>, RequiredSecret<C>>): TableOf<C> => {
    const { anonymised = null, backup = 'all', counted = null, kept = [], person, organisation, erased } = facts;
    const isOfUser = 'ent_usr_id' in all;
    return {
      columns: all,
      organisation: organisation ?? ['ent_org_id' in all ? 'ent_org_id' : 'ent_usr_id>ent_usr.ent_org_id'],
      anonymised,
      person,
      backup: typeof backup === 'string' ? { rows: backup } : (backup as Backup),
      erased: typeof erased === 'object' ? erased : erased === undefined && isOfUser ? { deleted: ['ent_usr_id'] } : {},
      counted,
      kept,
    };
  };
