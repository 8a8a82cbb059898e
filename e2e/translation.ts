import { expect, type Page } from '@playwright/test';

/**
 * Translates every page from now on, as Chrome does: each text, also a later one, is replaced by a <font>. The words do not change, so that tests
 * find them.
 */
export const translatePages = (page: Page) =>
  page.addInitScript(() => {
    const isLeftOut = (text: Node) =>
      !text.nodeValue?.trim() ||
      text.parentElement?.closest('font, [translate="no"], script, style, textarea') !== null;
    const translate = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) if (!isLeftOut(walker.currentNode)) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const font = document.createElement('font');
        font.append(document.createElement('font'));
        font.firstElementChild?.append(text.data);
        text.replaceWith(font);
      }
      document.documentElement.dataset.texts = String(texts.length);
    };
    addEventListener('DOMContentLoaded', () => {
      let isDue = false;
      new MutationObserver(() => {
        if (isDue) return;
        isDue = true;
        setTimeout(() => {
          isDue = false;
          translate();
        });
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
      translate();
    });
  });

/** Waits until the whole page is translated. */
export const expectTranslated = async (page: Page) => {
  await expect(page.locator('main font').first()).toBeAttached();
  await expect(page.locator('html')).toHaveAttribute('data-texts', '0');
};
