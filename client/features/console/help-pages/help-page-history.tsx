import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  consoleHelpPageVersion,
  restoreHelpPage,
  type ConsoleHelpPage,
} from '#shared/api/console/console-help-pages.ts';
import { VersionDialog } from '#client/entities/article/version-dialog.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Button } from '#client/ui/button.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { useStoreHelpPage } from './use-store-help-page.ts';
import writing from '#client/ui/writing.module.css';

interface HelpPageHistoryProps {
  item: ConsoleHelpPage;
  mayWrite: boolean;
  /** The form shows the restored texts. */
  onRestored: () => void;
}

/** Who did what, the newest first, and the shipped text at the end; each can be compared with the newest and restored. */
export function HelpPageHistory({ item, mayWrite, onRestored }: HelpPageHistoryProps) {
  const { t } = useTranslation(['help-pages', 'content']);
  const [opened, setOpened] = useState<number | null>(null);
  const compare = (version: number, name: string) =>
    version === item.version ? null : (
      <Button
        variant="default"
        size="md"
        aria-label={`${t('content:compare')}: ${name}`}
        onClick={() => setOpened(version)}
      >
        {t('content:compare')}
      </Button>
    );
  return (
    <section className={writing.card}>
      <h2>{t('content:history')}</h2>
      <ol className={writing.history}>
        {item.changes.map(({ version, action, by, atMs, publishAtMs, restoredFrom }) => (
          <li key={version}>
            <span>
              {t('content:version', { number: version })} · {t(`action.${action}`, { from: restoredFrom })}
              <span className={writing.small}>
                {by}, {formatDateTimeShort(atMs)}
                {publishAtMs === null
                  ? null
                  : ` · ${t('publicFrom', { time: formatDateTimeShort(publishAtMs) })}`}
              </span>
            </span>
            {compare(version, t('content:version', { number: version }))}
          </li>
        ))}
        <li>
          <span>{t('shipped')}</span>
          {compare(0, t('shipped'))}
        </li>
      </ol>
      {opened === null ? null : (
        <Version
          key={opened}
          item={item}
          mayWrite={mayWrite}
          onRestored={onRestored}
          number={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}

function Version({
  item: { page, version, texts },
  number,
  mayWrite,
  onRestored,
  onClose,
}: HelpPageHistoryProps & { number: number; onClose: () => void }) {
  const { t } = useTranslation('content');
  const store = useStoreHelpPage();
  const restoring = useMutation({
    mutationFn: () => call(restoreHelpPage, { params: { page }, body: { version, from: number } }),
    // Not retried: the dialog shows the reason.
    onSuccess: (saved) => {
      store(saved);
      onRestored();
      onClose();
      notify('success', t('restored'));
    },
  });
  return (
    <VersionDialog
      number={number}
      queryKey={['console-help-page-version', page, number]}
      read={async (signal) =>
        (await call(consoleHelpPageVersion, { params: { page, version: number }, signal })).texts
      }
      now={texts}
      restore={
        mayWrite ? { run: () => restoring.mutate(), busy: restoring.isPending, error: restoring.error } : null
      }
      onClose={onClose}
    />
  );
}
