import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { INCIDENT_TITLE, type Incident } from '#shared/api/console/incidents.ts';
import { taskColleagues } from '#shared/api/console/staff-tasks.ts';
import { INCIDENT_BACK_DAYS } from '#shared/limits/incidents.ts';
import { INCIDENT_SEVERITIES, type IncidentSeverity } from '#shared/lifecycles/incident.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/tashkent.ts';
import { NamedInstant } from '#client/entities/staff-work/named-instant.tsx';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, OptionsField } from '#client/ui/input-field.tsx';
import {
  instantInput,
  instantOf,
  isNoInstant,
  NO_INSTANT,
  type InstantInput,
} from '#client/ui/instant-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

/** What staff say of an incident. */
interface Said {
  /** Of one that is opened: sent again, it opens no second one. */
  requestId: string;
  title: string | null;
  severity: IncidentSeverity;
  sinceMs: number;
  untilMs: number | null;
  ownerId: string | null;
}

interface IncidentFormProps {
  title: string;
  /** null: it is opened. */
  incident?: Incident;
  send: (said: Said) => Promise<unknown>;
  done: string;
  onSettled: () => unknown;
  onClose: () => void;
}

/** The instant that is typed, NaN for none; one that was not changed has its seconds still. */
function instantIn(typed: InstantInput, beforeMs: number | null): number {
  const atMs = instantOf(typed) ?? NaN;
  return beforeMs !== null && atMs === instantOf(instantInput(beforeMs)) ? beforeMs : atMs;
}

/** Title, severity, times and owner of an incident that is opened or changed. */
export function IncidentForm({ title: head, incident, send, done, onSettled, onClose }: IncidentFormProps) {
  const { t } = useTranslation('console-incidents');
  const [requestId] = useState(() => crypto.randomUUID());
  const [title, setTitle] = useState(incident?.title ?? '');
  const [severity, setSeverity] = useState<IncidentSeverity>(incident?.severity ?? 'major');
  const [since, setSince] = useState(() => instantInput(incident?.sinceMs ?? Date.now()));
  const [until, setUntil] = useState(incident?.untilMs ? instantInput(incident.untilMs) : NO_INSTANT);
  const [ownerId, setOwnerId] = useState(incident?.owner?.id ?? '');
  /** What was wrong when it was sent last. */
  const [wrong, setWrong] = useState({ title: false, since: false, until: false });
  const given = title.trim();
  const named = incident !== undefined && incident.cause !== 'staff' && given === '';
  const sinceMs = instantIn(since, incident?.sinceMs ?? null);
  const untilMs = isNoInstant(until) ? null : instantIn(until, incident?.untilMs ?? null);
  const shortTitle = !named && given.length < INCIDENT_TITLE.min;
  const sending = useMutation({
    mutationFn: () =>
      send({
        requestId,
        title: named ? null : given,
        severity,
        sinceMs,
        untilMs,
        ownerId: ownerId === '' ? null : ownerId,
      }),
    onSuccess: () => {
      notify('success', done);
      onClose();
    },
    onSettled: () => void onSettled(),
  });
  return (
    <FormDialog
      title={head}
      confirm={incident ? t('confirm') : t('open')}
      busy={sending.isPending}
      error={sending.error}
      onSubmit={() => {
        const isPast = (atMs: number) => atMs <= Date.now() + MINUTE_MS;
        const earliestMs = Math.min(incident?.sinceMs ?? Infinity, Date.now() - INCIDENT_BACK_DAYS * DAY_MS);
        const found = {
          title: shortTitle,
          since: !(isPast(sinceMs) && sinceMs >= earliestMs),
          until: untilMs !== null && !(isPast(untilMs) && untilMs >= sinceMs),
        };
        setWrong(found);
        if (!Object.values(found).includes(true)) sending.mutate();
      }}
      onClose={onClose}
    >
      <InputField
        label={t('field.title')}
        hint={incident && incident.cause !== 'staff' ? t('field.titleHint') : undefined}
        error={wrong.title && shortTitle ? t('short', { count: INCIDENT_TITLE.min }) : null}
        maxLength={INCIDENT_TITLE.max}
        value={title}
        data-autofocus
        onChange={({ target }) => setTitle(target.value)}
      />
      <OptionsField
        label={t('field.severity')}
        value={severity}
        onChange={({ target }) =>
          setSeverity(INCIDENT_SEVERITIES.find((each) => each === target.value) ?? 'major')
        }
      >
        {INCIDENT_SEVERITIES.map((each) => (
          <option key={each} value={each}>
            {t(`severity.${each}`)}
          </option>
        ))}
      </OptionsField>
      <NamedInstant
        name={t('field.since')}
        problem={null}
        error={wrong.since ? t('wrongSince') : null}
        value={since}
        onChange={setSince}
      />
      {incident ? (
        <>
          <NamedInstant
            name={t('field.until')}
            problem={null}
            error={wrong.until ? t('wrongTime') : null}
            value={until}
            onChange={setUntil}
          />
          <OwnerField value={ownerId} onChange={setOwnerId} />
        </>
      ) : null}
    </FormDialog>
  );
}

function OwnerField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation('console-incidents');
  const { data: colleagues = [] } = useQuery({
    queryKey: ['console-task-colleagues'],
    queryFn: ({ signal }) => call(taskColleagues, { signal }),
  });
  return (
    <OptionsField label={t('field.owner')} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{t('unowned')}</option>
      {colleagues.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </OptionsField>
  );
}
