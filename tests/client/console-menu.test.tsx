import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ConsoleMenu } from '#client/app/console/console-menu.tsx';
import { PAGE_GROUPS } from '#client/app/console/page-groups.ts';
import { CONSOLE_ROUTES } from '#client/app/routes/console.ts';
import { show } from './page.tsx';

const ALL = CONSOLE_ROUTES.map(({ page }) => page);

describe('the menu of the console', () => {
  it('has every page in one group', () => {
    expect(Object.values(PAGE_GROUPS).flat().toSorted()).toEqual(ALL.toSorted());
  });

  it('shows the pages of the group that is open, also on a page of one thing, and opens another group', async () => {
    show(<ConsoleMenu pages={ALL} />, '/console/orders/7');
    const menu = within(screen.getByRole('navigation', { name: 'Konsol boʻlimlari' }));
    expect(menu.getByRole('link', { name: 'Savdolar' })).toHaveAttribute('aria-current', 'true');
    expect(menu.getByRole('link', { name: 'Buyurtmalar' })).toHaveAttribute('aria-current', 'page');
    expect(menu.queryByRole('link', { name: 'Toʻlovlar sotuvchilarga' })).toBeNull();
    await userEvent.click(menu.getByRole('link', { name: 'Pul' }));
    expect(screen.getByTestId('address')).toHaveTextContent('/console/payouts');
    expect(menu.getByRole('link', { name: 'Toʻlovlar sotuvchilarga' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });

  it('is one row for those who have few pages', () => {
    show(<ConsoleMenu pages={['orders', 'edit-requests', 'consents']} />, '/console/orders');
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Buyurtmalar',
      'Tahrirlash soʻrovlari',
      'Ofertalar',
    ]);
  });
});
