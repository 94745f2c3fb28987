import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { Loading } from '#client/ui/not-read.tsx';
import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import { SideDrawer } from '#client/ui/side-drawer.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { useShortcuts } from '#client/ui/use-shortcuts.ts';
import { AsOfNote } from './as-of-note.tsx';
import { PAGE_ICONS } from './page-icons.ts';
import { listenToAnswers, useStaffAnswers } from './staff-answers.ts';
import { SideMenu } from './side-menu.tsx';
import { TopRow } from './top-row.tsx';
import { useConsolePages } from './use-console-pages.ts';
import { usePaletteKey } from './use-palette-key.ts';
import css from './console-layout.module.css';

const CommandPalette = lazyDialog(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));
const KeysDialog = lazyDialog(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

listenToAnswers();

type Opened = 'menu' | 'palette' | 'keys' | null;

/** The instrument of staff: its own row on top and menu at the side; nothing of the shop's header is in it. */
export default function ConsoleLayout() {
  const { t } = useTranslation(['staff', 'layout']);
  const pages = useConsolePages();
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<Opened>(null);
  const noted = useStaffAnswers((state) => state.conflictsNoted);
  const close = () => setOpened(null);
  usePaletteKey(() => setOpened('palette'));
  useShortcuts({ '?': () => setOpened('keys') });
  useEffect(() => {
    if (noted > 0) notify('warning', t('conflictNoted'));
  }, [noted, t]);
  useEffect(() => setOpened(null), [pathname]);
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#content">
        {t('layout:skip')}
      </a>
      <header className={css.top}>
        <TopRow onMenu={() => setOpened('menu')} onSearch={() => setOpened('palette')} />
      </header>
      <aside className={css.side}>
        <SideMenu pages={pages} />
      </aside>
      <main id="content" className={css.page} tabIndex={-1}>
        <Suspense fallback={<Loading height={420} />}>
          <Outlet context={pages.map((page) => ({ page, Icon: PAGE_ICONS[page] }))} />
        </Suspense>
        <AsOfNote />
      </main>
      {opened === 'menu' ? (
        <SideDrawer title={t('menu')} closeLabel={t('shell.close')} width="min(320px, 88vw)" onClose={close}>
          <SideMenu pages={pages} />
        </SideDrawer>
      ) : null}
      {opened === 'palette' ? <CommandPalette pages={pages} onClose={close} onFailure={close} /> : null}
      {opened === 'keys' ? <KeysDialog onClose={close} onFailure={close} /> : null}
    </div>
  );
}
