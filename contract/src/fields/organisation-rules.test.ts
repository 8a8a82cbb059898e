import { expect, test } from 'vitest';
import { parseUserLimit, seniorPosts, texts } from '../rules.ts';
import { requiredProblem } from './field-problem.ts';
import { emailDomainsOf, isWebsite, type OrganisationFields, validateOrganisation } from './organisation-rules.ts';

const good: OrganisationFields = {
  brandname: 'Demo',
  legalname: 'Demo Ltd',
  industry: 'Banking',
  email_domain: 'demo.example, sub.demo.example',
  website: 'https://www.demo.example/about',
  pin: '400051',
  country: 'India',
  state: 'Maharashtra',
  city: 'Mumbai',
};

test('ORG-15 ORG-16 missing fields are required, except the registered address', () => {
  expect(validateOrganisation(good)).toEqual({});
  const names = ['brandname', 'legalname', 'industry', 'email_domain', 'website', 'pin', 'country', 'state', 'city'];
  expect(validateOrganisation({})).toEqual(Object.fromEntries(names.map((name) => [name, requiredProblem])));
});

test('ORG-17 email domains are a comma separated list, each once', () => {
  expect(emailDomainsOf(' Demo.example,, sub.demo.example ,demo.example')).toEqual([
    'demo.example',
    'sub.demo.example',
  ]);
  for (const wrong of ['demo', '@demo.example', 'demo.example; other.example', 'http://demo.example', '-demo.example'])
    expect(validateOrganisation({ ...good, email_domain: wrong }).email_domain, wrong).toEqual({
      code: 'FORMAT',
      message: expect.stringContaining('domains'),
    });
});

test('CASES-25 only an http or https address is a website', () => {
  expect(['https://demo.example', 'HTTP://demo.example/x?y#z'].every(isWebsite)).toBe(true);
  const wrong = ['javascript:alert(1)', ' data:text/html,x', '//evil', 'http://a b', 'http://', 'ftp://demo.example'];
  expect([...wrong, 'https://u:p@demo.example', 'https://demo', 'demo.example'].filter(isWebsite)).toEqual([]);
});

test('OPEN-62 lengths count characters', () => {
  expect(validateOrganisation({ ...good, brandname: '😀'.repeat(100) })).toEqual({});
  expect(validateOrganisation({ ...good, brandname: '😀'.repeat(101) }).brandname).toEqual({
    code: 'TOO_LONG',
    message: expect.stringContaining('100 characters'),
  });
});

test('WIZ-3 CONST-2 only a positive whole number without leading zero is a user limit', () => {
  expect(['5', ' 12 '].map(parseUserLimit)).toEqual([5, 12]);
  expect(['0', '05', '-3', '1.5', 'abc', ''].map(parseUserLimit)).toEqual([-1, -1, -1, -1, -1, -1]);
});

test('WIZ-5 WIZ-6 WIZ-7 the senior posts with short form, role and department', () => {
  expect(seniorPosts.map(({ id, role, department }) => `${id} ${role} ${department}`)).toEqual([
    'CEO ASSESSOR Technology',
    'CTO ASSESSOR Technology',
    'CFO ASSESSOR Finance',
    'COO ASSESSOR Operations',
    'CISO ORGANISER InfoSec',
    'CHRO ASSESSOR HR',
    'CPO ASSESSOR HR',
    'DPO ORGANISER InfoSec',
  ]);
  expect(seniorPosts.every(({ id, label }) => label.endsWith(`[${id}]`))).toBe(true);
});

test('WIZ-9 MSG-14 the text about a duplicate user names the designation', () => {
  expect(texts.organisations.duplicateUser('CISO')).toBe('Duplicate User for CISO');
});
