import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BANNER_TEXT_MAX, storeBanner, type ConsoleBanner } from '#shared/api/console/console-banners.ts';
import { BANNER_PLACES, BANNER_TONES } from '#shared/content/banners.ts';
import { editableName, EMPTY_NAME } from '#shared/content/names.ts';
import { isSafeLink } from '#shared/content/safe-link.ts';
import { DAY_MS, startOfDay } from '#shared/time/tashkent.ts';
import { ChangeHistory } from '#client/entities/dictionary/change-history.tsx';
import { EntryActions } from '#client/entities/dictionary/entry-actions.tsx';
import { NameFields } from '#client/entities/dictionary/name-fields.tsx';
import { NamedInstant } from '#client/entities/staff-work/named-instant.tsx';
import { call } from '#client/lib/api-client.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { SelectField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { InputField } from '#client/ui/input-field.tsx';
import { instantInput, instantOf } from '#client/ui/instant-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import writing from '#client/ui/writing.module.css';
import css from './banners.module.css';

interface BannerDialogProps {
  /** null: a new one. */
  banner: ConsoleBanner | null;
  mayWrite: boolean;
  /** Shows it as somebody else has left it; null: no one has changed it since it was opened. */
  reload: (() => void) | null;
  /** It was saved, or somebody else has changed it. */
  onChange: () => void;
  onClose: () => void;
}

/** Words, place and times of a banner, and who changed it. */
export function BannerDialog({ banner, mayWrite, reload, onChange, onClose }: BannerDialogProps) {
  const { t } = useTranslation(['console-banners', 'content']);
  const [words, setWords] = useState(banner ? editableName(banner.words) : EMPTY_NAME);
  const [link, setLink] = useState(banner?.link ?? '');
  const [tone, setTone] = useState(banner?.tone ?? 'info');
  const [place, setPlace] = useState(banner?.place ?? 'everywhere');
  const [from, setFrom] = useState(() => instantInput(banner?.fromMs ?? Date.now()));
  const [until, setUntil] = useState(() =>
    instantInput(banner?.untilMs ?? startOfDay(Date.now()) + 2 * DAY_MS),
  );
  const [hidden, setHidden] = useState(banner?.hidden ?? false);
  // Sent again after a lost answer it is the same banner.
  const newId = useRef(crypto.randomUUID());
  const [fromMs, untilMs] = [instantOf(from), instantOf(until)];
  const wrongTimes = fromMs !== null && untilMs !== null && untilMs <= fromMs;
  const save = useMutation({
    mutationFn: () =>
      call(storeBanner, {
        params: { id: banner?.id ?? newId.current },
        body: {
          version: banner?.version ?? 0,
          words,
          link: link.trim() || null,
          tone,
          place,
          fromMs: fromMs ?? 0,
          untilMs: untilMs ?? 0,
          hidden,
        },
      }),
    // Not retried: the dialog shows the reason and keeps what was typed.
    onSuccess: () => {
      notify('success', t('saved'));
      onClose();
    },
    onSettled: onChange,
  });
  return (
    <Dialog wide title={t(banner ? 'editTitle' : 'newTitle')} onClose={onClose}>
      <Form className={writing.fields} onSubmit={() => save.mutate()}>
        <NameFields
          legend={t('words')}
          value={words}
          onChange={setWords}
          readOnly={!mayWrite}
          max={BANNER_TEXT_MAX}
        />
        <fieldset className={css.parts} disabled={!mayWrite}>
          <InputField
            label={t('link')}
            hint={t('linkHint')}
            value={link}
            maxLength={500}
            problem={link.trim() !== '' && !isSafeLink(link.trim()) ? t('linkWrong') : null}
            onChange={({ target }) => setLink(target.value)}
          />
          <SelectField
            label={t('column.place')}
            value={place}
            onChange={(chosen) => setPlace(BANNER_PLACES.find((each) => each === chosen) ?? place)}
            options={BANNER_PLACES.map((value) => ({ value, label: t(`place.${value}`) }))}
          />
          <ChoiceField
            label={t('tone.title')}
            value={tone}
            onChange={setTone}
            options={BANNER_TONES.map((value) => ({ value, label: t(`tone.${value}`) }))}
          />
          <NamedInstant
            name={t('from')}
            value={from}
            onChange={setFrom}
            problem={fromMs === null ? t('timeWrong') : null}
          />
          <NamedInstant
            name={t('until')}
            value={until}
            onChange={setUntil}
            problem={untilMs === null ? t('timeWrong') : wrongTimes ? t('timesWrong') : null}
          />
          <label className={writing.check}>
            <input type="checkbox" checked={hidden} onChange={({ target }) => setHidden(target.checked)} />
            {t('hide')}
          </label>
        </fieldset>
        <EntryActions
          mayWrite={mayWrite}
          save={t(banner ? 'content:save' : 'add')}
          busy={save.isPending}
          error={save.error}
          reload={reload}
          onClose={onClose}
        />
      </Form>
      {banner ? (
        <ChangeHistory changes={banner.changes} what={({ action }) => t(`action.${action}`)} />
      ) : null}
    </Dialog>
  );
}
