import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderAlone } from '../../testing/render.tsx';
import { withstandPageTranslation } from './pageTranslation.ts';

/** Replaces each text node by a <font>, as the page translations of Chrome and Edge do. */
const translate = (root: Element) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  for (const text of found) {
    const font = document.createElement('font');
    font.append(document.createElement('font'));
    font.firstElementChild?.append(text.data);
    text.replaceWith(font);
  }
};

function Rows() {
  const [count, setCount] = useState(1);
  return (
    <section>
      {count > 1 && <b>Many: </b>}
      Users: {count} selected
      {count < 3 && ' of few'}
      <button type="button" onClick={() => setCount(count + 1)}>
        More
      </button>
    </section>
  );
}

test('ACCESS-1 texts that a page translation has replaced change, come and go as React renders them', async () => {
  withstandPageTranslation();
  const { screen } = await renderAlone(<Rows />);
  const more = screen.getByRole('button', { name: 'More' });
  await expect.element(more).toBeVisible();
  const section = more.element().parentElement as Element;
  for (const text of ['Many: Users: 2 selected of few', 'Many: Users: 3 selected', 'Many: Users: 4 selected']) {
    translate(section);
    expect(section.querySelectorAll(':scope > font').length).toBeGreaterThan(2);
    await more.click();
    await expect.poll(() => section.textContent).toBe(`${text}More`);
  }
});
