import type { Page } from '@playwright/test';

/** Milliseconds from a key press to the painted frame with its effect. */
export interface KeyTime {
  /** In the search field. */
  inputMs: number;
  /** In the rows. */
  rowsMs: number;
}

interface Timed {
  keyTime: Promise<KeyTime>;
}

/**
 * Runs in the page before a key is pressed. `status` is the text of the row counter when the rows have changed; empty if they change with the input. A
 * message that is posted from a frame's callback arrives after that frame was painted.
 */
function listen(status: string): void {
  const search = document.querySelector('[aria-label="Search users"]');
  const shows = () => [...document.querySelectorAll('[role="status"]')].some((region) => region.textContent === status);
  const painted = (since: number) =>
    new Promise<number>((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now() - since);
        port2.postMessage(null);
      });
    });
  const rowsShown = () =>
    new Promise<void>((done) => {
      const observer = new MutationObserver(() => {
        if (!shows()) return;
        observer.disconnect();
        done();
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
  const keyTime = new Promise<KeyTime>((done) => {
    const onKey = ({ timeStamp }: Event) => {
      const onInput = async () => {
        const rows = status === '' ? undefined : rowsShown().then(() => painted(timeStamp));
        const inputMs = await painted(timeStamp);
        done({ inputMs, rowsMs: (await rows) ?? inputMs });
      };
      search?.addEventListener('input', onInput, { capture: true, once: true });
    };
    search?.addEventListener('keydown', onKey, { capture: true, once: true });
  });
  Object.assign(window, { keyTime });
}

/** Presses a key in the focused search field. */
export async function pressKey(page: Page, key: string, status = ''): Promise<KeyTime> {
  await page.evaluate(listen, status);
  await page.keyboard.press(key);
  return page.evaluate(() => (window as unknown as Timed).keyTime);
}
