import { expect } from 'vitest';
import { enter, enterChoice, enterFile } from './enter.ts';
import type { openConsole } from './render.tsx';
import { role } from './roles.ts';
import type { Call } from './script.ts';

const option = (id: string, label: string) => ({ __typename: 'Option', id, label, group: null });

const seniors = [
  ['CEO', 'Chief Executive Officer [CEO]'],
  ['CTO', 'Chief Technology Officer [CTO]'],
  ['CFO', 'Chief Financial Officer [CFO]'],
  ['COO', 'Chief Operating Officer [COO]'],
  ['CISO', 'Chief Information Security Officer [CISO]'],
  ['CHRO', 'Chief Human Resources Officer [CHRO]'],
  ['CPO', 'Chief People Officer [CPO]'],
  ['DPO', 'Data Protection Officer [DPO]'],
] as const;

export const organisationLookups = {
  __typename: 'Lookups',
  industries: [option('1', 'Finance'), option('2', 'Health')],
  countries: [option('1', 'India'), option('2', 'Norway')],
  roles: [
    role('11', 'ADMINISTRATOR', 'Administrator', 1),
    role('13', 'ORGANISER', 'Organiser', 3),
    role('14', 'ASSESSOR', 'Assessor', 4),
  ],
  departments: ['InfoSec', 'Technology', 'Finance', 'Operations', 'HR'].map((label, at) => option(String(at), label)),
  designations: [option('1', 'Manager'), ...seniors.map(([id, label]) => option(id, label))],
  countryCodes: [option('+91', 'India (+91)'), option('+47', 'Norway, Svalbard and Jan Mayen (+47)')],
  seniorDesignations: seniors.map(([id, label]) => option(id, label)),
};

// An image of one pixel.
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const imageFile = (name: string): File =>
  new File([Uint8Array.from(atob(pixel), (character) => character.charCodeAt(0))], name, { type: 'image/png' });

/** Chooses a file in the field with this label. */
export const pickImage = async (label: 'Logo' | 'Icon', file: File): Promise<void> => {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')];
  const input = inputs[label === 'Logo' ? 0 : 1];
  if (!input) throw new Error(`no field ${label}`);
  await enterFile(input, file);
};

type Screen = Awaited<ReturnType<typeof openConsole>>['screen'];

export const fillField = async (screen: Screen, fields: Record<string, string>): Promise<void> => {
  for (const [name, text] of Object.entries(fields)) await enter(screen.getByRole('textbox', { name }), text);
};

const choose = (screen: Screen, name: string, label: string): Promise<void> =>
  enterChoice(screen.getByRole('combobox', { name }), screen.getByRole('option', { name: label, exact: true }), label);

/** Fills the first part of the form that onboards an organisation. */
export const fillDetails = async (screen: Screen): Promise<void> => {
  await expect.element(screen.getByRole('textbox', { name: 'Brand name' })).toBeVisible();
  await fillField(screen, {
    'Brand name': 'Acme',
    'Legal name': 'Acme Ltd',
    'Email domains': 'Acme.example, acme.test,',
    Website: 'https://acme.example',
  });
  await choose(screen, 'Industry', 'Finance');
};

/** Fills the images and the address. */
export const fillPlace = async (screen: Screen): Promise<void> => {
  await fillField(screen, { PIN: '0150', City: 'Oslo', State: 'Oslo county' });
  await choose(screen, 'Country', 'Norway');
  await pickImage('Logo', imageFile('logo.png'));
  await pickImage('Icon', imageFile('icon.png'));
};

export const fillOrganisation = async (screen: Screen): Promise<void> => {
  await fillDetails(screen);
  await fillPlace(screen);
};

/** The values that `fillOrganisation` sends; the files are other parts of the request. */
export const filledOrganisation = {
  brandName: 'Acme',
  legalName: 'Acme Ltd',
  industry: 'Finance',
  emailDomains: ['acme.example', 'acme.test'],
  website: 'https://acme.example',
  facility: { pin: '0150', country: 'Norway', state: 'Oslo county', city: 'Oslo', registeredAddress: null },
  logo: null,
  icon: null,
};

export const fillPerson = async (
  screen: Screen,
  firstName: string,
  { designation }: { designation?: string } = {},
): Promise<void> => {
  await fillField(screen, {
    'First name': firstName,
    'Last name': 'Hopper',
    Email: `${firstName.toLowerCase()}@acme.example`,
    Supervisor: 'boss@acme.example',
  });
  if (designation) await choose(screen, 'Designation', designation);
};

/** The names of the files of a multipart request, by their variables. */
export const filesOf = ({ form }: Call): Record<string, string> => {
  const map = JSON.parse(String(form?.get('map') ?? '{}')) as Record<string, string[]>;
  return Object.fromEntries(
    Object.entries(map).map(([part, [path = '']]) => [path, (form?.get(part) as File | null)?.name ?? '']),
  );
};
