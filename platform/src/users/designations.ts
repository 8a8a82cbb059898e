import { invalid } from '../core/base/failure.ts';

/** What is wrong with a user beside all others that there are. */
export interface Clash {
  field: 'email' | 'designation';
  problem: string;
}

/** The senior designations have one active holder in an organisation. */
export const designationHeld: Clash = { field: 'designation', problem: 'is held by somebody else' };

/** Turns the database's word that a designation has a holder already into a 422; it is the only one who knows of two at once. */
export function refuseHeldDesignation(error: unknown): never {
  if ((error as { constraint?: unknown }).constraint === 'ent_usr_senior')
    throw invalid({ [designationHeld.field]: [designationHeld.problem] });
  throw error;
}
