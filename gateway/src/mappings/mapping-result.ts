import type { MappingRow } from '../specified/mapping-shapes.ts';

export interface MappingResult {
  /** The organisation's updated row; null if unreadable. */
  row(): Promise<MappingRow | null>;
  organisationId: string;
}
