import type { Action } from '@console/contract/access';
import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import { mutationNames, mutationOf } from '@console/contract/mutations';
import { fillSample, type SampleTarget } from '@console/contract/testing/fill-sample';

/** A call with a sample. */
interface SampledCall {
  name: string;
  /** The action of the mutation that makes the call. */
  action: Action;
  bodyFor(target: SampleTarget): object;
}

/** The writes that a mutation of the permission matrix makes and that have a sample in the contract. */
export const sampledCalls: readonly SampledCall[] = Object.values<Call>({ ...calls, ...extensionCalls }).flatMap(
  ({ name, sample }) => {
    const maker = mutationNames.map(mutationOf).find(({ writes = [] }) => writes.some((write) => write === name));
    if (!sample || !maker?.action) return [];
    return [{ name, action: maker.action, bodyFor: (target) => fillSample(sample, { secret: 'secret', ...target }) }];
  },
);
