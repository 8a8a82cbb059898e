/** Somebody among others who may have the same name. */
export const personLabel = ({ fullName, email }: { fullName: string; email: string }): string =>
  fullName === email ? email : `${fullName} (${email})`;
