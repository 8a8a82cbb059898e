import { sendOperation } from '../equal-answers.ts';
import { graphqlRequest, load } from '../load.ts';
import { type Effort, median } from '../measure.ts';
import { type Server, withoutLimits } from '../processes.ts';
import { type Filled, filledOnPostgres } from '../scale/databases.ts';
import { apiKeyOf, type Size } from '../scale/fill.ts';
import { startGatewayOn, startPlatform, stopAll } from '../scale/processes.ts';
import { usersDocument } from '../scenarios.ts';

/** Organisations of 100,000 and of 1,000 active users. */
const size: Size = { organisations: 3, first: 100_000, second: 1_000, others: 10, inactiveShare: 0 };

const page = { query: usersDocument, variables: { first: 25, offset: 0 } };

/** Milliseconds (p50) for a page of 25, one client. */
export interface PushedDown {
  of100kMs: number;
  of1kMs: number;
  ratio: number;
}

interface Seen {
  viewer: { organisation: { users: { nodes: object[]; totalCount: number } } };
}

async function checkPage({ port }: Server, organisation: number, active: number): Promise<void> {
  const { viewer } = (await sendOperation(port, apiKeyOf(organisation), page)) as Seen;
  const { nodes, totalCount } = viewer.organisation.users;
  if (nodes.length !== 25 || totalCount !== active) throw new Error(`A page of ${active} users is not one`);
}

async function against({ port }: Server, { rounds, seconds }: Effort): Promise<PushedDown> {
  const time = async (organisation: number) => {
    const requests = [graphqlRequest(apiKeyOf(organisation), page)];
    return (await load({ port, requests, clients: 1, seconds })).p50Ms;
  };
  const both: [large: number, small: number][] = [];
  await time(1);
  await time(2);
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) both.push([await time(1), await time(2)]);
    else {
      const small = await time(2);
      both.push([await time(1), small]);
    }
  }
  return {
    of100kMs: median(both.map(([large]) => large)),
    of1kMs: median(both.map(([, small]) => small)),
    ratio: median(both.map(([large, small]) => large / small)),
  };
}

/** The gateway keeps no answers, so that each page is read anew. */
async function over<T>(filled: Filled, act: (gateway: Server) => Promise<T>) {
  const started: Server[] = [];
  try {
    const platform = await startPlatform(filled);
    started.push(platform);
    const gateway = await startGatewayOn(platform, { ...withoutLimits, LIST_CACHE_MB: '0' });
    started.push(gateway);
    await checkPage(gateway, 1, size.first);
    await checkPage(gateway, 2, size.second);
    return await act(gateway);
  } finally {
    await stopAll(started);
  }
}

/** Compares a page of 25 users of 100,000 with one of 1,000, through gateway and platform. */
export async function pushedDown(effort: Effort): Promise<PushedDown> {
  const postgres = await filledOnPostgres(size);
  try {
    return await over(postgres, (gateway) => against(gateway, effort));
  } finally {
    await postgres.remove();
  }
}
