import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { minuteMs } from '../core/base/clock.ts';
import { conflict } from '../core/base/failure.ts';
import { countAttempt } from '../core/database/limits.ts';
import type { Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { findSso, readSingleSignOn, type SingleSignOnResponse, testsKept } from './sso-settings.store.ts';
import type { SsoFinding } from './tables.ts';

const testLimit = { max: 20, windowMs: 10 * minuteMs };

type Step = SsoFinding['step'];

export class StepFailed extends Error {
  readonly step: Step;

  constructor(step: Step, message: string) {
    super(message);
    this.step = step;
  }
}

/** Counts a test of either kind. Throws 429. */
export const countTest = ({ db, clock }: Services, organisationId: number): Promise<void> =>
  countAttempt(db, clock, `sso:test:${organisationId}`, testLimit);

/** 409: the findings are about earlier settings. */
export const changedDuringTest = () => conflict('The settings were changed during the test. Test them again.');

/** Findings of all steps. Steps after a failure are not tested. */
export async function findingsOf(
  steps: readonly Step[],
  takeSteps: (pass: (step: Step, message: string) => void) => Promise<void>,
): Promise<SsoFinding[]> {
  const findings: SsoFinding[] = [];
  try {
    await takeSteps((step, message) => void findings.push({ step, has_passed: true, message }));
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    findings.push({ step: error.step, has_passed: false, message: error.message });
  }
  const rest = steps.slice(findings.length);
  return [...findings, ...rest.map((step) => ({ step, has_passed: null, message: 'Not tested.' }))];
}

/** Stores a test, and whether its settings passed. Throws 403, 404, 409 if they changed since. */
export const storeTest = (
  services: Services,
  caller: Caller,
  { kind, tested, findings }: Pick<Row<'sso_test'>, 'kind'> & { tested: Row<'sso'>; findings: SsoFinding[] },
): Promise<{ has_passed: boolean; singleSignOn: SingleSignOnResponse }> =>
  runCommand(services, caller, async (trx) => {
    const { id } = await lockAllowedOrganisation(trx, caller, 'sso:activate', tested.ent_org_id);
    const current = await findSso(trx, id);
    if (!current || !isSameSettings(current, tested)) throw changedDuringTest();
    const now = services.clock();
    const has_passed = findings.every((finding) => finding.has_passed);
    await trx
      .insertInto('sso_test')
      .values({
        ent_org_id: id,
        ent_usr_id: caller.userId,
        created_at: now,
        kind,
        has_passed,
        findings: JSON.stringify(findings),
      })
      .execute();
    const kept = trx
      .selectFrom('sso_test')
      .select('id')
      .where('ent_org_id', '=', id)
      .orderBy('id', 'desc')
      .limit(testsKept);
    await trx.deleteFrom('sso_test').where('ent_org_id', '=', id).where('id', 'not in', kept).execute();
    const passedAt = has_passed ? now : null;
    await trx
      .updateTable('sso')
      .set(
        kind === 'SIGN_IN'
          ? { signed_in_at: passedAt, ...(has_passed && { client_refused_at: null }) }
          : { tested_at: passedAt },
      )
      .where('ent_org_id', '=', id)
      .execute();
    const singleSignOn = await readSingleSignOn(trx, services.settings, id);
    if (!singleSignOn) throw new Error('locked settings are gone');
    const after = { passed: has_passed, ...(kind === 'SIGN_IN' && { how: 'by signing in' }) };
    return {
      answer: { has_passed, singleSignOn },
      audit: { action: 'sso:test', target: { type: 'ent_org', id }, after },
    };
  });

const isSameSettings = (one: Row<'sso'>, other: Row<'sso'>): boolean =>
  (['client_id', 'tenant_id', 'client_secret_sealed', 'issuer'] as const).every((field) => one[field] === other[field]);
