import { expect, test } from 'vitest';
import { moduleOrigin, suiteModules } from './modules.ts';

test('the suite has nine modules in the order of the bar, and only Controller is for admins', () => {
  expect(suiteModules.map(({ label }) => label)).toEqual([
    'Console',
    'Documenter',
    'Auditor',
    'Remediator',
    'Educator',
    'Continuer',
    'Investigator',
    'Central',
    'Controller',
  ]);
  expect(suiteModules.filter((module) => 'isAdmin' in module).map(({ moduleId }) => moduleId)).toEqual(['controller']);
});

test('a module has an origin on the main domain, and in local development a port by its index', () => {
  expect(moduleOrigin('auditor', 'suite.example')).toBe('https://auditor.suite.example');
  expect(moduleOrigin('console')).toBe('http://localhost:3000');
  expect(moduleOrigin('controller')).toBe('http://localhost:3008');
});
