import { liveFirstDay } from './first-day.ts';
import { mouse } from './hands.ts';
import { test } from './journey.ts';

// A press that finds nothing is over before the test.
test.use({ actionTimeout: 60_000 });

test('START-62 the first day with a mouse at 1280 px, without demo data and mail server: own organisation, customer, its people, a vendor', async ({
  browser,
}) => {
  test.setTimeout(400_000);
  await liveFirstDay(browser, mouse, { width: 1280, height: 900 });
});
