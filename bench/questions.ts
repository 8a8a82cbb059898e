import { checkEqual } from './equal-answers.ts';
import { graphqlRequest } from './load.ts';
import { type Effort, measureAll, type Results } from './measure.ts';
import { scenarios } from './scenarios.ts';
import { serverNames, startServers, startStub } from './servers.ts';
import { checkStub } from './upstream/check.ts';

const clients = 32;

/** Measures the synthetic questions on all servers. */
export async function measureQuestions({
  beside,
  ...effort
}: Effort & { beside: string | undefined }): Promise<Results> {
  const stub = await startStub();
  const servers = await startServers(serverNames, stub, beside);
  try {
    await checkStub(stub);
    await checkEqual(scenarios, servers, stub);
    const trials = scenarios.flatMap(({ name, key, operation }) =>
      [...servers.keys()].map((server) => {
        const requests = [graphqlRequest(key, operation)];
        return { scenario: name, server, requests, clients };
      }),
    );
    console.log('  synthetic questions');
    return await measureAll(trials, servers, effort);
  } finally {
    await Promise.all([stub, ...servers.values()].map((server) => server.stop()));
  }
}
