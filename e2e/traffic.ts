import type { Page } from '@playwright/test';

const isGraphql = (url: string) => new URL(url).pathname === '/graphql';

/**
 * Records the GraphQL requests of a page from now on, by operation name. They include requests of a page that is still open: for a single URL, record
 * a new page.
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

/** Records the gateway's responses to a page. The returned function waits for all that have begun and returns their texts. */
export function recordResponses(page: Page): () => Promise<string> {
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    // A response to a page that the user has left has no text.
    if (isGraphql(response.url())) answers.push(response.text().catch(() => ''));
  });
  return async () => (await Promise.all(answers)).join('\n');
}
