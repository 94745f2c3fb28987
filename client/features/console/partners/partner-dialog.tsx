import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPartner, editPartner, type ConsolePartner } from '#shared/api/console/console-partners.ts';
import { editableName, EMPTY_NAME } from '#shared/content/names.ts';
import { isSafeSite } from '#shared/content/safe-link.ts';
import { ChangeHistory } from '#client/entities/dictionary/change-history.tsx';
import { EntryActions } from '#client/entities/dictionary/entry-actions.tsx';
import { NameFields } from '#client/entities/dictionary/name-fields.tsx';
import { PhotoSection } from '#client/entities/file/photo-section.tsx';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { DateField } from '#client/ui/date-field.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Form } from '#client/ui/form.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import writing from '#client/ui/writing.module.css';

interface PartnerDialogProps {
  /** null: one that is not saved yet. */
  partner: ConsolePartner | null;
  mayWrite: boolean;
  /** It has a number now, so that its logo can be uploaded. */
  onCreated: (id: number) => void;
  onClose: () => void;
}

/** Names, address and dates of a partner; its logo once it is saved. */
export function PartnerDialog({ partner, mayWrite, onCreated, onClose }: PartnerDialogProps) {
  const { t } = useTranslation(['partners', 'content']);
  const queries = useQueryClient();
  // Somebody else's version does not replace what is being typed: saving against an older one is refused.
  const [base, setBase] = useState(partner);
  const [name, setName] = useState(base ? editableName(base.name) : EMPTY_NAME);
  const [url, setUrl] = useState(base?.url ?? 'https://');
  const [from, setFrom] = useState(base?.from ?? null);
  const [until, setUntil] = useState(base?.until ?? null);
  const [hidden, setHidden] = useState(base?.hidden ?? false);
  // Sent again after a lost answer it is the same partner.
  const requestId = useRef(crypto.randomUUID());
  const parts = { name, url: url.trim(), from, until, hidden };
  const wrongDates = from !== null && until !== null && from > until;
  const save = useMutation({
    mutationFn: () =>
      base
        ? call(editPartner, { params: { id: base.id }, body: { version: base.version, ...parts } })
        : call(createPartner, { body: { requestId: requestId.current, ...parts } }),
    // Not retried: the dialog shows the reason and keeps what was typed.
    onSuccess: (saved) => {
      // The dialog goes on with the one that was added, whose logo can be uploaded now.
      if (!base)
        queries.setQueryData<ConsolePartner[]>(['console-partners'], (all) => [
          ...(all?.filter(({ id }) => id !== saved.id) ?? []),
          saved,
        ]);
      void queries.invalidateQueries({ queryKey: ['console-partners'] });
      void queries.invalidateQueries({ queryKey: ['partners'] });
      notify('success', t('saved'));
      if (base) onClose();
      else onCreated(saved.id);
    },
  });
  const outdated = save.error instanceof ApiError && save.error.code === 'partners.changed';
  const reload = async () => {
    await queries.refetchQueries({ queryKey: ['console-partners'] });
    const all = queries.getQueryData<ConsolePartner[]>(['console-partners']);
    const now = all?.find(({ id }) => id === base?.id);
    if (!now) return;
    setBase(now);
    setName(editableName(now.name));
    setUrl(now.url);
    setFrom(now.from);
    setUntil(now.until);
    setHidden(now.hidden);
    save.reset();
  };
  return (
    <Dialog wide title={t(base ? 'editTitle' : 'newTitle')} onClose={onClose}>
      <Form className={writing.fields} onSubmit={() => save.mutate()}>
        <NameFields legend={t('name')} value={name} onChange={setName} readOnly={!mayWrite} />
        <InputField
          type="url"
          label={t('url')}
          value={url}
          readOnly={!mayWrite}
          maxLength={500}
          problem={!isSafeSite(parts.url) ? t('urlWrong') : null}
          onChange={({ target }) => setUrl(target.value)}
        />
        <fieldset className={writing.dates} disabled={!mayWrite}>
          <DateField label={t('from')} value={from} onChange={setFrom} />
          <DateField
            label={t('until')}
            value={until}
            onChange={setUntil}
            problem={wrongDates ? t('datesWrong') : null}
            error={wrongDates ? t('datesWrong') : null}
          />
        </fieldset>
        <label className={writing.check}>
          <input
            type="checkbox"
            disabled={!mayWrite}
            checked={hidden}
            onChange={({ target }) => setHidden(target.checked)}
          />
          {t('hide')}
        </label>
        <EntryActions
          mayWrite={mayWrite}
          save={t(base ? 'content:save' : 'add')}
          busy={save.isPending}
          error={save.error}
          reload={outdated ? () => void reload() : null}
          onClose={onClose}
        />
      </Form>
      {base && mayWrite ? (
        <PhotoSection place={{ owner: 'partner', ownerId: base.id }} lead={t('logoLead')} />
      ) : null}
      {base ? null : <p className={writing.muted}>{t('logoLater')}</p>}
      {base && partner ? (
        <ChangeHistory changes={partner.changes} what={({ action }) => t(`action.${action}`)} />
      ) : null}
    </Dialog>
  );
}
