import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readStored, writeStored } from '#client/i18n/storage.ts';
import { call } from '#client/lib/api-client.ts';
import { mayAskForAlerts, switchDeviceAlertsOn, type DeviceAlerts } from '#client/lib/device-alerts.ts';
import { Button } from '#client/ui/button.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { pushSettings } from '#shared/api/cabinet/push.ts';
import { useRoom } from './room-store.ts';
import parts from './parts.module.css';
import css from './outbid-question.module.css';

/** Stored once the person has answered in this browser: the question is never put twice. */
const ANSWERED = 'savdo.outbid-question';

/** The key of the installation where this browser could show alerts and the person was never asked; else null. */
async function keyToAskFor(): Promise<string | null> {
  if (readStored(ANSWERED) !== null || !mayAskForAlerts()) return null;
  const { publicKey } = await call(pushSettings);
  return publicKey;
}

/** After the first confirmed price: shall this device say when another one passes it? */
export default function OutbidQuestion() {
  const { t } = useTranslation('alerts');
  const text = useErrorText();
  // A practice sends no alerts.
  const confirmed = useRoom(({ room, intent }) => intent.step === 'confirmed' && !room?.practice);
  const [key, setKey] = useState<{ publicKey: string | null }>();
  const [became, setBecame] = useState<DeviceAlerts>();
  const wanted = confirmed && key === undefined;
  useEffect(() => {
    if (!wanted) return undefined;
    let gone = false;
    keyToAskFor().then(
      (publicKey) => !gone && setKey({ publicKey }),
      // Not retried: the question waits for the next price.
      () => undefined,
    );
    return () => void (gone = true);
  }, [wanted]);
  const answer = useMutation({
    mutationFn: (publicKey: string) => switchDeviceAlertsOn(publicKey),
    onSuccess(state) {
      writeStored(ANSWERED, 'yes');
      setBecame(state);
    },
    // Not retried: the question is still there, and the person may press again.
    onError: (error) => notify('error', text(error)),
  });

  if (became === 'on' || became === 'blocked')
    return (
      <p className={css.question} role="status">
        {t(became === 'on' ? 'question.on' : 'device.blocked')}
      </p>
    );
  const publicKey = key?.publicKey ?? null;
  if (publicKey === null || became !== undefined) return null;
  const decline = () => {
    writeStored(ANSWERED, 'no');
    setKey({ publicKey: null });
  };
  return (
    <section className={`${parts.panel} ${css.question}`} aria-label={t('question.label')}>
      <p>{t('question.text')}</p>
      <div>
        <Button size="md" loading={answer.isPending} onClick={() => answer.mutate(publicKey)}>
          {t('question.yes')}
        </Button>
        <Button size="md" variant="default" disabled={answer.isPending} onClick={decline}>
          {t('question.no')}
        </Button>
      </div>
    </section>
  );
}
