import type { Page } from '@playwright/test';

/** A sibling module that responds with an empty page and records its requests. */
export const sibling = async (page: Page, origin: string) => {
  const requests: { url: string; referer: string | undefined }[] = [];
  await page.route(`${origin}/**`, (route) => {
    requests.push({ url: route.request().url(), referer: route.request().headers().referer });
    return route.fulfill({ contentType: 'text/html', body: '<title>Sibling</title><h1>Sibling</h1>' });
  });
  return requests;
};

export const auditor = 'http://localhost:3002';
