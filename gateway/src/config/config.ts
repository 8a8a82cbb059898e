import { isRecord, type OrganisationBody, recordOf } from '../product-api/shape.ts';
import type { ConfigBody } from '../specified/config.ts';

export interface ConfigResult {
  /** Reads the configuration again if necessary; may fail although it was saved. */
  config(): Promise<ConfigBody>;
  organisationId: string;
}

/** Whether an organisation's body contains its configuration; rows of lists do not. */
export const hasConfig = (organisation: OrganisationBody): boolean => isRecord(recordOf(organisation).config);
