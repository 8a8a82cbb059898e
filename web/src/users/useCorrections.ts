import { bulkMaxCorrections } from '@console/contract/rules';
import { useRef, useState } from 'react';
import type { UserUploadCorrection } from '../gql/graphql.ts';

/** Another text for a cell of the file. */
export type CellCorrection = UserUploadCorrection;

/** Typed texts that replace cells of a file. */
export interface Corrections {
  /** The text of a cell that was typed; undefined: the file's counts. */
  at: (row: number, column: string) => string | undefined;
  /** Whether no further cell can be corrected. */
  full: boolean;
  /** While they are sent. */
  locked: boolean;
  set: (row: number, column: string, text: string) => void;
  /** Checks the file again if corrections were changed. */
  check: () => void;
}

const sameCell = (one: CellCorrection, row: number, column: string) => one.row === row && one.column === column;

/** The corrections of one file, in the order in which they were begun. */
export const useCorrections = () => {
  // Also a ref: a selected file is checked before it is rendered.
  const typed = useRef<readonly CellCorrection[]>([]);
  const [shown, setShown] = useState(typed.current);
  const put = (next: readonly CellCorrection[]) => {
    typed.current = next;
    setShown(next);
  };
  const at = (row: number, column: string) => shown.find((one) => sameCell(one, row, column))?.text;
  return {
    at,
    full: shown.length >= bulkMaxCorrections,
    set(row: number, column: string, text: string) {
      const now = typed.current;
      const known = now.some((one) => sameCell(one, row, column));
      put(
        known
          ? now.map((one) => (sameCell(one, row, column) ? { row, column, text } : one))
          : [...now, { row, column, text }],
      );
    },
    any: shown.length > 0,
    clear: () => put([]),
    get all() {
      return typed.current;
    },
    /** How many have another text than these. */
    differing: (others: readonly CellCorrection[]) =>
      shown.filter((one) => !others.some((other) => sameCell(other, one.row, one.column) && other.text === one.text))
        .length,
  };
};
