import { isolated } from '../ui/values/isolated.ts';
/** Label of a person, unique among people with equal names. */
export const personLabel = ({ fullName, email }: { fullName: string; email: string }): string =>
  fullName === email ? email : `${isolated(fullName)} (${email})`;
