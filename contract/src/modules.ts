/** The suite's modules in the order of the top bar (SPEC 1); only Administrators and Architects see `isAdmin` ones. */
export const suiteModules = [
  { moduleId: 'console', label: 'Console' },
  { moduleId: 'documenter', label: 'Documenter' },
  { moduleId: 'auditor', label: 'Auditor' },
  { moduleId: 'remediator', label: 'Remediator' },
  { moduleId: 'educator', label: 'Educator' },
  { moduleId: 'continuer', label: 'Continuer' },
  { moduleId: 'investigator', label: 'Investigator' },
  { moduleId: 'central', label: 'Central' },
  { moduleId: 'controller', label: 'Controller', isAdmin: true },
] as const satisfies readonly { moduleId: string; label: string; isAdmin?: boolean }[];

export type ModuleId = (typeof suiteModules)[number]['moduleId'];

const firstLocalPort = 3000;

/** Origin of a module: `https://{moduleId}.{mainDomain}`, or in local development `http://localhost:{3000 + index}` (SPEC 1, CHECKLIST OPEN-15). */
export const moduleOrigin = (moduleId: ModuleId, mainDomain?: string): string =>
  mainDomain
    ? `https://${moduleId}.${mainDomain}`
    : `http://localhost:${firstLocalPort + suiteModules.findIndex((module) => module.moduleId === moduleId)}`;
