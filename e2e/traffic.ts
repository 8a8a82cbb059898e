import type { Page } from '@playwright/test';

const isGraphql = (url: string) => new URL(url).pathname === '/graphql';

/**
 * The GraphQL requests of a page from now on, by operation name. What a page that is already open still asks for is among them: for the requests of one address,
 * record those of a page that is new in the context.
 */
export function recordOperations(page: Page): string[] {
  const operations: string[] = [];
  page.on('request', (request) => {
    if (!isGraphql(request.url()) || request.method() !== 'POST') return;
    // An upload is a form with the same text in it.
    operations.push(/"operationName":\s*"(\w+)"/.exec(request.postData() ?? '')?.[1] ?? 'unknown');
  });
  return operations;
}

/** Records what the gateway answers to a page; returns how to read it, once all that has begun has come. */
export function recordResponses(page: Page): () => Promise<string> {
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    // That of a page that was left has no text.
    if (isGraphql(response.url())) answers.push(response.text().catch(() => ''));
  });
  return async () => (await Promise.all(answers)).join('\n');
}
