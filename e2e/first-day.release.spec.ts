import { liveFirstDay } from './first-day.ts';
import { keyboard, mouse } from './hands.ts';
import { test } from './journey.ts';

// A press on a missing element fails before the test times out.
test.use({ actionTimeout: 60_000 });

for (const [how, hand, viewport] of [
  ['with a mouse at 1280 px', mouse, { width: 1280, height: 900 }],
  ['on a phone at 390 px', mouse, { width: 390, height: 844 }],
  ['with keys alone', keyboard, { width: 1280, height: 900 }],
] as const)
  test(`START-62 the first day ${how}, without demo data and mail server: own organisation, customer, its people, a vendor`, async ({
    browser,
  }) => {
    test.setTimeout(400_000);
    await liveFirstDay(browser, hand, viewport);
  });
