import type { Action } from '@console/contract/access';
import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import { mutationNames, mutationOf } from '@console/contract/mutations';
import { fillSample, type SampleTarget } from '@console/contract/testing/fill-sample';

export type CallName = keyof typeof calls;
type AnyCallName = CallName | keyof typeof extensionCalls;

/** A call with a sample. A toggle has one entry for each direction. */
interface SampledCall {
  call: AnyCallName;
  /** The name of the call, with `-back` for the opposite direction. */
  label: string;
  /** The action of the mutation that makes the call. */
  action: Action;
  /** Whether the password must be confirmed before the call. */
  isConfirmed: boolean;
  bodyFor(target: SampleTarget): object;
}

const makersOf = (call: string) =>
  mutationNames.map(mutationOf).filter(({ writes = [] }) => writes.some((write) => write === call));

/** The write calls that have a sample in the contract and belong to a mutation with a permission. */
export const sampledCalls: readonly SampledCall[] = Object.values<Call>({ ...calls, ...extensionCalls }).flatMap(
  ({ name, event, sample, wayBack }) =>
    [
      { label: name, event, sample },
      { label: `${name}-back`, ...wayBack },
    ].flatMap((way) => {
      const { label, sample } = way;
      const maker = makersOf(name).find(({ event }) => event === way.event);
      if (!sample || !maker?.action) return [];
      return {
        call: name as AnyCallName,
        label,
        action: maker.action,
        isConfirmed: maker.isConfirmed === true,
        bodyFor: (target: SampleTarget) => fillSample(sample, { secret: 'secret', ...target }),
      };
    }),
);

/** The name of the call with this label. */
export const callNameOf = (label: string) => label.replace(/-back$/, '') as CallName;

/** The calls of mutations that a person confirms, always or in some cases. */
export const confirmedCalls: ReadonlySet<string> = new Set(
  mutationNames.map(mutationOf).flatMap(({ isConfirmed, writes = [] }) => (isConfirmed ? writes : [])),
);
