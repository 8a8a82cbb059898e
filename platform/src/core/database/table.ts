import type { ErasureChangeKind } from '@console/contract/generated/schema-types';
import type { ColumnType, GeneratedAlways, InsertType, RawBuilder, SelectType, UpdateType } from 'kysely';

const secretReason = 'A secret, or the hash of one';
const internalReason = 'How the product works, not what it knows about the person';

/** What a cipher is for; each has a key of its own. */
export type SecretPurpose = 'sso' | 'second-factor' | 'webhook';

interface ColumnFacts<T extends string> {
  /** What files have of it. */
  treatment: T;
  /** Why the copy of a person's data leaves it out. */
  leftOut: string | null;
  /** Whether the export of an organisation has it. */
  isExported: boolean;
  /** Whether it is in no backup without secrets either. */
  isSecret: boolean;
  /** The name that PostgreSQL has for it. */
  type: string;
  isIdentity: boolean;
  isNullable: boolean;
  /** The values that the database allows. */
  values?: readonly (string | number)[];
  defaultValue?: unknown;
  /** It is encrypted for the first column of its row, and again with each new secret of the platform. */
  sealedFor?: SecretPurpose;
}

type Nullable<V> =
  V extends ColumnType<infer S, infer I, infer U> ? ColumnType<S | null, I | null, U | null> : V | null;
type WithDefault<V> = ColumnType<SelectType<V>, InsertType<V> | undefined, UpdateType<V>>;

/** A column of a type as Kysely has it. */
export interface Column<V = unknown, T extends string = string> extends ColumnFacts<T> {
  /** Only a type. */
  readonly value?: V;
  nullable(): Column<Nullable<V>, T>;
  /** Its default in the database. */
  default(value: SelectType<V>): Column<WithDefault<V>, T>;
  /** Its type, where that is narrower than the database's. */
  as<W>(): Column<W, T>;
  /** Written by the database alone. */
  written(): Column<GeneratedAlways<V>, T>;
  sealed(purpose: SecretPurpose): Column<V, T>;
}

const column = <V, T extends string>(facts: ColumnFacts<T>): Column<V, T> => ({
  ...facts,
  nullable: () => column({ ...facts, isNullable: true }),
  default: (value) => column({ ...facts, defaultValue: value }),
  as: () => column(facts),
  written: () => column(facts),
  sealed: (sealedFor) => column({ ...facts, sealedFor }),
});

/** Columns of which files have the same, by type. */
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
    /** Read as a value, written as a text. */
    json: <V = string>() => of<ColumnType<V, string, string>>('jsonb'),
    /** The database allows only these. */
    oneOf: <const V extends string | number>(values: readonly V[]) =>
      of<V>(typeof values[0] === 'number' ? 'integer' : 'text', { values }),
  };
}

/** The column is in a person's copy of their data. */
export const copied = columns('copied', null);
/** Finds the rows of a person or of an organisation. */
export const finds = columns('finds', null);
/** The table has nothing that is copied. */
export const plain = columns('plain', null);
export const internal = columns('internal', internalReason);
export const ofOrganisation = columns('ofOrganisation', 'Data of the organisation');
export const otherPerson = columns('otherPerson', 'Another person');
export const mailText = columns('mailText', 'Text of an email, which has links and other people');
/** Made from other columns: only in backups, as is the next. */
export const derived = columns('derived', internalReason, false, false);
/** Verifies something and does not reveal it. */
export const proof = columns('proof', secretReason, false, false);
/** This and the next are in no copy, no export and no backup without secrets. */
export const secret = columns('secret', secretReason, false);
/** What others have sent, which may have anything in it. */
export const received = columns('received', 'Text of a request, which can name other people', false);

type Columns = Table['columns'];
type ValueOf<C> = C extends Column<infer V> ? V : never;
type Names<C> = keyof C & string;
type Treated<C, T extends string> = {
  [N in Names<C>]: C[N] extends { treatment: infer Own } ? (Own extends T ? N : never) : never;
}[Names<C>];
/** The secrets that a backup cannot replace by null. */
type RequiredSecret<C> = {
  [N in Treated<C, 'secret' | 'received'>]: null extends SelectType<ValueOf<C[N]>> ? never : N;
}[Treated<C, 'secret' | 'received'>];

/** From a row to an id: `ent_org_id` has it, `ent_usr_id>ent_usr.ent_org_id` leads through another table, and `recipient>ent_usr:email.ent_org_id` finds a row of that by another column. */
type Path<N extends string> = N | `${N}>${string}`;

/** Rows of a table that are about a person. */
export interface PersonRows<N extends string = string, Copied extends string = N> {
  /** Their name in the copy. */
  as: string;
  /** The column with the person's id, or the path to it; by default `ent_usr_id`. */
  by?: Path<N>;
  /** If `by` has something else: the person's email address, or their id as the target of an event. */
  is?: 'email' | 'target';
  /** The organisations that hold the row, by default those to which it leads without a person. `home`: the organisation of the person. */
  of?: readonly Path<N>[] | 'home';
  /** The columns that are copied; by default all but those of `without`. */
  columns?: readonly Copied[];
  without?: readonly Copied[];
  /** The columns that another organisation may see of its external user; by default none of the rows that the person's organisation holds. */
  toOthers?: readonly Copied[];
  /** Those that they may see as well of one who has no home organisation. */
  toOthersWithoutHome?: readonly Copied[];
}

export interface NoCopy<Said extends boolean = boolean> {
  /** Why nothing is copied. */
  reason: string;
  /** Whether the copy says so, because the table has rows of a person. */
  isSaid: Said;
}

/** The rows are about a person, and are not copied. */
export const nothing = (reason: string): NoCopy<true> => ({ reason, isSaid: true });
/** The rows are not about a person. */
export const noPerson = (reason: string): NoCopy<false> => ({ reason, isSaid: false });

/** What holds for an action in progress. */
export const inProgress = {
  organisation: [],
  person: nothing('An action in progress, deleted when it ends'),
  backup: 'none',
} as const;
/** What holds for responses that are repeated. */
export const storedAnswer = {
  organisation: [],
  person: nothing('A stored response, which has data of many people, for 24 hours'),
  backup: 'with-secrets',
  kept: [{ days: 1, since: 'created_at' }],
} as const;
export const onlySecrets = nothing(secretReason);

type Expressions<N extends string> = Readonly<string extends N ? Record<N, string> : Partial<Record<N, string>>>;

/** What of a table is in a backup. Expressions are SQL over its row. */
interface Backup<N extends string = string> {
  /** `none`: sign-ins in progress, so that those of a restored copy are ended. */
  rows: 'all' | 'with-secrets' | 'none';
  /** What is written in place of a column. */
  always?: Expressions<N>;
  /** What a backup without secrets has in place of a column; other secrets are null. */
  withoutSecrets?: Expressions<N>;
  /** The condition of the rows that a backup without secrets has. */
  rowsWithoutSecrets?: string;
  /** The rows that a restored copy does not have. */
  notRestored?: string;
}

/** A backup that says what is in place of each secret that cannot be null. */
type CompleteBackup<N extends string, Secret extends string> =
  | (Backup<N> & { rows: 'with-secrets' | 'none' })
  | (Backup<N> & ([Secret] extends [never] ? unknown : { withoutSecrets: Readonly<Record<Secret, string>> }));

/** What a backup has in place of a password: a hash that matches nothing. */
export const unusablePassword = ':unusablePassword';
/** A hash of what was never given to anyone; each row has another one. */
export const unusableHash = `encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex')`;

/** The SQL of what replaces a person's name and their email address, which is unique and required. */
export const erasedAs = { name: `'Erased user'`, email: (id: string) => `'erased-' || ${id} || '@erased.invalid'` };

/** What an erasure does to the rows of a person. What it finds by an email address is in `privacy/continue-erasures.ts`. */
interface Erasure<N extends string = string> {
  /** Paths to the person: these rows are deleted. */
  deleted?: readonly Path<N>[];
  /** Paths to the person: in these rows `set` changes columns, by SQL over the row. */
  changed?: readonly Path<N>[];
  set?: Expressions<N>;
  /** All other columns that may be null become null, but these. */
  keeps?: readonly N[];
  /** The columns that code of the erasure clears. */
  cleared?: readonly N[];
  /** Why the rest of the rows stays. */
  stays?: string;
}

/** Rows that are deleted when a time is that many days ago. */
interface Retention<N extends string = string> {
  days: number;
  since: N;
  /** Only these. */
  if?: (now: Date) => RawBuilder<boolean>;
}

/** How long texts are kept that the product has written about people: an erasure does not find them there. */
export const textDays = 30;

/** `with its row`: a row that it references is deleted. `by name`: by code of the erasure. */
type Erased<N extends string> = Erasure<N> | 'with its row' | 'by name' | 'nothing';

/** What holds for the rows of a table with these names of columns, of which some are copied, some not decided, and some secrets that cannot be null. */
type Facts<N extends string, Copied extends string, Plain extends string, Secret extends string> = {
  /** Its rows stay when their organisation is deleted, without these values. */
  anonymised?: readonly N[];
  /** What a backup has of it; by default all rows. */
  backup?: 'with-secrets' | 'none' | CompleteBackup<N, Secret>;
  /** Its rows are counted as this before an erasure. */
  counted?: ErasureChangeKind;
  /** When rows are deleted by their age. */
  kept?: readonly Retention<N>[];
} & ([Secret] extends [never] ? unknown : { backup: unknown }) &
  /** Paths from a row to the organisations that it belongs to: it is in their export. By default its `ent_org_id`, or that of its user. */
  ([Extract<N, 'ent_org_id' | 'ent_usr_id'>] extends [never]
    ? { organisation: readonly Path<N>[] }
    : { organisation?: readonly Path<N>[] }) &
  /** `person`: what is in the copy of a person's data, or why nothing is. `erased`: by default the rows with the person's `ent_usr_id` are deleted. */
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

/** The row of a table, as Kysely reads and writes it. */
export type RowOf<T extends Table> = T extends TableOf<infer C> ? { -readonly [N in keyof C]: ValueOf<C[N]> } : never;

/** Declares a table: each column with what files have of it, then what holds for its rows. */
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
