import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { consoleNewsVersion, restoreNews, type ConsoleNews } from '#shared/api/site/news.ts';
import { VersionDialog } from '#client/entities/article/version-dialog.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Button } from '#client/ui/button.tsx';
import { notify } from '#client/ui/toasts.tsx';
import writing from '#client/ui/writing.module.css';
import { useStoreNews } from './use-save-news.ts';

interface NewsHistoryProps {
  item: ConsoleNews;
  mayWrite: boolean;
  /** The form shows the restored texts. */
  onRestored: () => void;
}

/** Who did what, the newest first; each version can be compared with the newest and restored. */
export function NewsHistory({ item, mayWrite, onRestored }: NewsHistoryProps) {
  const { t } = useTranslation(['console-news', 'content']);
  const [opened, setOpened] = useState<number | null>(null);
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
                {action === 'publish' && publishAtMs !== null
                  ? ` · ${t('publicFrom', { time: formatDateTimeShort(publishAtMs) })}`
                  : null}
              </span>
            </span>
            {version === item.version ? null : (
              <Button
                variant="default"
                size="md"
                aria-label={`${t('content:compare')}: ${t('content:version', { number: version })}`}
                onClick={() => setOpened(version)}
              >
                {t('content:compare')}
              </Button>
            )}
          </li>
        ))}
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
  item: { id, version, texts },
  number,
  mayWrite,
  onRestored,
  onClose,
}: NewsHistoryProps & { number: number; onClose: () => void }) {
  const { t } = useTranslation('content');
  const store = useStoreNews();
  const restoring = useMutation({
    mutationFn: () => call(restoreNews, { params: { id }, body: { version, from: number } }),
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
      queryKey={['console-news-version', id, number]}
      read={async (signal) =>
        (await call(consoleNewsVersion, { params: { id, version: number }, signal })).texts
      }
      now={texts}
      restore={
        mayWrite ? { run: () => restoring.mutate(), busy: restoring.isPending, error: restoring.error } : null
      }
      onClose={onClose}
    />
  );
}
