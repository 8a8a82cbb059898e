import { isolated } from '../ui/values/isolated.ts';
/** The label of a person, unique among persons with the same name. */
export const personLabel = ({ fullName, email }: { fullName: string; email: string }): string =>
  fullName === email ? email : `${isolated(fullName)} (${email})`;
