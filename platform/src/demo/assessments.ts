import { suiteModules } from '@console/contract/modules';
import { type AssessmentStatus, assessmentStatuses } from '../assessments/statuses.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import type { NewRow } from '../core/database/schema.ts';
import type { SeededOrganisation, SeededUser } from './mappings.ts';
import { demoDepartments } from './people-list.ts';
import type { Random, RandomDates } from './random.ts';

const models = [
  'ISO/IEC 27001:2022',
  'ISO/IEC 27701:2019',
  'ISO 22301:2019',
  'SOC 2 Type II',
  'PCI DSS 4.0',
  'GDPR',
  'DPDP Act 2023',
  'HIPAA Security Rule',
  'NIST CSF 2.0',
  'Cyber Essentials Plus',
];
const kinds = ['Internal audit', 'Supplier audit', 'Surveillance audit', 'Certification audit', 'Gap assessment'];

const quarterOf = (date: Date) => `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${date.getUTCFullYear()}`;

export const demoModels = (
  organisations: SeededOrganisation[],
  random: Random,
  randomDates: RandomDates,
): NewRow<'subscribed_model'>[] =>
  organisations.flatMap(({ id, created_at }, place) =>
    random
      .some(models, place === 0 ? 6 : random.whole(0, 4))
      .map((title) => ({ ent_org_id: id, title, created_at: randomDates.within(60, created_at) })),
  );

export const demoModules = (organisations: SeededOrganisation[], random: Random): NewRow<'subscribed_module'>[] =>
  organisations.flatMap(({ id }, place) => {
    const [first, ...others] = suiteModules;
    const more = place === 0 ? others : random.some(others, random.whole(1, 6));
    return [first, ...more].map(({ moduleId }) => ({ ent_org_id: id, module_id: moduleId }));
  });

/** Assessments of the subscribed models; the first organisation has every status. */
export function demoAssessments(
  organisations: SeededOrganisation[],
  subscribed: NewRow<'subscribed_model'>[],
  users: SeededUser[],
  random: Random,
  randomDates: RandomDates,
): NewRow<'asmt'>[] {
  return organisations.flatMap(({ id }, place) => {
    const own = subscribed.filter(({ ent_org_id }) => ent_org_id === id);
    if (own.length === 0) return [];
    const people = (role: number) => users.filter((user) => user.organisationId === id && user.roleId === role);
    const [assessors, auditees] = [people(4), people(5)];
    return Array.from({ length: place === 0 ? 32 : random.whole(1, 7) }, (_, number) => {
      const model = random.pick(own);
      const status =
        place === 0
          ? (assessmentStatuses[number % assessmentStatuses.length] as AssessmentStatus)
          : random.pick(assessmentStatuses);
      const kind = random.pick(kinds);
      // Unfinished assessments are recent.
      const lately = randomDates.between(150, 10);
      const subscribedAt = model.created_at as Date;
      const created_at =
        status === 'Completed' || lately < subscribedAt ? randomDates.lately(300, subscribedAt) : lately;
      const dates = datesOf(status, created_at, random, randomDates);
      return {
        guid: random.chance(0.9) ? random.uuid() : null,
        ent_org_id: id,
        title: `${kind} of ${random.pick(demoDepartments)}, ${quarterOf(created_at)}`,
        model_title: model.title,
        description: random.chance(0.8) ? `${kind} of the controls of ${model.title}.` : null,
        audit_type: kind,
        audit_status: status,
        assessor_id: random.chance(0.95) && assessors.length > 0 ? random.pick(assessors).id : null,
        auditee_id: random.chance(0.9) && auditees.length > 0 ? random.pick(auditees).id : null,
        ...dates,
        ...progressOf(status, random),
        created_at,
        updated_at: dates.actual_end_date
          ? randomDates.within(0, dates.actual_end_date)
          : randomDates.since(dates.actual_start_date ?? created_at),
      };
    });
  });
}

function datesOf(status: AssessmentStatus, created_at: Date, random: Random, randomDates: RandomDates) {
  if (status === 'Not Started') {
    const start_date = random.chance(0.8) ? randomDates.between(-5, -40) : null;
    const end_date = start_date && randomDates.between(-45, -120);
    return { start_date, end_date, actual_start_date: null, actual_end_date: null };
  }
  const start_date = randomDates.within(20, created_at);
  const actual_start_date = randomDates.within(10, start_date);
  return {
    start_date,
    // Some unfinished assessments are overdue.
    end_date: addMs(start_date, random.whole(20, 110) * dayMs),
    actual_start_date,
    actual_end_date: status === 'Completed' ? randomDates.within(90, actual_start_date) : null,
  };
}

function progressOf(status: AssessmentStatus, random: Random) {
  const total = random.whole(24, 140);
  const [answered, judged] = {
    'Not Started': [0, 0],
    'In Progress': [random.whole(1, total - 1), 0],
    'Under Review': [total, random.whole(0, total - 1)],
    'On Hold': [random.whole(0, total - 1), 0],
    Completed: [total, total],
  }[status] as [number, number];
  return {
    response_pending_count: total - answered,
    response_completed_count: answered,
    evaluation_pending_count: total - judged,
    evaluation_completed_count: judged,
    total_cntrls_count: total,
  };
}

/** Two responders of each kind in the first organisation, some elsewhere, none of the users to sign in as. */
export function demoResponders(organisations: SeededOrganisation[], users: SeededUser[]): NewRow<'responder'>[] {
  const kinds = ['continuer', 'investigator', 'arc'] as const;
  return organisations.slice(0, 12).flatMap(({ id }, place) => {
    // From the end of the list, because the users to sign in as are at its beginning.
    const auditees = users.filter((user) => user.organisationId === id && user.roleId === 5).toReversed();
    const each = place === 0 ? 2 : 1;
    return kinds.flatMap((kind, at) =>
      auditees.slice(at * each, at * each + each).map((user) => ({ ent_usr_id: user.id, kind })),
    );
  });
}
