import { defaultDepartment, texts } from '@console/contract/rules';
import { type ComponentProps, useState } from 'react';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { WidgetSection } from './WidgetSection.tsx';

const departments = [defaultDepartment, 'Legal', 'Finance', 'Human Resources'].map((label) => ({
  value: label,
  label,
}));
const countries = Array.from({ length: 60 }, (_, index) => ({ value: `${index}`, label: `Country ${index + 1}` }));
const industries = [
  { value: 'other', label: 'Other' },
  { value: 'bank', label: 'Banking', group: 'Finance' },
  { value: 'insurance', label: 'Insurance', group: 'Finance' },
  { value: 'hospital', label: 'Hospital', group: 'Health' },
];

const roles = [
  {
    value: 'organiser',
    label: 'Organiser',
    description: 'Own organisation: manages users, mappings, SSO and API keys',
  },
  { value: 'auditee', label: 'Auditee', description: 'Own organisation: sees it, changes nothing' },
];

export function DropdownStates() {
  return (
    <WidgetSection title="Dropdowns">
      <Choice label="Department" data={departments} first={defaultDepartment} required />
      <Choice label="Country, a long list" data={countries} required />
      <Choice label="Industry, in groups" data={industries} />
      <Choice label="Designation, free text" data={departments} freeText required />
      <Choice label="Role, with a line each" data={roles} required />
      <Choice label="Loading" data={[]} loading required />
      <Choice label="Empty" data={[]} required />
      <Choice label="Failed" data={[]} failed required />
      <Choice label="Wrong" data={departments} required error={texts.field.required} />
      <Choice label="Only read" data={departments} first="Legal" readOnly />
    </WidgetSection>
  );
}

type ChoiceProps = Omit<ComponentProps<typeof Dropdown>, 'value' | 'onChange'> & { first?: string };

function Choice({ first, ...field }: ChoiceProps) {
  const [value, setValue] = useState<string | null>(first ?? null);
  return <Dropdown {...field} value={value} onChange={setValue} />;
}
