import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  closeIncident,
  INCIDENT_REPORT,
  reopenIncident,
  sendIncidentMessage,
  watchIncident,
  type Incident,
} from '#shared/api/console/incidents.ts';
import { DECISION_REASON, proposeDecision } from '#shared/api/console/decisions.ts';
import { INCIDENT_ALONE_PEOPLE, INCIDENT_MESSAGE } from '#shared/limits/incidents.ts';
import { STAFF_REASON } from '#shared/limits/room-actions.ts';
import { ApiError, call } from '#client/lib/api-client.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { TextDialog, type AskedText } from '#client/ui/text-dialog.tsx';
import { notify } from '#client/ui/toasts.tsx';
import writing from '#client/ui/writing.module.css';

export type IncidentMove = 'watch' | 'close' | 'reopen';

function send(move: IncidentMove, id: number, text: string): Promise<Incident> {
  const params = { id };
  switch (move) {
    case 'watch':
      return call(watchIncident, { params });
    case 'close':
      return call(closeIncident, { params, body: { report: text } });
    case 'reopen':
      return call(reopenIncident, { params, body: { reason: text } });
  }
}

interface DialogProps {
  incident: Incident;
  onDone: (incident: Incident) => void;
  onClose: () => void;
}

/** The next state of an incident, with the report or the reason that it needs. */
export function MoveDialog({ incident, move, onDone, onClose }: DialogProps & { move: IncidentMove }) {
  const { t } = useTranslation('console-incidents');
  const asked = (label: string, limits: AskedText['limits'], rows: number): AskedText => ({
    label,
    limits,
    rows,
    short: t('short', { count: limits.min }),
  });
  const texts: Record<IncidentMove, AskedText | null> = {
    watch: null,
    close: asked(t('field.report'), INCIDENT_REPORT, 8),
    reopen: asked(t('field.reason'), STAFF_REASON, 3),
  };
  return (
    <TextDialog
      title={t(`verb.${move}`)}
      confirm={t(`verb.${move}`)}
      text={texts[move]}
      send={async (text) => onDone(await send(move, incident.id, text))}
      outcome={() => ({ done: t(`done.${move}`) })}
      onClose={onClose}
    >
      <Muted>{t(`effect.${move}`)}</Muted>
    </TextDialog>
  );
}

const LANGUAGES = ['uz', 'ru', 'en'] as const;
const CYRILLIC = /[\u0400-\u04FF]/;

/** One message to everybody whom the incident concerns, in the languages that staff write; to many, or to everyone, it is proposed. */
export function MessageDialog({ incident, onDone, onClose }: DialogProps) {
  const { t } = useTranslation('console-incidents');
  const [requestId] = useState(() => crypto.randomUUID());
  const [texts, setTexts] = useState({ uz: '', ru: '', en: '' });
  const [isPublic, setPublic] = useState(false);
  const [reason, setReason] = useState('');
  /** The server said so: of what was written alone today it knows better. */
  const [refusedAlone, setRefusedAlone] = useState(false);
  const byTwo = refusedAlone || isPublic || incident.people > INCIDENT_ALONE_PEOPLE;
  const shortReason = byTwo && reason.trim().length < DECISION_REASON.min;
  const given = { uz: texts.uz.trim(), ru: texts.ru.trim(), en: texts.en.trim() };
  const problem = (language: (typeof LANGUAGES)[number]): string | null => {
    if (language === 'uz' && CYRILLIC.test(given.uz)) return t('latin');
    const isOptional = language === 'en' && given.en === '';
    return isOptional || given[language].length >= INCIDENT_MESSAGE.min
      ? null
      : t('short', { count: INCIDENT_MESSAGE.min });
  };
  const sending = useMutation({
    mutationFn: async () => {
      const { uz, ru, en } = given;
      const body = { requestId, uz, ru, isPublic, ...(en === '' ? {} : { en }) };
      if (!byTwo) return call(sendIncidentMessage, { params: { id: incident.id }, body });
      const payload = { incidentId: incident.id, ...body };
      await call(proposeDecision, {
        body: { kind: 'incident-message', payload, reason: reason.trim(), document: null },
      });
      return null;
    },
    onSuccess: (changed) => {
      notify('success', t(changed ? 'done.message' : 'done.proposed'));
      if (changed) onDone(changed);
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'incidents.second-person') setRefusedAlone(true);
    },
  });
  return (
    <FormDialog
      title={t('verb.message')}
      confirm={t(byTwo ? 'propose' : 'send')}
      busy={sending.isPending}
      error={sending.error}
      onSubmit={() => sending.mutate()}
      onClose={onClose}
    >
      <Muted>{t('effect.message', { count: incident.people })}</Muted>
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          label={t(`field.${language}`)}
          problem={problem(language)}
          maxLength={INCIDENT_MESSAGE.max}
          value={texts[language]}
          onChange={({ target }) => setTexts({ ...texts, [language]: target.value })}
        />
      ))}
      <label className={writing.check}>
        <input type="checkbox" checked={isPublic} onChange={({ target }) => setPublic(target.checked)} />
        <span>
          {t('field.isPublic')}
          <small>{t('field.isPublicHint')}</small>
        </span>
      </label>
      {byTwo ? (
        <>
          <Muted>{t('effect.byTwo', { max: INCIDENT_ALONE_PEOPLE })}</Muted>
          <TextField
            label={t('field.why')}
            problem={shortReason ? t('short', { count: DECISION_REASON.min }) : null}
            maxLength={DECISION_REASON.max}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </>
      ) : null}
    </FormDialog>
  );
}
