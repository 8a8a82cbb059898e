import { type PersonTextField, personField, personTextFields } from './person-fields.ts';

/** Rows of a table that are about a person. */
export interface PersonRows {
  /** Their name in the copy. */
  as: string;
  /** The column with the person's id. `key_id>key.user_id` is the id of the person through the row of another table. */
  by: string;
  /** If `by` has something else: the person's email address, or their id as the target of an event. */
  is?: 'email' | 'target';
  /** The columns with the organisations that hold the row. By default the organisation of the person holds it. */
  of?: readonly string[];
  columns: readonly string[];
  /** The columns that another organisation may see of its external user; by default none of the rows that the person's organisation holds. */
  toOthers?: readonly string[];
  /** Those that they may see as well of one who has no home organisation. */
  toOthersWithoutHome?: readonly string[];
}

/** What of a table is in the copy of a person's data. */
export interface PersonTable {
  rows: readonly PersonRows[];
  /** All other columns, by the reason why they are left out. */
  leftOut: Readonly<Record<string, readonly string[]>>;
}

export const secret = 'A secret, or the hash of one';
export const otherPerson = 'Another person';
export const internal = 'How the product works, not what it knows about the person';
export const ofOrganisation = 'Data of the organisation';
export const inProgress = 'An action in progress, deleted when it ends';
export const storedResponse = 'A stored response, which has data of many people, for 24 hours';

export const nothing = (reason: string, ...columns: string[]): PersonTable => ({
  rows: [],
  leftOut: { [reason]: columns },
});

export const isVisible = (field: PersonTextField): boolean => personField(field).visibleToOthers === true;
export const isVisibleWithoutHome = (field: PersonTextField): boolean => personField(field).visibleWithoutHome === true;
export const ownTexts = personTextFields.filter((field) => field !== 'supervisor');

export const reviewColumns = ['id', 'name', 'due_on', 'state', 'started_at', 'ended_at'];
export const assessmentColumns = ['id', 'title', 'audit_status', 'start_date', 'end_date', 'created_at'];
export const mappingColumns = ['id', 'vendor_id', 'customer_id', 'activated', 'status', 'created_at', 'updated_at'];
export const deviceColumns = ['user_agent', 'client_address', 'created_at', 'last_used_at', 'expires_at'];
export const throughKey = 'api_key_id>api_key.ent_usr_id';
