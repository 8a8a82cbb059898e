/** Lines of a file for the import: the first organisation has half of the users, the others have the other half. */
export function importedFile({ organisations, users }: { organisations: number; users: number }) {
  const nameOf = (place: number) => `Imported ${place}`;
  const orgs = Array.from({ length: organisations }, (_, place) => ({
    type: 'organisation',
    brandname: nameOf(place),
    legalname: `${nameOf(place)} Ltd`,
    industry: 'Energy',
    email_domain: 'imported.example',
    website: 'https://imported.example',
    pin: '560001',
    city: 'Bengaluru',
    state: 'Karnataka',
    country: 'India',
    user_limit: users,
  }));
  const people = Array.from({ length: users }, (_, n) => ({
    type: 'user',
    organisation: nameOf(n % 2 === 0 ? 0 : n % organisations),
    firstname: 'First',
    lastname: `Last ${n}`,
    email: `user${String(n).padStart(6, '0')}@imported.example`,
    designation: 'Analyst',
    role: 'Auditee',
    supervisor: 'boss@imported.example',
    department_name: 'InfoSec',
    country_code: '+91',
    mobile: '98450 12345',
  }));
  return {
    text: [...orgs, ...people].map((line) => JSON.stringify(line)).join('\n'),
    /** In order. */
    emails: people.map(({ email }) => email),
  };
}
