import { createContext, useState, useSyncExternalStore } from 'react';

/** The selected rows. */
export interface ChosenRows {
  /** Name of the rows' table; only rows of one table are selected at a time. */
  table: string;
  ids: ReadonlySet<string>;
  /** Whether all rows of the filter are selected, on all pages. */
  all: boolean;
}

const nothing: ChosenRows = { table: '', ids: new Set(), all: false };

/** The selected rows of a page's tables. Outside of React, so that a selection renders one row and not the table. */
export class RowChoice {
  #chosen = nothing;
  /** The first row of a range; the rows selected before the range, and its last row, follow. */
  #anchor: string | null = null;
  #before: ReadonlySet<string> = nothing.ids;
  #end: string | null = null;
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  read = (): ChosenRows => this.#chosen;

  has = (table: string, id: string): boolean =>
    this.#chosen.table === table && (this.#chosen.all || this.#chosen.ids.has(id));

  count = (table: string): number => (this.#chosen.table === table ? this.#chosen.ids.size : 0);

  /** `page` has the rows that can be selected on the page: of all rows, only these stay selected. */
  toggle(table: string, id: string, page: readonly string[]): void {
    const ids = new Set(this.#idsOf(table, page));
    if (!ids.delete(id)) ids.add(id);
    [this.#anchor, this.#before, this.#end] = [id, ids, id];
    this.#set({ table, ids, all: false });
  }

  /** Selects these rows too, or none of them. */
  setAll(table: string, rows: readonly string[], chosen: boolean): void {
    const ids = new Set(this.#idsOf(table));
    for (const id of rows) chosen ? ids.add(id) : ids.delete(id);
    this.#anchor = null;
    this.#set({ table, ids, all: false });
  }

  /** Selects all rows that the filter finds. */
  chooseAll(table: string): void {
    this.#set({ table, ids: this.#idsOf(table), all: true });
  }

  /** Selects the rows of `order` from `from`, or from the last selected row, to `to`. */
  chooseTo(table: string, order: readonly string[], to: string, from: string | null = this.#anchor): void {
    if (from === null || this.#anchor === null || (from !== this.#anchor && from !== this.#end))
      [this.#anchor, this.#before] = [from ?? to, this.#idsOf(table, order)];
    this.#end = to;
    const [start, end] = [order.indexOf(this.#anchor ?? to), order.indexOf(to)].toSorted((a, b) => a - b);
    const ids = new Set([...this.#before, ...order.slice(Math.max(0, start ?? 0), (end ?? 0) + 1)]);
    this.#set({ table, ids, all: false });
  }

  clear = (): void => {
    this.#anchor = null;
    if (this.#chosen !== nothing) this.#set(nothing);
  };

  #idsOf(table: string, page?: readonly string[]): ReadonlySet<string> {
    if (this.#chosen.table !== table) return nothing.ids;
    return this.#chosen.all && page ? new Set(page) : this.#chosen.ids;
  }

  #set(chosen: ChosenRows): void {
    this.#chosen = chosen.ids.size === 0 && !chosen.all ? nothing : chosen;
    for (const listener of this.#listeners) listener();
  }
}

/** The selection of a page, or of a list. */
export const useRowChoice = (): RowChoice => useState(() => new RowChoice())[0];

/** The selected rows. */
export const useChosenRows = (choice: RowChoice): ChosenRows => useSyncExternalStore(choice.subscribe, choice.read);

/** How the rows of a table are selected. */
export interface TableChoice {
  choice: RowChoice;
  /** The table's name in the selection. */
  table: string;
  /** The rows of the page that can be selected, in their order. */
  ids: readonly string[];
}

export const TableChoiceContext = createContext<TableChoice | null>(null);
