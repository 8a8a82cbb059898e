import { userOf } from './lists.ts';
import { viewer } from './responses.ts';
import { role } from './roles.ts';
import type { Answer, Call } from './script.ts';

const option = (id: string, label: string) => ({ __typename: 'Option', id, label });

export const lookups = {
  __typename: 'Lookups',
  departments: [option('1', 'InfoSec'), option('2', 'Legal')],
  countryCodes: [option('+91', 'India (+91)'), option('+44', 'United Kingdom (+44)')],
};

const person = userOf('1', {
  firstName: 'Ada',
  lastName: 'Admin',
  fullName: 'Ada Admin',
  email: 'admin@demo.example',
  countryCode: '+44',
  role: role('11', 'ADMINISTRATOR', 'Administrator', 1),
});

/** The profile page's response about the signed-in user of the other pages. */
export const profileOf = (changes: object = {}, more: object = {}): Answer => ({
  data: { viewer: { ...viewer, passkeys: null, ...more, user: { ...viewer.user, ...person, ...changes } } },
});

/** The gateway's response to a changed profile. */
export const updated = ({ variables }: Call): Answer => {
  const input = variables.input as { firstName: string; lastName: string };
  const user = { ...person, ...input, fullName: `${input.firstName} ${input.lastName}` };
  return { data: { updateProfile: { __typename: 'UpdateProfilePayload', user } } };
};
