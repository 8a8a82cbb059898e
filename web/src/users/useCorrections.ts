import { bulkMaxCorrections } from '@console/contract/rules';
import { useRef, useState } from 'react';
import type { UserUploadCorrection } from '../gql/graphql.ts';

/** Another text for a cell of the file. */
export type CellCorrection = UserUploadCorrection;

/** Typed texts that replace cells of a file. */
export interface Corrections {
  /** The typed text of a cell; undefined if the cell was not corrected. */
  at: (row: number, column: string) => string | undefined;
  /** Whether the maximum number of corrections is reached. */
  full: boolean;
  /** Whether corrections are being sent. */
  locked: boolean;
  set: (row: number, column: string, text: string) => void;
  /** Checks the file again if corrections were changed. */
  check: () => void;
}

const sameCell = (one: CellCorrection, row: number, column: string) => one.row === row && one.column === column;

/** The corrections of one file, in the order in which they were begun. */
export const useCorrections = () => {
  // A ref as well, because a selected file is checked before React renders again.
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
    /** Number of corrections that are not among `others` with the same text. */
    differing: (others: readonly CellCorrection[]) =>
      shown.filter((one) => !others.some((other) => sameCell(other, one.row, one.column) && other.text === one.text))
        .length,
  };
};
