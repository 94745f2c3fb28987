import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { SideDrawer } from '#client/ui/side-drawer.tsx';
import { show } from './page.tsx';

beforeAll(async () => {
  await startI18n();
  await switchLanguage('en');
});

const button = (name: string) => screen.getByRole('button', { name });

/** Mounted while it is open, as most dialogs are; a question covers it. */
function FormOverPage() {
  const [opened, setOpened] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button onClick={() => setOpened(true)}>Edit</button>
      {opened ? (
        <Dialog title="Form" onClose={() => setOpened(false)}>
          <button onClick={() => setAsking(true)}>Delete</button>
          <ConfirmDialog
            opened={asking}
            title="Delete?"
            confirm="Yes"
            cancel="No"
            onConfirm={() => setOpened(false)}
            onCancel={() => setAsking(false)}
          />
        </Dialog>
      ) : null}
    </>
  );
}

describe('the keyboard', () => {
  it('returns to the button whose dialog was closed, and from a question to the form below it', async () => {
    show(<FormOverPage />);
    await userEvent.click(button('Edit'));
    await screen.findByRole('dialog', { name: 'Form' });
    await userEvent.click(button('Delete'));
    await userEvent.click(await screen.findByRole('button', { name: 'No' }));
    await waitFor(() => expect(button('Delete')).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button('Edit')).toHaveFocus());
  });

  it('returns to the page when a question and its form go together', async () => {
    show(<FormOverPage />);
    await userEvent.click(button('Edit'));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(button('Edit')).toHaveFocus());
  });

  it('returns from a drawer that was mounted open', async () => {
    function Menu() {
      const [opened, setOpened] = useState(false);
      return (
        <>
          <button onClick={() => setOpened(true)}>Menu</button>
          {opened ? (
            <SideDrawer title="Places" closeLabel="Close" width="300px" onClose={() => setOpened(false)}>
              <a href="/home">Home</a>
            </SideDrawer>
          ) : null}
        </>
      );
    }
    show(<Menu />);
    await userEvent.click(button('Menu'));
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button('Menu')).toHaveFocus());
  });

  it('returns to the button of a menu from the dialog chosen in it', async () => {
    function Account() {
      const [opened, setOpened] = useState(false);
      return (
        <>
          <Disclosure label="Account">
            {(close) => (
              <button
                onClick={() => {
                  close();
                  setOpened(true);
                }}
              >
                Log out
              </button>
            )}
          </Disclosure>
          {opened ? <Dialog title="Log out?" onClose={() => setOpened(false)} /> : null}
        </>
      );
    }
    show(<Account />);
    await userEvent.click(button('Account'));
    await userEvent.click(button('Log out'));
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button('Account')).toHaveFocus());
  });

  it('stays where something else has taken it', async () => {
    function Search() {
      const [opened, setOpened] = useState(false);
      return (
        <>
          <button onClick={() => setOpened(true)}>Open</button>
          <input aria-label="Search" />
          {opened ? (
            <Dialog title="Where to?" onClose={() => setOpened(false)}>
              <button
                onClick={() => {
                  setOpened(false);
                  screen.getByLabelText('Search').focus();
                }}
              >
                To the search
              </button>
            </Dialog>
          ) : null}
        </>
      );
    }
    show(<Search />);
    await userEvent.click(button('Open'));
    await userEvent.click(await screen.findByRole('button', { name: 'To the search' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.getByLabelText('Search')).toHaveFocus();
  });
});
