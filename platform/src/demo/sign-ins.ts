export const demoPassword = 'Welcome#2026';

export const demoSignIns = [
  { email: 'admin@demo.example', what: 'Administrator' },
  { email: 'architect@demo.example', what: 'Architect' },
  { email: 'organiser@demo.example', what: 'Organiser' },
  { email: 'assessor@demo.example', what: 'Assessor' },
  { email: 'auditee@demo.example', what: 'Auditee' },
  { email: 'otp@secure.example', what: 'Organiser of an organisation that asks for a passcode' },
  { email: 'new@nowhere.example', what: 'Organiser without an organisation yet' },
  { email: 'disabled@demo.example', what: 'a deactivated user, who cannot sign in' },
  { email: 'user@closed.example', what: 'a user of a disabled organisation, who cannot sign in' },
] as const;
