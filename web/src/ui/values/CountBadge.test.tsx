import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { renderAlone } from '../../testing/render.tsx';
import { PageHeader } from '../layout/PageHeader.tsx';
import { TableSection } from '../table/TableSection.tsx';

test('REALUSE-24 the numbers next to a title, a heading and a heading with a toolbar are equally wide and look alike', async () => {
  const { screen } = await renderAlone(
    <MemoryRouter>
      <PageHeader title="Users" count={7} />
      <TableSection heading="Active" count={7}>
        Rows
      </TableSection>
      <TableSection heading="Inactive" count={1234} toolbar={<input aria-label="Search" />}>
        Rows
      </TableSection>
    </MemoryRouter>,
  );
  await expect.element(screen.getByRole('img', { name: '1,234 in all' })).toBeVisible();
  const looks = screen
    .getByRole('img')
    .elements()
    .map((badge) => {
      const { width, backgroundColor, color, borderColor } = getComputedStyle(badge);
      return { width, backgroundColor, color, borderColor };
    });
  expect(looks).toHaveLength(3);
  expect(looks).toEqual([looks[0], looks[0], looks[0]]);
});
