import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ScreenErrorBoundary } from '#client/app/screen-error-boundary.tsx';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import { Toasts } from '#client/ui/toasts.tsx';
import { show } from './page.tsx';

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
});

const LOST = new TypeError('Failed to fetch dynamically imported module: /assets/filters.js');

describe('a dialog whose chunk does not come', () => {
  it('is shown and leaves the page as it is; the next press requests it again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Filters = ({ onClose }: { onClose: () => void }) => <Dialog title="Filters" onClose={onClose} />;
    const load = vi
      .fn<() => Promise<{ default: typeof Filters }>>()
      .mockRejectedValueOnce(LOST)
      .mockRejectedValueOnce(LOST)
      .mockResolvedValue({ default: Filters });
    const Part = lazyDialog(load);
    function Page() {
      const [opened, setOpened] = useState(false);
      return (
        <>
          <button onClick={() => setOpened(true)}>Filters</button>
          {opened ? <Part onClose={() => setOpened(false)} /> : null}
          <Toasts />
        </>
      );
    }
    show(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    expect(await screen.findByText(/could not be opened/, {}, { timeout: 5_000 })).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    expect(await screen.findByRole('dialog', { name: 'Filters' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

it('a screen whose chunk does not come speaks of the connection', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Lost = () => {
    throw LOST;
  };
  show(
    <ScreenErrorBoundary>
      <Lost />
    </ScreenErrorBoundary>,
  );
  expect(screen.getByText(/Check your connection/)).toBeVisible();
});
