import { maxLength, texts } from '@console/contract/rules';
import { entUsrInput, idIn } from '@console/contract/shapes';
import { z } from 'zod';
import { diallingCodes } from '../core/countries.ts';
import { invalid } from '../core/failure.ts';

const given = z.string().nullish();
const givenId = idIn.nullish();

/** What a form may send of a user. Fields that are missing pass, so that they are refused together with the blank ones, in the form's own words. */
export const userInput = entUsrInput.extend({
  firstname: given,
  lastname: given,
  designation: given,
  supervisor: given,
  department_name: given,
  email: given,
  role_id: givenId,
  ent_org_id: givenId,
});

/** The fields that people may set of their own record. */
export interface UserForm {
  firstname: string;
  lastname: string;
  designation: string;
  supervisor: string;
  department_name: string;
  country_code: string | null;
  mobile: string | null;
}

const required: Record<'firstname' | 'lastname' | 'designation' | 'supervisor' | 'department_name', number> = {
  firstname: maxLength.personName,
  lastname: maxLength.personName,
  designation: maxLength.designation,
  supervisor: maxLength.email,
  department_name: maxLength.department,
};

const dials = new Set(diallingCodes.map(({ dial }) => dial));
const isEmail = (text: string) => z.email().safeParse(text).success;

/** Reads the form of a user (SPEC 5), blanks at the ends cut off. Throws 422 with every field that is wrong. */
export function readUserForm(input: z.output<typeof userInput>): UserForm {
  const errors: Record<string, string[]> = {};
  const text = (field: keyof UserForm) => input[field]?.trim() ?? '';
  const refuse = (field: keyof UserForm, problem: string | false) => {
    if (problem && !errors[field]) errors[field] = [problem];
  };
  for (const [field, max] of Object.entries(required) as [keyof typeof required, number][]) {
    refuse(field, text(field) === '' && texts.field.required);
    refuse(field, text(field).length > max && tooLong(max));
  }
  refuse('supervisor', !isEmail(text('supervisor')) && 'must be an email address');
  refuse('country_code', text('country_code') !== '' && !dials.has(text('country_code')) && 'must be a dialling code');
  refuse('mobile', text('mobile').length > maxLength.mobile && tooLong(maxLength.mobile));
  const digits = /^[\d -]*$/.test(text('mobile')) && (text('mobile') === '' || /\d/.test(text('mobile')));
  refuse('mobile', !digits && 'must have digits, spaces and hyphens only');
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    firstname: text('firstname'),
    lastname: text('lastname'),
    designation: text('designation'),
    supervisor: text('supervisor'),
    department_name: text('department_name'),
    country_code: text('country_code') || null,
    mobile: text('mobile') || null,
  };
}

const tooLong = (max: number) => `must have at most ${max} characters`;
