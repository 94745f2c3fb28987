import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { restoreMessageText, type ConsoleMessageText } from '#shared/api/console/console-message-texts.ts';
import { WRITTEN_LANGUAGES, type MessageTexts } from '#shared/notifications/own-texts.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { notify } from '#client/ui/toasts.tsx';
import writing from '#client/ui/writing.module.css';

interface HistoryProps {
  item: ConsoleMessageText;
  mayWrite: boolean;
  /** The form shows the restored words. */
  onRestored: (saved: ConsoleMessageText) => void;
}

/** Who changed the words, the newest first, and the shipped ones at the end; each can be read and taken again. */
export function MessageTextHistory({ item, mayWrite, onRestored }: HistoryProps) {
  const { t } = useTranslation(['console-message-texts', 'content']);
  const [opened, setOpened] = useState<{ version: number; name: string; texts: MessageTexts } | null>(null);
  const show = (version: number, name: string, texts: MessageTexts) => (
    <Button
      variant="default"
      size="md"
      aria-label={`${t('show')}: ${name}`}
      onClick={() => setOpened({ version, name, texts })}
    >
      {t('show')}
    </Button>
  );
  return (
    <section className={writing.card}>
      <h2>{t('content:history')}</h2>
      <ol className={writing.history}>
        {item.changes.map(({ version, action, by, atMs, restoredFrom, texts }) => {
          const name = t('content:version', { number: version });
          return (
            <li key={version}>
              <span>
                {name} ·{' '}
                {t(restoredFrom === 0 ? 'action.shipped' : `action.${action}`, { from: restoredFrom })}
                <span className={writing.small}>
                  {by}, {formatDateTimeShort(atMs)}
                </span>
              </span>
              {show(version, name, texts ?? item.shipped)}
            </li>
          );
        })}
        <li>
          <span>{t('shipped')}</span>
          {show(0, t('shipped'), item.shipped)}
        </li>
      </ol>
      {opened ? (
        <Version
          {...opened}
          item={item}
          mayWrite={mayWrite}
          onRestored={onRestored}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </section>
  );
}

interface VersionProps extends HistoryProps {
  version: number;
  name: string;
  texts: MessageTexts;
  onClose: () => void;
}

function Version({ item, version, name, texts, mayWrite, onRestored, onClose }: VersionProps) {
  const { t } = useTranslation(['console-message-texts', 'content']);
  const { template } = item;
  const restoring = useMutation({
    mutationFn: () =>
      call(restoreMessageText, { params: { template }, body: { version: item.version, from: version } }),
    // Not retried: the dialog shows the reason.
    onSuccess: (saved) => {
      onRestored(saved);
      onClose();
      notify('success', t('content:restored'));
    },
  });
  // Taken again, it would change nothing.
  const inForce = version === item.version || (version === 0 && !item.changed);
  const mayRestore = mayWrite && !inForce;
  return (
    <Dialog wide title={name} onClose={onClose}>
      <div className={writing.form}>
        {WRITTEN_LANGUAGES.map((language) => (
          <section key={language} lang={language}>
            <p className={writing.muted}>{t(`content:language.${language}`)}</p>
            <h3>{texts[language].title}</h3>
            <p className={writing.text}>{texts[language].text}</p>
          </section>
        ))}
        {mayRestore ? <p className={writing.muted}>{t('restoreNote')}</p> : null}
        <FormError error={restoring.error} />
        <div className={writing.actions}>
          <Button variant="default" size="md" onClick={onClose}>
            {t('content:close')}
          </Button>
          {mayRestore ? (
            <Button size="md" loading={restoring.isPending} onClick={() => restoring.mutate()}>
              {t('content:restore')}
            </Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}
