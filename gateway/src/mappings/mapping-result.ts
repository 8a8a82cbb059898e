import type { MappingRow } from '../specified/mapping-shapes.ts';

/** The result of a mutation on a mapping. */
export interface MappingResult {
  /** The row as the organisation sees it now; null when it cannot be read. */
  row(): Promise<MappingRow | null>;
  organisationId: string;
}
